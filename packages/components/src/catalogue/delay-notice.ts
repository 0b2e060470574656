import { html, nothing } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { Say } from '../texts/texts.ts';
import type { ServiceLoad } from './service-load.ts';

/** A request without an answer yet. */
export interface Delay {
  readonly say: Say;
  readonly load: ServiceLoad;
  /** Ends the request and sends it again. */
  readonly retry: () => void;
  /** Identifies what is requested. The time starts again when it changes. */
  readonly of?: unknown;
  /** Shown until there is a message. */
  readonly meanwhile?: unknown;
}

/** Seconds without an answer after which the message is shown: that the service is busy, if it says so, or that it is slow. */
const BUSY_SECONDS = 2;
const LONG_SECONDS = 5;

class DelayNotice extends AsyncDirective {
  #delay: Delay | undefined;
  #seconds = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  override render(delay: Delay): unknown {
    if (delay.of !== this.#delay?.of) this.#seconds = 0;
    this.#delay = delay;
    // Elements may be drawn once more after they were removed.
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

/** Renders nothing at first, then why the answer has not come yet, and finally also a button that sends the request again. */
export const delayNotice = directive(DelayNotice);
