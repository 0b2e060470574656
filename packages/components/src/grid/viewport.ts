import { FastScroll } from './fast-scroll.ts';
import { layOutJustified } from './justified.ts';
import { type Box, type Heading, type LayoutOptions, layOutEvenly } from './layout.ts';
import { ScaledScroll } from './scaled-scroll.ts';
import { MIN_SHOWN, Screen } from './screen.ts';
import { ScreenFirst } from './screen-first.ts';

/** Screens above and below the visible one whose tiles exist, so that scrolling finds them there. */
const OVERSCAN = 0.5;

/** Milliseconds without movement after which scrolling has ended. */
const REST_MILLISECONDS = 120;

/** What a viewport needs of its grid. */
export interface ViewportOptions {
  /** Called when tiles must be drawn again. */
  readonly changed: () => void;
  /** Called when scrolling has ended. */
  readonly rested: () => void;
  /** Returns true while pictures on the screen are awaited. */
  readonly isWaiting: () => boolean;
}

/** A screen that moves over its list; empty until `resize` and `layOut`. */
export class Viewport extends Screen {
  readonly #options: ViewportOptions;
  readonly #scroll = new ScaledScroll();
  readonly #fastScroll = new FastScroll(REST_MILLISECONDS);
  /** After a jump, only tiles on the screen are drawn until their pictures have arrived. */
  readonly #screenFirst: ScreenFirst;
  #last = { time: 0, top: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #mustSettle = false;
  #hasMoved = false;
  /** Position that keeps its place on the screen when heights change; undefined after scrolling. */
  #anchor: number | undefined;
  /** Where the upper edge was in the window when the size last changed. */
  #edge = 0;
  /** How far it has moved, if the next layout must keep what is on the screen in place. */
  #kept: number | undefined;

  constructor(options: ViewportOptions) {
    super();
    this.#options = options;
    this.#screenFirst = new ScreenFirst(() => this.isFast || options.isWaiting(), options.changed);
  }

  /** Upper edge of the screen. */
  get top(): number {
    return this.#scroll.top;
  }

  /** Position of the first asset on the screen. */
  get first(): number {
    return this.firstFrom(this.top)?.position ?? 0;
  }

  /** Where the screen is between the start (0) and the end (1) of the content. */
  get share(): number {
    return this.canScroll ? this.top / this.maxTop : 0;
  }

  /** True if the content is taller than the screen. */
  get canScroll(): boolean {
    return this.maxTop > 0;
  }

  /** True while the list moves so fast that pictures would arrive too late. */
  get isFast(): boolean {
    return this.#fastScroll.isFast;
  }

  /** False until the list first moves: until then, pictures beside the screen may not be wanted. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /** Height of the box that the browser scrolls. Browsers limit heights, so it may be shorter than the content. */
  get boxHeight(): number {
    return this.#scroll.boxHeight;
  }

  /** What must be added to the `y` of a tile within the box. */
  get shift(): number {
    return this.#scroll.boxTop - this.top;
  }

  /** The tiles on the screen and near it. */
  visible(): readonly Box[] {
    const ahead = this.isFast || this.#screenFirst.isOn ? -MIN_SHOWN : OVERSCAN * this.height;
    return this.between(this.top - ahead, this.top + this.height + ahead);
  }

  /** The headings on the screen and near it. */
  headings(): readonly Heading[] {
    const ahead = this.isFast ? 0 : OVERSCAN * this.height;
    return this.layout?.headingsIn(this.top - ahead, this.top + this.height + ahead) ?? [];
  }

  /**
   * Sets the size of the screen, and where its upper edge is; `layOut` must follow. Returns false if the size has not changed. If
   * only the upper edge has moved, what is on the screen stays where it is, unless it is the start of the list.
   */
  resize(width: number, height: number, isRightToLeft: boolean, edge = this.#edge): boolean {
    if (width === this.width && height === this.height && isRightToLeft === this.isRightToLeft) return false;
    const moved = edge - this.#edge;
    const isEdgeAlone = width === this.width && Math.abs(moved + height - this.height) < 1;
    this.#kept = isEdgeAlone && this.#anchor === undefined && this.top > 0 ? moved : undefined;
    this.#edge = edge;
    Object.assign(this, { width, height, isRightToLeft });
    return true;
  }

  /**
   * Lays out the content again, and puts at the upper edge the last target of `goTo` or `reveal` or, if the person has scrolled
   * since, the first asset on the screen. Only the exception of `resize` keeps what is on the screen where it is.
   */
  layOut(options: Omit<LayoutOptions, 'width'>): void {
    const { width } = this;
    const held = this.#anchor ?? this.first;
    const kept = this.#kept;
    this.#kept = undefined;
    const offset = kept === undefined ? 0 : this.top - (this.layout?.boxAt(held).y ?? 0) + kept;
    const layOut = options.view === 'justified' ? layOutJustified : layOutEvenly;
    this.layout = width > 0 ? layOut({ ...options, width }) : undefined;
    this.#scroll.resize(this.layout?.height ?? 0, this.height);
    if (kept === undefined && this.layout && held < this.layout.total) this.#moveTo(startOf(this.layout.boxAt(held)));
    else this.#hold(held, offset);
  }

