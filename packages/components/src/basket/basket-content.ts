import type { Asset } from '@asset-browsing-service/client';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { copyLink } from '../theme/copy-link.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';
import type { BasketItem } from './basket-store.ts';

/** What the dialog of a basket shows. */
export interface BasketView {
  readonly catalogue: Catalogue;
  readonly items: readonly BasketItem[];
  readonly assets: ReadonlyMap<number, Asset>;
  /** IDs of the items that are ticked. */
  readonly ticked: ReadonlySet<number>;
  /** Assets that were deleted since they were added. */
  readonly dropped: readonly BasketItem[];
  /** Why the assets could not be loaded. */
  readonly failure: unknown;
  /** The address that opens the basket elsewhere. */
  readonly link: string;
  readonly tick: (id: number, isTicked: boolean) => void;
  readonly open: (asset: Asset) => void;
  readonly remove: (id: number) => void;
  readonly clear: () => void;
  readonly download: () => void;
  readonly retry: () => void;
}

/** Draws the assets of a basket, each with a box to tick and a button that removes it, and what can be done with them. */
export function basketContent(view: BasketView): TemplateResult {
  const { catalogue, items, dropped, failure, retry } = view;
  const { say } = catalogue;
  const names = dropped.map(({ id, name }) => name || String(id)).join(', ');
  return html`
    <div role="status">
      ${names ? html`<p class="dropped">${say('basket.dropped', { count: dropped.length, names })}</p>` : nothing}
    </div>
    ${
      failure
        ? html`<p class="error" role="alert">${refusalText(failure, catalogue)}</p>
            <button type="button" @click=${retry}>${say('catalogue.retry')}</button>`
        : nothing
    }
    ${
      items.length === 0
        ? notice({ icon: 'basket', title: say('basket.empty.title'), text: say('basket.empty.text') })
        : html`<ul class="items">${items.map((item) => basketItem(view, item))}</ul>${actions(view)}`
    }
  `;
}

function actions({ catalogue: { say }, ticked, link, clear, download }: BasketView): TemplateResult {
  const { size: count } = ticked;
  return html`
    <div class="actions">
      <button type="button" id="basket-download" class="primary" @click=${download}>
        ${icon('download')}${count > 0 ? say('basket.download.some', { count }) : say('basket.download')}
      </button>
      <button type="button" class="clear" @click=${clear}>${say('basket.clear')}</button>
    </div>
    <div class="share">
      <h3>${say('basket.share')}</h3>
      ${copyLink(say, link, say('basket.share'))}
    </div>
  `;
}

function basketItem(view: BasketView, { id, name }: BasketItem): TemplateResult {
  const { catalogue, assets, ticked, tick, open, remove } = view;
  const { say, pictures } = catalogue;
  const asset = assets.get(id);
  const text = asset?.alt_name || asset?.name || name || String(id);
  return html`<li>
    <label class="tick">
      <input
        type="checkbox"
        aria-label=${say('basket.tick', { name: text })}
        .checked=${ticked.has(id)}
        @change=${({ target }: Event) => tick(id, (target as HTMLInputElement).checked)}
      />
    </label>
    <button type="button" class="quiet item" ?disabled=${!asset} @click=${() => asset && open(asset)}>
      <span class="thumb">
        ${asset ? html`<img alt="" loading="lazy" src=${pictureAddress(pictures.addressOf(asset, 56))} />` : nothing}
      </span>
      <span class="item-name" dir="auto">${text}</span>
    </button>
    <button
      type="button"
      class="quiet remove"
      data-id=${id}
      aria-label=${say('basket.remove', { name: text })}
      @click=${() => remove(id)}
    >
      ${icon('close')}
    </button>
  </li>`;
}

/** The look of a basket. */
export const basketStyles = css`
  :host {
    display: inline-block;
  }
  .badge {
    position: relative;
  }
  .count {
    min-inline-size: 1.5em;
    padding-inline: 0.375em;
    border-radius: 1em;
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    line-height: 1.5em;
  }
  .faint {
    color: var(--_text-2);
    font-size: 0.8125rem;
  }
  .items {
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  .items li {
    display: flex;
    align-items: center;
    gap: 0.25rem;
    border-block-end: 1px solid var(--_line);
  }
  .tick {
    display: grid;
    place-items: center;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    flex: none;
  }
  .tick input {
    inline-size: 1.25rem;
    block-size: 1.25rem;
    margin: 0;
  }
  .item {
    flex: 1;
    justify-content: start;
    gap: 0.75rem;
    min-inline-size: 0;
    padding: 0.375rem;
    text-align: start;
  }
  .item:disabled {
    opacity: 1;
  }
  .thumb {
    flex: none;
    inline-size: 3rem;
    block-size: 3rem;
    overflow: hidden;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface-3);
  }
  .thumb img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .item-name {
    min-inline-size: 0;
  }
  .remove {
    flex: none;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin-block-start: 1rem;
  }
  .actions .clear {
    margin-inline-start: auto;
  }
  .share {
    margin-block-start: 1.25rem;
  }
  .share h3 {
    margin: 0 0 0.5rem;
    font-size: 0.9375rem;
  }
  .back {
    margin-block-end: 1rem;
  }
  .dropped {
    margin: 0 0 0.75rem;
    padding: 0.5rem 0.75rem;
    border-inline-start: 3px solid var(--_danger);
    background: var(--_surface-2);
    overflow-wrap: anywhere;
  }
  .error {
    color: var(--_danger);
  }
`;
