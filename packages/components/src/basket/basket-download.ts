import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { openLaterPart, waitingFor } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';

/** The download of assets of the basket, which takes the place of their list until the person goes back. */
export interface BasketDownload {
  readonly isShown: boolean;
  /** How many assets of the download from which the person came back were no longer in the basket then. */
  readonly removed: number;
  /** Shows the download of these assets, whatever happens to the basket meanwhile. */
  start(ids: readonly number[]): void;
  /** `kept` are the IDs in the basket to which the person goes back. */
  end(kept?: readonly number[]): void;
  /** `back` is called when the person wants the list again. */
  render(say: Say, back: () => void): TemplateResult;
}

/** Opens the download of a basket, whose scripts are loaded for the first one. */
export function openBasketDownload(element: ReactiveControllerHost): BasketDownload {
  let ids: readonly number[] | undefined;
  let removed = 0;
  const part = openLaterPart(
    () => import('../abs-download.ts'),
    () => element.requestUpdate(),
  );
  return {
    get isShown() {
      return ids !== undefined;
    },
    get removed() {
      return removed;
    },
    start: (wanted) => {
      ids = wanted;
      void part.load();
      element.requestUpdate();
    },
    end: (kept) => {
      const inBasket = kept && new Set(kept);
      removed = inBasket && ids ? ids.filter((id) => !inBasket.has(id)).length : 0;
      ids = undefined;
      element.requestUpdate();
    },
    render: (say, back) => {
      const content =
        part.state === 'ready' ? html`<abs-download inline .ids=${ids ?? []}></abs-download>` : waitingFor(part, say);
      return html`<button type="button" class="back" @click=${back}>${icon('list')}${say('basket.back')}</button>
        ${content}`;
    },
  };
}
