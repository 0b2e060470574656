import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { FILM, IMAGE } from '../assets/kinds.ts';
import { altTextOf, lacksPicture } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import type { ExpiryNote } from '../expiry/expiry-note.ts';
import type { LINES } from '../list/lines.ts';
import type { TextKey } from '../texts/en.ts';
import { formatNumber, type Say } from '../texts/texts.ts';
import { cutName, unlabelledCut } from '../theme/cut-name.ts';
import { type IconName, icon } from '../theme/icons.ts';
import { place, styled } from '../theme/styled.ts';
import type { Box, GridView } from './layout.ts';
import { longestIn } from './picture-size.ts';
import { placeholderOf } from './placeholder.ts';
import { withSnippet } from './snippet-caption.ts';
import { whileWanted } from './while-wanted.ts';

/** Icons by the number of the file category. */
const KIND_ICONS: readonly IconName[] = ['file', 'image', 'document', 'video', 'audio', 'document', 'model'];

/**
 * The marks that select and open a tile by mouse and finger. They have no text, because screen readers announce a tile as a whole,
 * with its state, and keys do the same.
 */
const CHECK = html`<span class="check"></span>`;
const CHECK_AND_OPEN = html`${CHECK}<span class="open">${icon('search')}</span>`;

/** What all tiles of a list have in common. */
export interface TileOptions {
  readonly catalogue: Catalogue;
  readonly view: GridView;
  /** Number of assets of the list. */
  readonly total: number;
  readonly captions: boolean;
  readonly captionField: string;
  /** Columns of the list view besides the name. */
  readonly columns: readonly string[];
  /** What draws lines of the list view; undefined until it has loaded. */
  readonly lines: typeof LINES | undefined;
  readonly hasCheck: boolean;
  /** True if a click selects, so that tiles need a mark that opens them. */
  readonly clickSelects: boolean;
  /** True while the pictures must wait for the first page of another list. */
  readonly isUrgent: boolean;
}

/** What a single tile shows. */
export interface TileState {
  /** Undefined until its page has arrived; until then the tile is grey. */
  readonly asset: Asset | undefined;
  /** Its place within the box that the browser scrolls. */
  readonly box: Box;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly showsPicture: boolean;
  /** True on the screen, whose pictures are loaded before those beside it. */
  readonly isOnScreen: boolean;
  readonly expiry: ExpiryNote | undefined;
  /** The heading above it, which screen readers hear with it; undefined unless it is the first below one. */
  readonly heading: string | undefined;
}

/** ID of the element of a tile. */
export function tileId(position: number): string {
  return `tile-${position}`;
}

/** The text below a picture: the name, `alt_name`, or the field of `info_<ID>`; the name if the field has no value. */
function captionOf(say: Say, { name, alt_name, infofields }: Asset, field: string): string {
  const info = /^info_(\d+)$/.exec(field)?.[1];
  const value = field === 'alt_name' ? alt_name : info && infofields?.[info];
  return visibleName(say, value, name);
}

/** Draws a tile. */
export function tile(options: TileOptions, { asset, box, isActive, isSelected, heading, ...picture }: TileState) {
  const { catalogue, view, total, hasCheck } = options;
  const classes = `tile ${view}${isActive ? ' active' : ''}${asset && (view !== 'list' || options.lines) ? '' : ' empty'}`;
  return html`<div
    role="option"
    id=${tileId(box.position)}
    class=${classes}
    data-position=${box.position}
    aria-posinset=${box.position + 1}
    aria-setsize=${total}
    aria-selected=${hasCheck ? isSelected : nothing}
    aria-label=${asset ? labelOf(asset, options, picture.expiry) : catalogue.say('grid.loading')}
    aria-description=${heading ?? nothing}
    ${place(box.x, box.y, box.width, box.height)}
  >${asset && (view !== 'list' || options.lines) ? content(asset, box, picture, options) : nothing}</div>`;
}

