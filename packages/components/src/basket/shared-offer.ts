import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { refusalText } from '../catalogue/refusals.ts';
import { type BasketView, itemLook } from './basket-content.ts';
import { MAX_ITEMS } from './basket-store.ts';

/** The question whether the assets of a share link are added to the basket of this browser. */
export interface SharedOffer {
  /** IDs of the assets, each once; undefined while nothing is asked. */
  readonly ids: readonly number[] | undefined;
  /** Asks. Resolves with true once the person wants the assets, and with false if the question ends in another way. */
  ask(ids: readonly number[]): Promise<boolean>;
  /** Ends the question, if there is one. */
  answer(isWanted: boolean): void;
}

/** Opens without a question. */
export function openSharedOffer(): SharedOffer {
  let ids: readonly number[] | undefined;
  let resolve = (_isWanted: boolean) => {};

  function answer(isWanted: boolean): void {
    ids = undefined;
    resolve(isWanted);
  }

  return {
    get ids() {
      return ids;
    },
    ask: (asked) => {
      answer(false);
      ids = [...new Set(asked)];
      return new Promise((answered) => {
        resolve = answered;
      });
    },
    answer,
  };
}

/** The content and callbacks of the question. */
export interface SharedView extends Pick<BasketView, 'catalogue' | 'assets' | 'missing' | 'failure' | 'retry'> {
  readonly ids: readonly number[];
  readonly add: () => void;
  readonly decline: () => void;
}

/** Draws the shared assets, and buttons that add them to the basket or not. */
export function sharedContent(view: SharedView): TemplateResult {
  const { catalogue, ids, failure, retry, add, decline } = view;
  const { say } = catalogue;
  return html`
    <p>${say('basket.shared.text', { count: ids.length })}</p>
    ${
      failure
        ? html`<p class="error" role="alert">${refusalText(failure, catalogue)}</p>
            <button type="button" @click=${retry}>${say('catalogue.retry')}</button>`
        : nothing
    }
    <ul class="items">
      ${repeat(
        ids.slice(0, MAX_ITEMS),
        (id) => id,
        (id) => html`<li class=${view.missing.has(id) ? 'missing' : ''}>
          <div class="item">${itemLook(view, { id, name: '' })}</div>
        </li>`,
      )}
    </ul>
    <div class="actions">
      <button type="button" class="primary" @click=${add}>${say('basket.shared.add')}</button>
      <button type="button" @click=${decline}>${say('basket.shared.decline')}</button>
    </div>
  `;
}
