import { PAGE_STEP, type StripScroll } from './page-bar.ts';
import { scrollToMiddle } from './strip.ts';

/** Follows where the strip of pages is scrolled to. */
export interface StripFollower {
  readonly at: Omit<StripScroll, 'isRightToLeft'>;
  scrolled(event: Event): void;
  /** Measures the strip, if there is one, and shows a page that was turned to. The focus goes with it. */
  follow(strip: HTMLElement | null, page: number, pages: number): void;
  /** Forgets the page, because another asset is shown. */
  reset(): void;
}

/** Opens a follower. `changed` is called when other pages have to be drawn. */
export function followStrip(changed: () => void): StripFollower {
  let at = { scrolled: 0, length: 0 };
  let latest = -1;

  return {
    get at() {
      return at;
    },
    scrolled: ({ currentTarget }) => {
      // From right to left, browsers count below zero.
      at = { ...at, scrolled: Math.abs((currentTarget as Element).scrollLeft) };
      changed();
    },
    follow: (strip, page, pages) => {
      if (!strip) return;
      if (strip.clientWidth !== at.length) {
        at = { ...at, length: strip.clientWidth };
        changed();
      }
      if (latest === page || at.length === 0) return;
      latest = page;
      const to = scrollToMiddle(page, at.length, PAGE_STEP, pages);
      strip.scrollLeft = getComputedStyle(strip).direction === 'rtl' ? -to : to;
      const focused = (strip.getRootNode() as ShadowRoot).activeElement;
      if (strip.contains(focused))
        strip.querySelector<HTMLElement>(`[data-page="${page}"]`)?.focus({ preventScroll: true });
    },
    reset: () => {
      latest = -1;
    },
  };
}
