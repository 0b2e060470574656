import { html, type TemplateResult } from 'lit';
import type { Updatable } from '../catalogue/later-part.ts';

/** How long a message is shown, in milliseconds: long enough to read two sentences. */
export const NEWS_MILLISECONDS = 6000;

/** Milliseconds within which browsers report to screen readers that a region became empty. */
const EMPTY_MILLISECONDS = 100;

/** A message that says what just happened and then disappears. */
export class PassingNews {
  #text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #host: Updatable;

  /** `host` is updated when the text appears or disappears. */
  constructor(host: Updatable) {
    this.#host = host;
  }

  show(text: string): void {
    // The same text again would be no change, so screen readers would not announce it.
    this.stop();
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => this.#become(''), NEWS_MILLISECONDS);
      this.#become(text);
    }, EMPTY_MILLISECONDS);
  }

  /** Draw it even without a text: screen readers announce changes only in a region that already exists. */
  render(): TemplateResult {
    return html`<div class="passing-news" role="status">${this.#text}</div>`;
  }

  /** Removes the message at once. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#become('');
  }

  #become(text: string): void {
    this.#text = text;
    this.#host.requestUpdate();
  }
}
