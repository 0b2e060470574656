/**
 * Maximum height of the box that the browser scrolls, in pixels. Browsers clip taller boxes: Firefox at 17.9 million pixels,
 * Chromium at 33.5 million divided by the density of the screen times its zoom. Half of what Chromium allows at the usual
 * density of two holds up to a density of four.
 */
export const MAX_BOX_HEIGHT = 8_000_000;

/** The longest way of a single scroll event of a wheel or a fling; a longer one is a jump by the browser's scroll bar. */
const MAX_STEP_SCREENS = 3;

/**
 * A place in a content that may be taller than any box of a browser. Maps the scroll position of a box of at most `MAX_BOX_HEIGHT`
 * to the place. Small steps count one to one, so that wheels, keys and flings move as everywhere; longer ones are jumps of the
 * scroll bar, and count in proportion. All lengths are pixels. After `goTo`, `resize` and `settle`, the caller must scroll the box
 * to `boxTop`.
 */
export class ScaledScroll {
  /** The scroll position that the box has, or must get. */
  boxTop = 0;
  /** The place: what of the content is at the upper edge of the screen. */
  top = 0;
  #content = 0;
  #screen = 0;

  /** Height of the box. */
  get boxHeight(): number {
    return Math.min(this.#content, MAX_BOX_HEIGHT);
  }

  get #isScaled(): boolean {
    return this.#content > MAX_BOX_HEIGHT;
  }

  get #maxTop(): number {
    return Math.max(0, this.#content - this.#screen);
  }

  get #maxBoxTop(): number {
    return Math.max(0, this.boxHeight - this.#screen);
  }

  get #wantedBoxTop(): number {
    return this.#isScaled ? (this.top / this.#maxTop) * this.#maxBoxTop : this.top;
  }

  /**
   * Takes over a scroll position that the browser reports. Returns true if the box must be scrolled to `boxTop`: at an end of the
   * box, so that the person can scroll on to the end of the content.
   */
  scrolled(scrollTop: number): boolean {
    const step = scrollTop - this.boxTop;
    this.boxTop = scrollTop;
    const isJump = Math.abs(step) > MAX_STEP_SCREENS * this.#screen;
    const proportional = (scrollTop / this.#maxBoxTop) * this.#maxTop;
    this.top = this.#limit(!this.#isScaled ? scrollTop : isJump ? proportional : this.top + step);
    const isAtStart = scrollTop <= 0;
    if (!this.#isScaled || (!isAtStart && scrollTop < this.#maxBoxTop)) return false;
    // Less than a screen before an end of the content, the box would get too few pixels to scroll on.
    if (isAtStart && this.top < this.#screen) this.top = 0;
    else if (!isAtStart && this.top > this.#maxTop - this.#screen) this.top = this.#maxTop;
    this.boxTop = this.#wantedBoxTop;
    return true;
  }

  /** Goes to a place. */
  goTo(wanted: number): void {
    this.top = this.#limit(wanted);
    this.boxTop = this.#wantedBoxTop;
  }

  /**
   * Gives the box the position that is in proportion to the place if it is off by at least a pixel. To be called whenever
   * scrolling has ended, but not before, because moving the box stops a fling. Without it, the scroll bar shows a wrong place
   * after small steps, which move the place as far as the box, and the box comes to its end in the middle of the content.
   */
  settle(): void {
    // Browsers round what they are given.
    if (Math.abs(this.#wantedBoxTop - this.boxTop) >= 1) this.boxTop = this.#wantedBoxTop;
  }

  /** Takes over new heights. */
  resize(contentHeight: number, screenHeight: number): void {
    this.#content = contentHeight;
    this.#screen = screenHeight;
    this.goTo(this.top);
  }

  #limit(wanted: number): number {
    return Math.min(this.#maxTop, Math.max(0, wanted));
  }
}
