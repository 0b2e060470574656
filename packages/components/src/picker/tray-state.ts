import type { Asset } from '@asset-browsing-service/client';
import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { AssetLoader } from '../assets/known-assets.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { type ExpiryNotes, openExpiryNotes } from '../expiry/later-notes.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';
import { moved } from './choice.ts';
import styles from './tray.css';
import { nameOf, tray } from './tray.ts';

/** How a tray is drawn. */
export interface TrayOptions {
  readonly max: number;
  readonly isOrdered: boolean;
  readonly isDisabled: boolean;
  readonly open?: (asset: Asset) => void;
}

/** The choice that a tray shows and changes. */
export interface TrayHost {
  assets(): AssetLoader;
  ids(): readonly number[];
  /** Called when the person has removed or moved an asset. */
  changed(ids: readonly number[]): void;
}

/** An element that has a tray. */
export type TrayElement = ReactiveControllerHost & { readonly shadowRoot: ShadowRoot | null };

/** The tray of an element, which brings its styles. Announces each change to screen readers, and keeps the focus in the tray. */
export class TrayState {
  readonly #element: TrayElement;
  readonly #host: TrayHost;
  /** The last change, for screen readers. */
  #change = '';
  readonly #expiryOf: ExpiryNotes;
  /** Differs from that of every other tray, even of other pages. */
  readonly #dragType = `application/x-abs-${Math.random().toString(36).slice(2)}`;

  constructor(element: TrayElement, host: TrayHost) {
    this.#element = element;
    this.#host = host;
    this.#expiryOf = openExpiryNotes(element);
    if (styles.styleSheet) element.shadowRoot?.adoptedStyleSheets.push(styles.styleSheet);
  }

  render(catalogue: Catalogue, options: TrayOptions): TemplateResult {
    const { assets: known, ids, changed } = this.#host;
    const { say } = catalogue;
    const missing = ids().filter((id) => known().missing.has(id));
    const removeMissing = () => {
      changed(ids().filter((id) => !known().missing.has(id)));
      void this.#focus('.tray .close', '.choose', 'button.primary');
    };
    return html`<p class="unseen" role="status">${this.#change}</p>
      <div class="matter" role="status">
        ${
          missing.length > 0
            ? html`<span>${say('picker.missing.text', { count: missing.length })}</span>
                <button type="button" ?disabled=${options.isDisabled} @click=${removeMissing}>${say('picker.missing.remove')}</button>`
            : ''
        }
        ${
          known().failure
            ? html`<span>${refusalText(known().failure, catalogue)}</span>
                <button type="button" @click=${known().retry}>${say('catalogue.retry')}</button>`
            : ''
        }
      </div>
      ${tray({
        ...{ catalogue, ids: ids(), known: known(), expiryOf: this.#expiryOf, dragType: this.#dragType, ...options },
        remove: (id) => this.#remove(say, id),
        move: (from, to) => this.#move(say, from, to),
      })}`;
  }

  /** Focuses the first of these buttons that there is, because the button that was pressed was removed or moved. */
  async #focus(...selectors: readonly string[]): Promise<void> {
    await this.#element.updateComplete;
    for (const selector of selectors) {
      const button = this.#element.shadowRoot?.querySelector<HTMLButtonElement>(`${selector}:not(:disabled)`);
      if (button) return button.focus();
    }
  }

  #remove(say: Say, id: number): void {
    const { assets, ids, changed } = this.#host;
    const position = ids().indexOf(id);
    const left = ids().filter((each) => each !== id);
    this.#change = say('picker.removed', { name: nameOf(say, assets(), id) });
    changed(left);
    const next = left[Math.min(position, left.length - 1)];
    void this.#focus(`[data-id="${next}"] .close`, '.choose', 'button.primary');
  }

  #move(say: Say, from: number, to: number): void {
    const { assets, ids, changed } = this.#host;
    const id = ids()[from];
    if (id === undefined) return;
    const order = moved(ids(), from, to);
    this.#change = say('picker.moved', {
      name: nameOf(say, assets(), id),
      position: order.indexOf(id) + 1,
      count: order.length,
    });
    changed(order);
    const [same, other] = to < from ? ['previous', 'next'] : ['next', 'previous'];
    void this.#focus(`[data-id="${id}"] .${same}`, `[data-id="${id}"] .${other}`);
  }
}

addTexts(EN_LATER);
