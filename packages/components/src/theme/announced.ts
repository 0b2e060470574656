import { nothing } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';

/** Milliseconds within which browsers report a new live region to screen readers. */
const KNOWN_MILLISECONDS = 100;

/**
 * Fills a live region a moment after it has appeared, because screen readers announce only changes in regions that they know, not
 * the initial content of a new one.
 */
class Announced extends AsyncDirective {
  #content: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isKnown = false;

  override render(content: unknown): unknown {
    this.#content = content;
    this.#wait();
    return this.#isKnown ? content : nothing;
  }

  protected override disconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  protected override reconnected(): void {
    this.#wait();
  }

  #wait(): void {
    if (this.#isKnown) return;
    this.#timer ??= setTimeout(() => {
      this.#isKnown = true;
      this.setValue(this.#content);
    }, KNOWN_MILLISECONDS);
  }
}

/** `<div role="status">${announced(html`<p>…</p>`)}</div>` */
export const announced = directive(Announced);