  /**
   * Uses the ratios of the positions from `first` up to `end`, which is excluded, as they are known now. What is on the screen
   * stays there.
   */
  refine(first: number, end: number): void {
    const { layout } = this;
    // The anchor, or else the first asset on the screen, keeps its place.
    const held = this.#anchor ?? this.first;
    const heldPlace = () => (layout && held < layout.total ? layout.boxAt(held).y : this.top);
    const before = { place: heldPlace(), height: layout?.height };
    const offset = this.top - before.place;
    layout?.refine(first, end);
    // Moving the box without need would make the browser lay out the list once more.
    if (heldPlace() === before.place && layout?.height === before.height) {
      this.#options.changed();
      return;
    }
    this.#scroll.resize(layout?.height ?? 0, this.height);
    this.#hold(held, offset);
  }

  /** Follows the box to the scroll position of a scroll event. */
  scrolled(scrollTop: number): void {
    if (this.#scroll.scrolled(scrollTop)) this.#mustSettle = true;
    // The scroll event that `settle` causes is not a movement.
    if (Math.abs(this.top - this.#last.top) >= 1) this.#moved();
  }

  /** Scrolls the box to where the viewport is, if need be. To be called after each update. */
  settle(box: { scrollTop: number }): void {
    const { boxTop } = this.#scroll;
    if (this.#mustSettle && Math.abs(box.scrollTop - boxTop) >= 1) box.scrollTop = boxTop;
    this.#mustSettle = false;
  }

  /** Shows a position at the upper edge. */
  goTo(position: number): void {
    const { layout, top } = this;
    this.#anchor = position;
    if (!layout || layout.total === 0) return;
    this.#anchor = Math.max(0, Math.min(position, layout.total - 1));
    this.#moveTo(startOf(layout.boxAt(this.#anchor)));
    if (this.top !== top) this.#waitForRest();
  }

  /** Moves no farther than necessary to show a whole tile. */
  reveal(position: number): void {
    const { layout, top, height } = this;
    if (!layout || position >= layout.total) return;
    const box = layout.boxAt(position);
    const { y, height: own } = box;
    this.#anchor = position;
    if (startOf(box) < top || own > height) this.#moveTo(startOf(box));
    else if (y + own > top + height) this.#moveTo(y + own - height);
    else return;
    this.#waitForRest();
  }

  /** Moves down, or up by a negative number. */
  moveBy(pixels: number): void {
    this.#anchor = undefined;
    this.#moveTo(this.top + pixels);
    this.#waitForRest();
  }

  /**
   * Moves to a share of the content, from 0 to 1. While a thumb is dragged of which one pixel is more than a row, moves to the
   * start of the row there.
   */
  scrub(share: number, isDragged = false): void {
    const place = Math.min(1, Math.max(0, share)) * this.maxTop;
    this.#scroll.goTo(isDragged ? this.#rowStartAt(place) : place);
    this.#mustSettle = true;
    this.#moved();
  }

  /** Ends scrolling at once, when the person releases the scrubber, so that pictures load without delay. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#fastScroll.end();
    const { boxTop } = this.#scroll;
    this.#scroll.settle();
    this.#mustSettle ||= this.#scroll.boxTop !== boxTop;
    this.#options.changed();
    this.#options.rested();
  }

  /** Ends the timers. */
  close(): void {
    clearTimeout(this.#timer);
    this.#screenFirst.stop();
  }

  /** Puts an asset this many pixels above the upper edge. */
  #hold(position: number, offset: number): void {
    const { layout } = this;
    const isEmpty = !layout || layout.total === 0;
    this.#moveTo(isEmpty ? 0 : layout.boxAt(Math.min(position, layout.total - 1)).y + offset);
  }

  #moveTo(top: number): void {
    const before = this.top;
    this.#scroll.goTo(top);
    this.#noteJump(before);
    this.#last = { time: performance.now(), top: this.top };
    this.#mustSettle = true;
    this.#options.changed();
  }

  #noteJump(before: number): void {
    if (!this.isFast && Math.abs(this.top - before) <= this.height) return;
    this.#screenFirst.start();
    this.#waitForRest();
  }

  #waitForRest(): void {
    this.#hasMoved = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.rest(), REST_MILLISECONDS);
  }

  /**
   * Returns the start of the row at a place if the scrubber cannot aim within a row, else the place: with a row cut off at each
   * end of the screen, there is one more row of pictures to load.
   */
  #rowStartAt(place: number): number {
    const tile = this.firstFrom(place);
    const canAim = tile === undefined || this.maxTop / this.height <= tile.height;
    return canAim || place === this.maxTop ? place : startOf(tile);
  }

  /** Records a movement by the person. */
  #moved(): void {
    const time = performance.now();
    const last = this.#last;
    this.#fastScroll.moved(Math.abs(this.top - last.top) / Math.max(1, this.height), time - last.time);
    // Whoever keeps scrolling needs the tiles above and below the screen soon.
    this.#screenFirst.stop();
    this.#noteJump(last.top);
    this.#last = { time, top: this.top };
    this.#anchor = undefined;
    this.#waitForRest();
    this.#options.changed();
  }
}

/** Upper edge of a tile, or of the heading above its row. */
function startOf({ y, above }: Box): number {
  return y - above;
}
