import { html, nothing } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { Say } from '../texts/texts.ts';
import type { ServiceLoad } from './service-load.ts';

/** An answer that is awaited. */
export interface Delay {
  readonly say: Say;
  readonly load: ServiceLoad;
  /** Ends the request and sends it anew. */
  readonly retry: () => void;
  /** What is awaited: the time counts from when it is first drawn. */
  readonly of?: unknown;
  /** What is shown at first. */
  readonly meanwhile?: unknown;
}

/** Seconds without an answer after which people read that the service is busy, if it says so, or that it takes long. */
const BUSY_SECONDS = 2;
const LONG_SECONDS = 5;

class DelayNotice extends AsyncDirective {
  #delay: Delay | undefined;
  #seconds = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  override render(delay: Delay): unknown {
    if (delay.of !== this.#delay?.of) this.#seconds = 0;
    this.#delay = delay;
    // An element that was removed may be drawn once more.
    if (this.isConnected) this.reconnected();
    return this.#content(delay);
  }

  #content({ say, load, retry, meanwhile = nothing }: Delay): unknown {
    const seconds = load.busySeconds;
    const isBusy = seconds !== undefined && this.#seconds >= BUSY_SECONDS;
    const isLong = this.#seconds >= LONG_SECONDS;
    if (!isBusy && !isLong) return meanwhile;
    const text = isBusy
      ? `${say('catalogue.busy.title')}. ${say('catalogue.busy.text', { seconds })}`
      : say('catalogue.slow');
    const again = () => {
      // The update that follows removes the button, and moves the focus.
      this.#seconds = 0;
      retry();
    };
    // The button stays when the text becomes another one, because it may have the focus.
    const button = html`<button type="button" @click=${again}>${say('catalogue.retry')}</button>`;
    return html`<span>${text}</span> ${isLong ? button : nothing}`;
  }

  protected override reconnected(): void {
    this.#timer ??= setInterval(() => {
      this.#seconds += 1;
      if (this.#delay) this.setValue(this.#content(this.#delay));
    }, 1000);
  }

  protected override disconnected(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#seconds = 0;
  }
}

/** Stands where something will appear: says after a moment why it does not, and offers to ask for it again. */
export const delayNotice = directive(DelayNotice);