function content(
  asset: Asset,
  box: Box,
  { showsPicture, isOnScreen, expiry }: Pick<TileState, 'showsPicture' | 'isOnScreen' | 'expiry'>,
  options: TileOptions,
): TemplateResult {
  const { catalogue, view, captions, captionField, columns, lines, hasCheck, clickSelects } = options;
  const caption = captionOf(catalogue.say, asset, captionField);
  // Pictures of the other views have the badge themselves.
  const badge = view === 'list' ? expiry?.badge : nothing;
  const name = html`<span class="name" dir="auto">${badge}${view === 'list' ? unlabelledCut(caption) : cutName(caption)}</span>`;
  const isCard = lacksPicture(catalogue.about, asset);
  // Films need no name over their pictures, by which people recognise them.
  const above = captions || asset.type === FILM ? nothing : html`<bdi>${caption}</bdi>`;
  const kind = isCard || asset.type === IMAGE ? nothing : kindOf(asset, above, catalogue.locale);
  // Without whitespace between elements, a tile has half as many nodes.
  const picture = html`<div class=${isCard ? `picture card kind-${asset.type}` : 'picture'} data-extension=${isCard ? kindText(asset, catalogue.say) : (asset.extension ?? '')} title=${view === 'list' ? nothing : withSnippet(caption, asset, catalogue)} ${styled({ background: placeholderOf(asset, showsPicture) })}>${
    isCard
      ? card(asset, view === 'list' || captions ? undefined : caption)
      : showsPicture
        ? image(options, asset, box, isOnScreen)
        : nothing
  }${view === 'list' ? nothing : [expiry?.overlay, kind]}</div>`;
  const words = view === 'list' ? lines?.words(catalogue, asset, { columns, expiry, name }) : captions ? name : nothing;
  return html`${picture}${words}${hasCheck ? (clickSelects ? CHECK_AND_OPEN : CHECK) : nothing}`;
}

/**
 * Draws what stands for a picture: an icon and, unless the tile tells it elsewhere, the name. The styles draw the kind below it.
 */
function card({ type }: Asset, name: string | undefined): TemplateResult {
  return html`${icon(KIND_ICONS[type] ?? 'file')}${name === undefined ? nothing : html`<b dir="auto">${name}</b>`}`;
}

/** The kind of an asset and its extension: `Image · TIF`. */
function kindText({ type, extension = '' }: Asset, say: Say): string {
  return [say(`kind.${type}` as TextKey), extension.toUpperCase()].filter((each) => each !== '').join(' · ');
}

/** Creates a new element for each picture, because one with a new address shows its old picture until the new one is there. */
function image({ catalogue, view, isUrgent }: TileOptions, asset: Asset, box: Box, isOnScreen: boolean): unknown {
  const address = catalogue.pictures.choiceOf(asset, longestIn(view, asset, box));
  return keyed(
    `${asset.id} ${asset.version}`,
    html`<img alt="" draggable="false" decoding="async" fetchpriority=${isOnScreen ? 'high' : 'low'} src=${pictureAddress(address)} @load=${arrived} @error=${arrived} ${whileWanted(!isUrgent)}>`,
  );
}

/** Removes the placeholder of a picture, and hides one that cannot be shown, so that the extension of the file appears instead. */
function arrived({ type, currentTarget }: Event): void {
  const picture = currentTarget as HTMLImageElement;
  picture.hidden = type === 'error';
  picture.parentElement?.classList.toggle('broken', picture.hidden);
  picture.classList.add('there');
}

/**
 * Draws the icon of the kind, number of pages and perhaps the name over the picture, so that rows keep their heights. The styles
 * draw the number, because it is no part of the name, which people say to choose a tile.
 */
function kindOf({ type, pages = 0 }: Asset, name: unknown, locale: string): TemplateResult {
  const number = pages > 1 ? formatNumber(pages, locale) : nothing;
  return html`<span class="kind" data-pages=${number}>${icon(KIND_ICONS[type] ?? 'file')}${name}</span>`;
}

/**
 * The label for screen readers: expiry and caption, as they are seen, then alternative text, kind and number of pages. A line of
 * the list view needs none beside its text.
 */
function labelOf(
  asset: Asset,
  { catalogue, view, captionField }: TileOptions,
  expiry: ExpiryNote | undefined,
): string | typeof nothing {
  if (view === 'list') return nothing;
  const { say } = catalogue;
  const { type, pages: count = 0 } = asset;
  const pages = count > 1 ? [say('kind.pages', { count })] : [];
  const names = new Set([captionOf(say, asset, captionField), altTextOf(catalogue.about, asset) ?? []].flat());
  // A sentence loses its point before the comma, which screen readers read out.
  const label = [...names].map((each) => each.replace(/\.$/, '')).concat(say(`kind.${type}` as TextKey), pages);
  if (expiry) label.splice(expiry.isExpired ? 0 : label.length, 0, expiry.text);
  return label.join(', ');
}
