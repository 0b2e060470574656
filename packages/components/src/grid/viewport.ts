import { layOutJustified } from './justified.ts';
import { type Box, type Layout, type LayoutOptions, layOutEvenly } from './layout.ts';
import { openScaledScroll } from './scaled-scroll.ts';
import { openScreenFirst } from './screen-first.ts';

/** Screens above and below the visible one whose tiles exist, so that scrolling finds them there. */
const OVERSCAN = 0.5;

/** Screens per millisecond above which nobody can see a picture. */
const RUSH = 8 / 1000;

/** Milliseconds without a movement after which the list rests. */
const REST = 120;

/** Weight of the newest movement in the moving average of the speed: a few notches of a wheel do not count as rushing. */
const NEWEST_WEIGHT = 0.3;

/** The part of a list that is on the screen. Lengths are CSS pixels; places count from the start of the content. */
export interface Viewport {
  readonly layout: Layout | undefined;
  readonly width: number;
  readonly height: number;
  readonly isRightToLeft: boolean;
  /** Upper edge of the screen. */
  readonly top: number;
  /** Position of the first asset on the screen. */
  readonly first: number;
  /** Where the screen is between the start (0) and the end (1) of the content. */
  readonly share: number;
  /** True if the content is taller than the screen. */
  readonly canScroll: boolean;
  /** True while the list moves so fast that pictures would come too late. */
  readonly isRushing: boolean;
  /**
   * Height of the box that the browser scrolls, and how far tiles are moved within it. Browsers limit heights, so the box may be
   * shorter than the content.
   */
  readonly boxHeight: number;
  readonly shift: number;
  /** The tiles on the screen and near it. */
  visible(): readonly Box[];
  /** The tiles that a rectangle touches. */
  boxesIn(area: { left: number; top: number; right: number; bottom: number }): readonly Box[];
  boxAt(position: number): Box | undefined;
  /** Takes over the size of the screen. Returns false if nothing has changed. */
  resize(width: number, height: number, isRightToLeft: boolean): boolean;
  /** Lays the content out anew. The first asset on the screen, or the one that was gone to last, comes to the upper edge. */
  layOut(options: Omit<LayoutOptions, 'width'>): void;
  /** Takes over the ratios of these positions, which have become known. What is on the screen stays there. */
  refine(first: number, end: number): void;
  /** Takes over where the browser has scrolled the box to. */
  scrolled(scrollTop: number): void;
  /** Scrolls the box to where the position on the screen needs it. Call it after each update. */
  settle(box: { scrollTop: number }): void;
  /** Shows a position at the upper edge. */
  goTo(position: number): void;
  /** Moves by as little as shows the whole tile. */
  reveal(position: number): void;
  moveBy(pixels: number): void;
  /** Moves to a share of the content, as a scroll bar does. */
  scrub(share: number): void;
  /** Ends a movement at once, because the person has let go of the scrubber, so that pictures load without the wait for rest. */
  rest(): void;
  /** Ends the timer. */
  close(): void;
}

/** What a viewport tells. */
export interface ViewportOptions {
  /** Called when something has moved. */
  readonly changed: () => void;
  /** Called when nothing has moved for a moment. */
  readonly rested: () => void;
  /** True while pictures on the screen are on their way. */
  readonly isWaiting: () => boolean;
}

