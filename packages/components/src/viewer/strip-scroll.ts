import { PAGE_STEP, type StripScroll } from './page-bar.ts';
import { scrollToMiddle } from './strip.ts';

/** Keeps track of where the strip of pages is scrolled to. */
export interface StripFollower {
  readonly at: Omit<StripScroll, 'isRightToLeft'>;
  scrolled(event: Event): void;
  /** Measures the strip, if there is one, and scrolls to the page after it was turned. A focus in the strip follows. */
  follow(strip: HTMLElement | null, page: number, pages: number): void;
  /** Forgets the page, because another asset is shown. */
  reset(): void;
}

/** Opens a follower. Calls `changed` when other pages have to be drawn. */
export function followStrip(changed: () => void): StripFollower {
  let at = { scrolled: 0, length: 0 };
  let current = -1;

  return {
    get at() {
      return at;
    },
    scrolled: ({ currentTarget }) => {
      // From right to left, `scrollLeft` is negative.
      at = { ...at, scrolled: Math.abs((currentTarget as Element).scrollLeft) };
      changed();
    },
    follow: (strip, page, pages) => {
      if (!strip) return;
      if (strip.clientWidth !== at.length) {
        at = { ...at, length: strip.clientWidth };
        changed();
      }
      if (current === page || at.length === 0) return;
      current = page;
      const to = scrollToMiddle(page, at.length, PAGE_STEP, pages);
      strip.scrollLeft = getComputedStyle(strip).direction === 'rtl' ? -to : to;
      const focused = (strip.getRootNode() as ShadowRoot).activeElement;
      if (strip.contains(focused))
        strip.querySelector<HTMLElement>(`[data-page="${page}"]`)?.focus({ preventScroll: true });
    },
    reset: () => {
      current = -1;
    },
  };
}
