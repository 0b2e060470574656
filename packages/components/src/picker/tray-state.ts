import type { Asset } from '@asset-browsing-service/client';
import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { AssetLoader } from '../assets/known-assets.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { openExpiryNotes } from '../expiry/later-notes.ts';
import { moved } from './choice.ts';
import { nameOf, tray } from './tray.ts';

/** The tray of an element. Announces each change to screen readers, and keeps the focus in the tray. */
export interface TrayState {
  render(catalogue: Catalogue, options: TrayOptions): TemplateResult;
}

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

/** Opens the tray of an element. */
export function openTrayState(
  element: ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment },
  { assets, ids, changed }: TrayHost,
): TrayState {
  /** The last change, for screen readers. */
  let news = '';
  const expiryOf = openExpiryNotes(() => element.requestUpdate());
  /** Differs from that of every other tray, even of other pages. */
  const dragType = `application/x-abs-${Math.random().toString(36).slice(2)}`;

  /** Focuses the first of these buttons that there is, because the button that was pressed was removed or moved. */
  async function focus(...selectors: readonly string[]): Promise<void> {
    await element.updateComplete;
    for (const selector of selectors) {
      const button = element.renderRoot.querySelector<HTMLButtonElement>(`${selector}:not(:disabled)`);
      if (button) return button.focus();
    }
  }

  function remove({ say }: Catalogue, id: number): void {
    const position = ids().indexOf(id);
    const left = ids().filter((each) => each !== id);
    news = say('picker.removed', { name: nameOf(say, assets(), id) });
    changed(left);
    const next = left[Math.min(position, left.length - 1)];
    void focus(`[data-id="${next}"] .close`, '.choose', 'button.primary');
  }

  function move({ say }: Catalogue, from: number, to: number): void {
    const id = ids()[from];
    if (id === undefined) return;
    const order = moved(ids(), from, to);
    news = say('picker.moved', {
      name: nameOf(say, assets(), id),
      position: order.indexOf(id) + 1,
      count: order.length,
    });
    changed(order);
    const [same, other] = to < from ? ['previous', 'next'] : ['next', 'previous'];
    void focus(`[data-id="${id}"] .${same}`, `[data-id="${id}"] .${other}`);
  }

  return {
    render: (catalogue, options) => {
      const { known, retry } = assets();
      const { say } = catalogue;
      const missing = ids().filter((id) => known.missing.has(id));
      const removeMissing = () => {
        changed(ids().filter((id) => !known.missing.has(id)));
        void focus('.tray .close', '.choose', 'button.primary');
      };
      return html`<p class="unseen" role="status">${news}</p>
        <div class="matter" role="status">
          ${
            missing.length > 0
              ? html`<span>${say('picker.missing.text', { count: missing.length })}</span>
                  <button type="button" ?disabled=${options.isDisabled} @click=${removeMissing}>${say('picker.missing.remove')}</button>`
              : ''
          }
          ${
            known.failure
              ? html`<span>${refusalText(known.failure, catalogue)}</span>
                  <button type="button" @click=${retry}>${say('catalogue.retry')}</button>`
              : ''
          }
        </div>
        ${tray({
          ...{ catalogue, ids: ids(), known, expiryOf, dragType, ...options },
          remove: (id) => remove(catalogue, id),
          move: (from, to) => move(catalogue, from, to),
        })}`;
    },
  };
}