/** Opens a viewport, which is empty until `resize` and `layOut`. */
export function openViewport({ changed, rested, isWaiting }: ViewportOptions): Viewport {
  const scroll = openScaledScroll();
  // After a jump, there are only the tiles on the screen until their pictures have loaded.
  const screenFirst = openScreenFirst(() => isRushing || isWaiting(), changed);
  let layout: Layout | undefined;
  let [width, height, isRightToLeft] = [0, 0, false];
  let isRushing = false;
  let speed = 0;
  let last = { time: 0, top: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let mustSettle = false;
  /** Position that stays where it is on the screen when heights change, until somebody scrolls. */
  let anchor: number | undefined;

  const mostTop = () => Math.max(0, (layout?.height ?? 0) - height);
  const mirrored = (box: Box) => (isRightToLeft ? { ...box, x: width - box.x - box.width } : box);
  const boxesIn = (top: number, bottom: number) => (layout?.boxesIn(top, bottom) ?? []).map(mirrored);
  const first = () =>
    boxesIn(scroll.top, scroll.top + height).find((box) => box.y + box.height > scroll.top)?.position ?? 0;

  function moveTo(top: number): void {
    const before = scroll.top;
    scroll.goTo(top);
    noteJump(before);
    last = { time: performance.now(), top: scroll.top };
    mustSettle = true;
    changed();
  }

  function noteJump(before: number): void {
    if (!isRushing && Math.abs(scroll.top - before) <= height) return;
    screenFirst.start();
    waitForRest();
  }

  function waitForRest(): void {
    clearTimeout(timer);
    timer = setTimeout(rest, REST);
  }

  function rest(): void {
    clearTimeout(timer);
    isRushing = false;
    speed = 0;
    scroll.rest();
    mustSettle = true;
    changed();
    rested();
  }

  /** Notes a movement by a person. */
  function moved(): void {
    const time = performance.now();
    const newest = Math.abs(scroll.top - last.top) / Math.max(1, height) / Math.max(8, time - last.time);
    // The first movement after a rest may be a jump, whose pictures are wanted at once.
    speed = time - last.time > REST ? 0 : (1 - NEWEST_WEIGHT) * speed + NEWEST_WEIGHT * newest;
    isRushing = speed > RUSH;
    // Somebody who scrolls on soon needs the tiles above and below the screen.
    screenFirst.stop();
    noteJump(last.top);
    last = { time, top: scroll.top };
    anchor = undefined;
    waitForRest();
    changed();
  }

  /** Changes heights while a tile stays where it is on the screen. */
  function holding(change: () => void): void {
    const held = anchor ?? first();
    const offset = layout && held < layout.total ? scroll.top - layout.boxAt(held).y : 0;
    change();
    scroll.resize(layout?.height ?? 0, height);
    if (layout && layout.total > 0) moveTo(layout.boxAt(Math.min(held, layout.total - 1)).y + offset);
    else moveTo(0);
  }

  return {
    get layout() {
      return layout;
    },
    get width() {
      return width;
    },
    get height() {
      return height;
    },
    get isRightToLeft() {
      return isRightToLeft;
    },
    get top() {
      return scroll.top;
    },
    get first() {
      return first();
    },
    get share() {
      return mostTop() === 0 ? 0 : scroll.top / mostTop();
    },
    get canScroll() {
      return mostTop() > 0;
    },
    get isRushing() {
      return isRushing;
    },
    get boxHeight() {
      return scroll.boxHeight;
    },
    get shift() {
      return scroll.boxTop - scroll.top;
    },
    visible: () => {
      const ahead = isRushing || screenFirst.isOn ? 0 : OVERSCAN * height;
      return boxesIn(scroll.top - ahead, scroll.top + height + ahead);
    },
    boxesIn: ({ left, top, right, bottom }) =>
      boxesIn(top, bottom).filter(
        (box) => box.x < right && box.x + box.width > left && box.y < bottom && box.y + box.height > top,
      ),
    boxAt: (position) => (layout && position < layout.total ? mirrored(layout.boxAt(position)) : undefined),
    resize: (newWidth, newHeight, newDirection) => {
      if (newWidth === width && newHeight === height && newDirection === isRightToLeft) return false;
      [width, height, isRightToLeft] = [newWidth, newHeight, newDirection];
      return true;
    },
    layOut: (options) => {
      const held = anchor ?? first();
      const layOut = options.view === 'justified' ? layOutJustified : layOutEvenly;
      layout = width > 0 ? layOut({ ...options, width }) : undefined;
      scroll.resize(layout?.height ?? 0, height);
      moveTo(layout && layout.total > 0 ? layout.boxAt(Math.min(held, layout.total - 1)).y : 0);
    },
    refine: (from, end) => holding(() => layout?.refine(from, end)),
    scrolled: (scrollTop) => {
      const corrected = scroll.scrolled(scrollTop);
      if (corrected !== undefined) mustSettle = true;
      // The scroll event that `settle` causes is no movement.
      if (Math.abs(scroll.top - last.top) >= 1) moved();
    },
    settle: (box) => {
      if (mustSettle && Math.abs(box.scrollTop - scroll.boxTop) >= 1) box.scrollTop = scroll.boxTop;
      mustSettle = false;
    },
    goTo: (position) => {
      anchor = position;
      if (!layout || layout.total === 0) return;
      anchor = Math.max(0, Math.min(position, layout.total - 1));
      const before = scroll.top;
      moveTo(layout.boxAt(anchor).y);
      if (scroll.top !== before) waitForRest();
    },
    reveal: (position) => {
      if (!layout || position >= layout.total) return;
      const { y, height: own } = layout.boxAt(position);
      anchor = position;
      if (y < scroll.top || own > height) moveTo(y);
      else if (y + own > scroll.top + height) moveTo(y + own - height);
      else return;
      waitForRest();
    },
    moveBy: (pixels) => {
      anchor = undefined;
      moveTo(scroll.top + pixels);
      waitForRest();
    },
    scrub: (share) => {
      scroll.goTo(Math.min(1, Math.max(0, share)) * mostTop());
      mustSettle = true;
      moved();
    },
    rest,
    close: () => {
      clearTimeout(timer);
      screenFirst.stop();
    },
  };
}
