/**
 * The tallest box that is scrolled as it is, in pixels. Browsers cut taller boxes: Firefox at 17.9 million pixels, Chromium
 * at 16.7 million on screens of double density.
 */
export const MOST_PIXELS = 8_000_000;

/** How far a single scroll event moves when a person turns a wheel or flings; a longer way is a jump by the scroll bar. */
const LONGEST_STEP_SCREENS = 3;

/** The place in a content that may be taller than any box of a browser. */
export interface ScaledScroll {
  /** Height of the box that is scrolled. */
  readonly boxHeight: number;
  /** The scroll position that the box has, or must get. */
  readonly boxTop: number;
  /** Place in the content: its part at the upper edge of the screen. */
  readonly top: number;
  /**
   * Takes over a new scroll position of the box. Returns the position that the box must get now, or undefined if it may
   * stay: at an end of the box that is no end of the content.
   */
  scrolled(scrollTop: number): number | undefined;
  /** Goes to a place of the content. Returns the scroll position that the box must get. */
  goTo(top: number): number;
  /** The scroll position that stands for the present place. The box gets it when nobody scrolls. */
  rest(): number;
  /** Takes over new heights. Returns the scroll position that the box must get. */
  resize(contentHeight: number, screenHeight: number): number;
}

/**
 * Maps the scroll position of a box of at most `MOST_PIXELS` to a place in the content. Short ways count one to one, so that
 * wheels, keys and flings move as everywhere; long ones are jumps of the scroll bar, and count in proportion.
 */
export function openScaledScroll(): ScaledScroll {
  let content = 0;
  let screen = 0;
  let top = 0;
  let last = 0;

  const boxHeight = () => Math.min(content, MOST_PIXELS);
  const isScaled = () => content > MOST_PIXELS;
  const mostTop = () => Math.max(0, content - screen);
  const mostScroll = () => Math.max(0, boxHeight() - screen);
  const rest = () => (isScaled() ? (top / mostTop()) * mostScroll() : top);
  const settle = () => {
    last = rest();
    return last;
  };

  return {
    get boxHeight() {
      return boxHeight();
    },
    get boxTop() {
      return last;
    },
    get top() {
      return top;
    },
    scrolled: (scrollTop) => {
      const step = scrollTop - last;
      last = scrollTop;
      if (!isScaled()) {
        top = Math.min(mostTop(), Math.max(0, scrollTop));
        return undefined;
      }
      const isJump = Math.abs(step) > LONGEST_STEP_SCREENS * screen;
      const wanted = isJump ? (scrollTop / mostScroll()) * mostTop() : top + step;
      top = Math.min(mostTop(), Math.max(0, wanted));
      const isAtStart = scrollTop <= 0;
      if (!isAtStart && scrollTop < mostScroll()) return undefined;
      // The box is at its end, so nothing but an end within a screen lets it move on.
      if (isAtStart && top < screen) top = 0;
      else if (!isAtStart && top > mostTop() - screen) top = mostTop();
      return settle();
    },
    goTo: (wanted) => {
      top = Math.min(mostTop(), Math.max(0, wanted));
      return settle();
    },
    rest: settle,
    resize: (contentHeight, screenHeight) => {
      content = contentHeight;
      screen = screenHeight;
      top = Math.min(mostTop(), top);
      return settle();
    },
  };
}
