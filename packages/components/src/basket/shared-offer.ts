import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { refusalText } from '../catalogue/refusals.ts';
import { type BasketView, itemLook } from './basket-content.ts';
import { MAX_ITEMS } from './max-items.ts';

/** The question whether the assets of a share link are added to the basket of this browser. */
export class SharedOffer {
  #ids: readonly number[] | undefined;
  #resolve = (_isWanted: boolean) => {};

  /** IDs of the assets, each once; undefined while nothing is asked. */
  get ids(): readonly number[] | undefined {
    return this.#ids;
  }

  /** Asks. Resolves with true once the person wants the assets, and with false if the question ends in another way. */
  ask(asked: readonly number[]): Promise<boolean> {
    this.answer(false);
    this.#ids = [...new Set(asked)];
    return new Promise((answered) => {
      this.#resolve = answered;
    });
  }

  /** Ends the question, if there is one. */
  answer(isWanted: boolean): void {
    this.#ids = undefined;
    this.#resolve(isWanted);
  }
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
