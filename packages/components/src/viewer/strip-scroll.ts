import type { Updatable } from '../catalogue/later-part.ts';
import { PAGE_STEP, type StripScroll } from './page-bar.ts';
import { scrollToMiddle } from './strip.ts';

/** Keeps track of where the strip of pages is scrolled to. */
export class StripFollower {
  at: Omit<StripScroll, 'isRightToLeft'> = { scrolled: 0, length: 0 };
  readonly #host: Updatable;
  #current = -1;

  /** `host` is updated when other pages have to be drawn. */
  constructor(host: Updatable) {
    this.#host = host;
  }

  readonly scrolled = ({ currentTarget }: Event): void => {
    // From right to left, `scrollLeft` is negative.
    this.at = { ...this.at, scrolled: Math.abs((currentTarget as Element).scrollLeft) };
    this.#host.requestUpdate();
  };

  /** Measures the strip, if there is one, and scrolls to the page after it was turned. A focus in the strip follows. */
  follow(strip: HTMLElement | null, page: number, pages: number): void {
    if (!strip) return;
    const { clientWidth: length } = strip;
    if (length !== this.at.length) {
      this.at = { ...this.at, length };
      this.#host.requestUpdate();
    }
    if (this.#current === page || length === 0) return;
    this.#current = page;
    const to = scrollToMiddle(page, length, PAGE_STEP, pages);
    strip.scrollLeft = getComputedStyle(strip).direction === 'rtl' ? -to : to;
    const focused = (strip.getRootNode() as ShadowRoot).activeElement;
    if (strip.contains(focused))
      strip.querySelector<HTMLElement>(`[data-page="${page}"]`)?.focus({ preventScroll: true });
  }

  /** Forgets the page, because another asset is shown. */
  reset(): void {
    this.#current = -1;
  }
}
