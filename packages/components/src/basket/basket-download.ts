import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { openLaterPart, waitingFor } from '../catalogue/later-part.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';

/** The download of assets of the basket, which takes the place of their list until the person goes back. */
export interface BasketDownload {
  readonly isShown: boolean;
  start(ids: readonly number[]): void;
  end(): void;
  /** `back` is called when the person wants the list again. */
  render(say: Say, back: () => void): TemplateResult;
}

/** Opens the download of a basket, whose scripts are loaded for the first one. */
export function openBasketDownload(element: ReactiveControllerHost): BasketDownload {
  let ids: readonly number[] | undefined;
  const part = openLaterPart(
    () => import('../abs-download.ts'),
    () => element.requestUpdate(),
  );
  return {
    get isShown() {
      return ids !== undefined;
    },
    start: (wanted) => {
      ids = wanted;
      void part.load();
      element.requestUpdate();
    },
    end: () => {
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
