import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ElementEvents } from '../catalogue/event-details.ts';
import { LaterPart, waitingFor } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';

/** The download of assets, which the dialog shows instead of the list until the person goes back. */
export interface BasketDownload {
  readonly isShown: boolean;
  /** True while a file is on its way, which going back or closing the dialog would end. */
  readonly isRunning: boolean;
  /** Number of downloaded assets that were no longer in the basket when the person went back to the list. */
  readonly removed: number;
  /** Shows the download of these assets, even if the basket changes meanwhile. */
  start(ids: readonly number[]): void;
  /** Hides the download. `kept` are the IDs that are in the basket now, if the person goes back to the list. */
  end(kept?: readonly number[]): void;
  /** `back` is called when the person goes back to the list. */
  render(say: Say, back: () => void): TemplateResult;
}

/** Creates the download of a basket. The first `start` loads its scripts. `ended` is called when a download ends with its element. */
export function openBasketDownload(element: ReactiveControllerHost, ended: () => void): BasketDownload {
  let ids: readonly number[] | undefined;
  let removed = 0;
  let isRunning = false;
  const part = new LaterPart(element, () => import('../abs-download.ts'));
  const running = ({ detail }: ElementEvents['abs-downloading']) => {
    ({ isRunning } = detail);
    element.requestUpdate();
  };
  return {
    get isShown() {
      return ids !== undefined;
    },
    get isRunning() {
      return isRunning;
    },
    get removed() {
      return removed;
    },
    start: (started) => {
      ids = started;
      void part.load();
      element.requestUpdate();
    },
    end: (kept) => {
      // The event of an element that is removed reaches nobody else.
      if (isRunning) ended();
      const inBasket = kept && new Set(kept);
      removed = inBasket && ids ? ids.filter((id) => !inBasket.has(id)).length : 0;
      ids = undefined;
      isRunning = false;
      element.requestUpdate();
    },
    render: (say, back) => {
      const content =
        part.state === 'ready'
          ? html`<abs-download inline .ids=${ids ?? []} @abs-downloading=${running}></abs-download>`
          : waitingFor(part, say);
      const press = () => !isRunning && back();
      return html`<button type="button" class="back" aria-disabled=${isRunning} @click=${press}>${icon('list')}${say('basket.back')}</button>
        ${content}`;
    },
  };
}
