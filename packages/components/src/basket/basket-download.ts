import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ElementEvents } from '../catalogue/event-details.ts';
import { LaterPart, waitingFor } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';

/** The download of assets, which the dialog shows instead of the list until the person goes back. Its first start loads its scripts. */
export class BasketDownload {
  /** True while a file is on its way, which going back or closing the dialog would end. */
  isRunning = false;
  /** Number of downloaded assets that were no longer in the basket when the person went back to the list. */
  removed = 0;
  #ids: readonly number[] | undefined;
  readonly #element: ReactiveControllerHost;
  readonly #ended: () => void;
  readonly #part: LaterPart;

  /** `ended` is called when a download ends with its element. */
  constructor(element: ReactiveControllerHost, ended: () => void) {
    this.#element = element;
    this.#ended = ended;
    this.#part = new LaterPart(element, () => import('../abs-download.ts'));
  }

  get isShown(): boolean {
    return this.#ids !== undefined;
  }

  /** Shows the download of these assets, even if the basket changes meanwhile. */
  start(ids: readonly number[]): void {
    this.#ids = ids;
    void this.#part.load();
    this.#element.requestUpdate();
  }

  /** Hides the download. `kept` are the IDs that are in the basket now, if the person goes back to the list. */
  end(kept?: readonly number[]): void {
    // The event of an element that is removed reaches nobody else.
    if (this.isRunning) this.#ended();
    const inBasket = kept && new Set(kept);
    this.removed = (inBasket && this.#ids?.filter((id) => !inBasket.has(id)).length) ?? 0;
    this.#ids = undefined;
    this.isRunning = false;
    this.#element.requestUpdate();
  }

  /** `back` is called when the person goes back to the list. */
  render(say: Say, back: () => void): TemplateResult {
    const running = ({ detail }: ElementEvents['abs-downloading']) => {
      this.isRunning = detail.isRunning;
      this.#element.requestUpdate();
    };
    const content =
      this.#part.state === 'ready'
        ? html`<abs-download inline .ids=${this.#ids ?? []} @abs-downloading=${running}></abs-download>`
        : waitingFor(this.#part, say);
    const press = () => !this.isRunning && back();
    return html`<button type="button" class="back" aria-disabled=${this.isRunning} @click=${press}>${icon('list')}${say('basket.back')}</button>
      ${content}`;
  }
}
