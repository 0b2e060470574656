import { openFastScroll } from './fast-scroll.ts';
import { layOutJustified } from './justified.ts';
import { type Box, type Layout, type LayoutOptions, layOutEvenly } from './layout.ts';
import { openScaledScroll } from './scaled-scroll.ts';
import { openScreenFirst } from './screen-first.ts';

/** Screens above and below the visible one whose tiles exist, so that scrolling finds them there. */
const OVERSCAN = 0.5;

/** Pixels of a row that must be visible for it to count as on the screen: browsers round scroll positions, and a fraction must not load pictures. */
const MIN_SHOWN = 1;

/** Milliseconds without movement after which scrolling has ended. */
const REST_MILLISECONDS = 120;

/**
 * The visible part of a list, which is called its screen. Lengths are CSS pixels. A place is a length from the start of the content, a
 * position the number of an asset from 0.
 */
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
  /** True while the list moves so fast that pictures would arrive too late. */
  readonly isFast: boolean;
  /**
   * Height of the box that the browser scrolls, and what must be added to the `y` of a tile within it. Browsers limit heights, so
   * the box may be shorter than the content.
   */
  readonly boxHeight: number;
  readonly shift: number;
  /** The tiles on the screen and near it. */
  visible(): readonly Box[];
  /** The tiles that a rectangle touches. */
  boxesIn(area: { left: number; top: number; right: number; bottom: number }): readonly Box[];
  boxAt(position: number): Box | undefined;
  /** Sets the size of the screen; `layOut` must follow. Returns false if nothing has changed. */
  resize(width: number, height: number, isRightToLeft: boolean): boolean;
  /**
   * Lays out the content again, and puts at the upper edge the last target of `goTo` or `reveal` or, if the person has scrolled since,
   * the first asset on the screen.
   */
  layOut(options: Omit<LayoutOptions, 'width'>): void;
  /** Uses the ratios of the positions from `first` up to `end`, which is excluded, as they are known now. What is on the screen stays there. */
  refine(first: number, end: number): void;
  /** Follows the box to the scroll position of a scroll event. */
  scrolled(scrollTop: number): void;
  /** Scrolls the box to where the viewport is, if need be. To be called after each update. */
  settle(box: { scrollTop: number }): void;
  /** Shows a position at the upper edge. */
  goTo(position: number): void;
  /** Moves no farther than necessary to show a whole tile. */
  reveal(position: number): void;
  /** Moves down, or up by a negative number. */
  moveBy(pixels: number): void;
  /**
   * Moves to a share of the content, from 0 to 1. While a thumb is dragged of which one pixel is more than a row, moves to the start of
   * the row there.
   */
  scrub(share: number, isDragged?: boolean): void;
  /** Ends scrolling at once, when the person releases the scrubber, so that pictures load without delay. */
  rest(): void;
  /** Ends the timers. */
  close(): void;
}

/** What a viewport needs of its grid. */
export interface ViewportOptions {
  /** Called when tiles must be drawn again. */
  readonly changed: () => void;
  /** Called when scrolling has ended. */
  readonly rested: () => void;
  /** Returns true while pictures on the screen are awaited. */
  readonly isWaiting: () => boolean;
}

/** Opens a viewport, which is empty until `resize` and `layOut`. */
export function openViewport({ changed, rested, isWaiting }: ViewportOptions): Viewport {
  const scroll = openScaledScroll();
  const fastScroll = openFastScroll(REST_MILLISECONDS);
  // After a jump, only tiles on the screen are drawn until their pictures have arrived.
  const screenFirst = openScreenFirst(() => fastScroll.isFast || isWaiting(), changed);
  let layout: Layout | undefined;
  let [width, height, isRightToLeft] = [0, 0, false];
  let last = { time: 0, top: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let mustSettle = false;
  /** Position that keeps its place on the screen when heights change; undefined after scrolling. */
  let anchor: number | undefined;

  const maxTop = () => Math.max(0, (layout?.height ?? 0) - height);
  const mirrored = (box: Box) => (isRightToLeft ? { ...box, x: width - box.x - box.width } : box);
  const boxesIn = (top: number, bottom: number) => (layout?.boxesIn(top, bottom) ?? []).map(mirrored);
  /** The first tile of which at least `MIN_SHOWN` is below a place. */
  const firstFrom = (place: number) => {
    const boxes = boxesIn(place, place + Math.max(height, MIN_SHOWN));
    return boxes.find((box) => box.y + box.height >= place + MIN_SHOWN) ?? boxes.at(-1);
  };
  const first = () => firstFrom(scroll.top)?.position ?? 0;

  function moveTo(top: number): void {
    const before = scroll.top;
    scroll.goTo(top);
    noteJump(before);
    last = { time: performance.now(), top: scroll.top };
    mustSettle = true;
    changed();
  }

  function noteJump(before: number): void {
    if (!fastScroll.isFast && Math.abs(scroll.top - before) <= height) return;
    screenFirst.start();
    waitForRest();
  }

  function waitForRest(): void {
    clearTimeout(timer);
    timer = setTimeout(rest, REST_MILLISECONDS);
  }

  function rest(): void {
    clearTimeout(timer);
    fastScroll.end();
    const { boxTop } = scroll;
    scroll.settle();
    mustSettle ||= scroll.boxTop !== boxTop;
    changed();
    rested();
  }

  /**
   * Returns the start of the row at a place if the scrubber cannot aim within a row, else the place: with a row cut off at each end of
   * the screen, there is one more row of pictures to load.
   */
  function rowStartAt(place: number): number {
    const tile = firstFrom(place);
    const canAim = tile === undefined || maxTop() / height <= tile.height;
    return canAim || place === maxTop() ? place : tile.y;
  }

  /** Records a movement by the person. */
  function moved(): void {
    const time = performance.now();
    fastScroll.moved(Math.abs(scroll.top - last.top) / Math.max(1, height), time - last.time);
    // Whoever keeps scrolling needs the tiles above and below the screen soon.
    screenFirst.stop();
    noteJump(last.top);
    last = { time, top: scroll.top };
    anchor = undefined;
    waitForRest();
    changed();
  }

  /** Changes heights while the anchor, or else the first asset on the screen, keeps its place on the screen. */
  function holding(change: () => void): void {
    const held = anchor ?? first();
    const heldPlace = () => (layout && held < layout.total ? layout.boxAt(held).y : scroll.top);
    const before = { place: heldPlace(), height: layout?.height };
    const offset = scroll.top - before.place;
    change();
    // Moving the box without need would make the browser lay out the list once more.
    if (heldPlace() === before.place && layout?.height === before.height) {
      changed();
      return;
    }
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
      return maxTop() === 0 ? 0 : scroll.top / maxTop();
    },
    get canScroll() {
      return maxTop() > 0;
    },
    get isFast() {
      return fastScroll.isFast;
    },
    get boxHeight() {
      return scroll.boxHeight;
    },
    get shift() {
      return scroll.boxTop - scroll.top;
    },
    visible: () => {
      const ahead = fastScroll.isFast || screenFirst.isOn ? -MIN_SHOWN : OVERSCAN * height;
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
      if (scroll.scrolled(scrollTop)) mustSettle = true;
      // The scroll event that `settle` causes is not a movement.
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
    scrub: (share, isDragged = false) => {
      const place = Math.min(1, Math.max(0, share)) * maxTop();
      scroll.goTo(isDragged ? rowStartAt(place) : place);
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
