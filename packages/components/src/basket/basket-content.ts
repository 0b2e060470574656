import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type LaterPart, waitingFor } from '../catalogue/later-part.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { isVisible, visibleName } from '../catalogue/visible-name.ts';
import { expiryNote } from '../expiry/expiry-note.ts';
import type { Say } from '../texts/texts.ts';
import { copyLink } from '../theme/copy-link.ts';
import { unlabelledCut } from '../theme/cut-name.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { notice } from '../theme/notice.ts';
import type { Addition } from './basket-items.ts';
import { basketNews } from './basket-news.ts';
import type { BasketItem } from './basket-store.ts';
import { MAX_ITEMS } from './max-items.ts';

/** The content and callbacks of a basket's dialog. */
export interface BasketView {
  readonly catalogue: Catalogue;
  readonly items: readonly BasketItem[];
  readonly assets: ReadonlyMap<number, Asset>;
  /** IDs of the items that are ticked. */
  readonly ticked: ReadonlySet<number>;
  /** IDs of the items that the service did not find. */
  readonly missing: ReadonlySet<number>;
  /** Why the assets could not be loaded; undefined if they were. */
  readonly failure: unknown;
  /** What was last added. */
  readonly addition: Addition;
  /** The dialogs that download and share. */
  readonly later: LaterPart;
  /** Address of a page that offers these items to put into its basket. */
  readonly link: string;
  readonly tick: (id: number, isTicked: boolean) => void;
  readonly open: (asset: Asset) => void;
  readonly remove: (id: number) => void;
  readonly removeMissing: () => void;
  readonly clear: () => void;
  /** Puts back the items that `clear` has removed; undefined if there are none. */
  readonly restore: (() => void) | undefined;
  /** Downloads the ticked assets, or all if none is ticked. */
  readonly download: () => void;
  /** Makes a link for others, to the ticked assets, or to all if none is ticked. */
  readonly share: () => void;
  /** Prints the same. */
  readonly print: () => void;
  readonly retry: () => void;
}

/** Draws the button that opens the basket, with the number of items, which screen readers announce if it is news. */
export function basketButton(
  say: Say,
  { count, isNews }: { readonly count: number; readonly isNews: boolean },
  open: () => void,
): TemplateResult {
  return html`<button
      type="button"
      class="quiet opener"
      aria-haspopup="dialog"
      aria-label=${say('basket.open', { count })}
      @click=${open}
    >
      ${laterIcon('basket')}${count > 0 ? html`<span class="badge">${say('facets.number', { count })}</span>` : nothing}
    </button>
    <span class="unseen" role="status">${isNews ? say(count < MAX_ITEMS ? 'basket.count' : 'basket.full', { count }) : ''}</span>`;
}

/**
 * Draws the assets of a basket, each with a checkbox and a button that removes it, and below them the buttons that download
 * the ticked ones, or all if none is ticked, share and clear.
 */
export function basketContent(view: BasketView): TemplateResult {
  const { catalogue, items, failure, addition, later, retry } = view;
  const { say } = catalogue;
  return html`
    ${basketNews(say, addition)}
    <div role="status" class="gone">${missingItems(view)}</div>
    ${
      failure
        ? html`<p class="error" role="alert">${refusalText(failure, catalogue)}</p>
            <button type="button" @click=${retry}>${say('catalogue.retry')}</button>`
        : nothing
    }
    ${
      items.length === 0
        ? emptyNotice(view)
        : html`<ul class="items">${repeat(
            items,
            ({ id }) => id,
            (item) => basketItem(view, item),
          )}</ul>
          ${later.state === 'failed' ? waitingFor(later, say) : nothing} ${actions(view)}`
    }
  `;
}

function emptyNotice({ catalogue: { say }, restore }: BasketView): TemplateResult {
  const action = restore && { label: say('basket.restore'), run: restore };
  const words = { title: say('basket.empty.title'), text: say('basket.empty.text') };
  return notice({ icon: laterIcon('basket'), ...words, ...(action && { action }) });
}

/**
 * Says how many assets the service does not find. They stay until the person removes them, because the service may find them again
 * later.
 */
