/**
 * Maximum height of the box that the browser scrolls, in pixels. Browsers clip taller boxes: Firefox at 17.9 million pixels,
 * Chromium at 33.5 million divided by the density of the screen times its zoom. Half of what Chromium allows at the usual
 * density of two holds up to a density of four.
 */
export const MAX_BOX_HEIGHT = 8_000_000;

/** The longest way of a single scroll event of a wheel or a fling; a longer one is a jump by the browser's scroll bar. */
const MAX_STEP_SCREENS = 3;

/**
 * A place in a content that may be taller than any box of a browser. All lengths are pixels. After `goTo`, `resize` and
 * `settle`, the caller must scroll the box to `boxTop`.
 */
export interface ScaledScroll {
  /** Height of the box. */
  readonly boxHeight: number;
  /** The scroll position that the box has, or must get. */
  readonly boxTop: number;
  /** The place: what of the content is at the upper edge of the screen. */
  readonly top: number;
  /**
   * Takes over a scroll position that the browser reports. Returns true if the box must be scrolled to `boxTop`: at an end of the
   * box, so that the person can scroll on to the end of the content.
   */
  scrolled(scrollTop: number): boolean;
  /** Goes to a place. */
  goTo(wanted: number): void;
  /**
   * Gives the box the position that is in proportion to the place if it is off by at least a pixel. To be called whenever
   * scrolling has ended, but not before, because moving the box stops a fling. Without it, the scroll bar shows a wrong place
   * after small steps, which move the place as far as the box, and the box comes to its end in the middle of the content.
   */
  settle(): void;
  /** Takes over new heights. */
  resize(contentHeight: number, screenHeight: number): void;
}

/**
 * Maps the scroll position of a box of at most `MAX_BOX_HEIGHT` to a place in the content. Small steps count one to one, so that
 * wheels, keys and flings move as everywhere; longer ones are jumps of the scroll bar, and count in proportion.
 */
export function openScaledScroll(): ScaledScroll {
  let content = 0;
  let screen = 0;
  let top = 0;
  let boxTop = 0;

  const boxHeight = () => Math.min(content, MAX_BOX_HEIGHT);
  const isScaled = () => content > MAX_BOX_HEIGHT;
  const maxTop = () => Math.max(0, content - screen);
  const maxBoxTop = () => Math.max(0, boxHeight() - screen);
  const limit = (wanted: number) => Math.min(maxTop(), Math.max(0, wanted));

  const wantedBoxTop = () => (isScaled() ? (top / maxTop()) * maxBoxTop() : top);

  function goTo(wanted: number): void {
    top = limit(wanted);
    boxTop = wantedBoxTop();
  }

  return {
    get boxHeight() {
      return boxHeight();
    },
    get boxTop() {
      return boxTop;
    },
    get top() {
      return top;
    },
    scrolled: (scrollTop) => {
      const step = scrollTop - boxTop;
      boxTop = scrollTop;
      const isJump = Math.abs(step) > MAX_STEP_SCREENS * screen;
      const proportional = (scrollTop / maxBoxTop()) * maxTop();
      top = limit(!isScaled() ? scrollTop : isJump ? proportional : top + step);
      const isAtStart = scrollTop <= 0;
      if (!isScaled() || (!isAtStart && scrollTop < maxBoxTop())) return false;
      // Less than a screen before an end of the content, the box would get too few pixels to scroll on.
      if (isAtStart && top < screen) top = 0;
      else if (!isAtStart && top > maxTop() - screen) top = maxTop();
      boxTop = wantedBoxTop();
      return true;
    },
    goTo,
    settle: () => {
      const wanted = wantedBoxTop();
      // Browsers round what they are given.
      if (Math.abs(wanted - boxTop) >= 1) boxTop = wanted;
    },
    resize: (contentHeight, screenHeight) => {
      content = contentHeight;
      screen = screenHeight;
      goTo(top);
    },
  };
}