function missingItems({ catalogue: { say }, missing, removeMissing }: BasketView): TemplateResult | typeof nothing {
  const { size: count } = missing;
  if (count === 0) return nothing;
  return html`<p>${say('basket.gone', { count })}</p>
    <button type="button" @click=${removeMissing}>${say('basket.gone.remove', { count })}</button>`;
}

/** With more items than this, the share link is usually out of sight, so a button leads to it. */
const MAX_WITH_VISIBLE_SHARE = 6;

function actions({
  catalogue: { say, about },
  share,
  print,
  items,
  missing,
  ticked,
  link,
  clear,
  download,
}: BasketView): TemplateResult {
  const { size: count } = ticked;
  const hasSome = items.length > missing.size;
  // Focusing it scrolls it into view.
  const focusShare = ({ currentTarget }: Event) =>
    (currentTarget as HTMLElement).closest('.modal-content')?.querySelector<HTMLElement>('.share button')?.focus();
  return html`
    ${items.length < MAX_ITEMS ? nothing : html`<p class="faint">${say('basket.full', { count: MAX_ITEMS })}</p>`}
    <div class="actions">
      <p class="faint">${say('assets.count', { count: items.length })}</p>
      <button
        type="button"
        id="basket-download"
        class="primary"
        aria-disabled=${!hasSome}
        @click=${() => hasSome && download()}
      >
        ${laterIcon('download')}${count > 0 ? say('basket.download.some', { count }) : say('basket.download')}
      </button>
      ${
        about.pins
          ? html`<button type="button" aria-disabled=${!hasSome} @click=${() => hasSome && share()}>
              ${laterIcon('person')}${say('share.label')}
            </button>`
          : nothing
      }
      <button type="button" aria-disabled=${!hasSome} @click=${() => hasSome && print()}>
        ${laterIcon('print')}${say('print.label')}
      </button>
      ${
        items.length > MAX_WITH_VISIBLE_SHARE
          ? html`<button type="button" @click=${focusShare}>${say('basket.share')}</button>`
          : nothing
      }
      <button type="button" class="clear" @click=${clear}>${say('basket.clear')}</button>
    </div>
    <div class="share">
      <h3>${say('basket.share')}</h3>
      ${copyLink(say, link, say('basket.share'))}
    </div>
  `;
}

function basketItem(view: BasketView, { id, name }: BasketItem): TemplateResult {
  const { catalogue, assets, missing, ticked, tick, open, remove } = view;
  const { say } = catalogue;
  const asset = assets.get(id);
  const text = nameOf(view, { id, name });
  const isMissing = missing.has(id);
  return html`<li class=${isMissing ? 'missing' : ''}>
    <label class="tick">
      <input
        type="checkbox"
        aria-label=${say('basket.tick', { name: text })}
        .checked=${ticked.has(id)}
        ?disabled=${isMissing}
        @change=${({ target }: Event) => tick(id, (target as HTMLInputElement).checked)}
      />
    </label>
    <button type="button" class="quiet item" ?disabled=${!asset} @click=${() => asset && open(asset)}>
      ${itemLook(view, { id, name })}
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

/** What the look of an item depends on. */
type KnownItems = Pick<BasketView, 'catalogue' | 'assets' | 'missing'>;

function nameOf({ catalogue: { say }, assets }: KnownItems, { id, name }: BasketItem): string {
  const asset = assets.get(id);
  if (asset) return visibleName(say, asset.alt_name, asset.name);
  return isVisible(name) ? name : String(id);
}

/** Draws the picture and the name of an item, and what is the matter with it. */
export function itemLook(known: KnownItems, item: BasketItem): TemplateResult {
  const { catalogue, assets, missing } = known;
  const { say, pictures } = catalogue;
  const asset = assets.get(item.id);
  const isMissing = missing.has(item.id);
  const expiry = asset && expiryNote(catalogue, asset);
  return html`<span class="thumb">
      ${asset ? html`<img alt="" loading="lazy" src=${pictureAddress(pictures.choiceOf(asset, 56))} />` : nothing}
      ${isMissing ? icon('warning') : nothing}
    </span>
    <span class="item-name">
      <bdi title=${nameOf(known, item)}>${unlabelledCut(nameOf(known, item))}</bdi>${isMissing ? html`<span class="faint">${say('basket.gone.one')}</span>` : nothing}
      ${expiry ? html`<span class="faint">${expiry.line}</span>` : nothing}
    </span>`;
}
