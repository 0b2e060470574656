import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import type { TextKey } from '../texts/en.ts';
import { formatBytes, type Say } from '../texts/texts.ts';
import { type IconName, icon } from '../theme/icons.ts';
import { place } from '../theme/styled.ts';
import type { Box, GridView } from './layout.ts';
import { whileWanted } from './while-wanted.ts';

/** Icons by the number of the file category. */
const KIND_ICONS: readonly IconName[] = ['file', 'image', 'document', 'video', 'audio', 'document', 'model'];

/** Edge of pictures in the list view, in pixels. */
const LIST_PICTURE = 48;

/**
 * A picture that is cut may be drawn this much larger than others, so that a still of a film needs no larger file; as many
 * times larger again on sharp screens, which are mostly those of phones, where a larger file costs most.
 */
const CROP_STRETCH = 1.5;

/** What all tiles of a list have in common. */
export interface TileOptions {
  readonly catalogue: Catalogue;
  readonly view: GridView;
  /** Number of assets of the list. */
  readonly total: number;
  readonly captions: boolean;
  readonly captionField: string;
  readonly hasCheck: boolean;
  /** True while the request of another list goes before the pictures of this one. */
  readonly isUrgent: boolean;
}

/** What a single tile shows. */
export interface TileState {
  /** Undefined until its page has arrived: the tile is grey. */
  readonly asset: Asset | undefined;
  /** Where it is, relative to the box that is scrolled. */
  readonly box: Box;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly showsPicture: boolean;
  /** True if it is on the screen, so that its picture is loaded before those beside the screen. */
  readonly isOnScreen: boolean;
}

/** ID of the element of a tile. */
export function tileId(position: number): string {
  return `tile-${position}`;
}

/** The text below a picture: the name, `alt_name`, or the field of `info_<ID>`; the name where the field has no value. */
export function captionOf(say: Say, { name, alt_name, infofields }: Asset, field: string): string {
  const info = /^info_(\d+)$/.exec(field)?.[1];
  const value = field === 'alt_name' ? alt_name : info && infofields?.[info];
  return visibleName(say, value, name);
}

/** Draws a tile. */
export function tile(options: TileOptions, { asset, box, isActive, isSelected, ...picture }: TileState) {
  const { catalogue, view, total } = options;
  const classes = `tile ${view}${isActive ? ' active' : ''}${asset ? '' : ' empty'}`;
  return html`<div
    role="option"
    id=${tileId(box.position)}
    class=${classes}
    data-position=${box.position}
    aria-posinset=${box.position + 1}
    aria-setsize=${total}
    aria-selected=${isSelected}
    aria-label=${asset ? labelOf(asset, options) : catalogue.say('grid.loading')}
    ${place(box.x, box.y, box.width, box.height)}
  >${asset ? content(asset, box, picture, options) : nothing}</div>`;
}

function content(
  asset: Asset,
  box: Box,
  { showsPicture, isOnScreen }: Pick<TileState, 'showsPicture' | 'isOnScreen'>,
  options: TileOptions,
): TemplateResult {
  const { catalogue, view, captions, captionField, hasCheck } = options;
  const caption = captionOf(catalogue.say, asset, captionField);
  // Templates without spaces between elements make half as many nodes.
  const picture = html`<div class="picture" data-extension=${asset.extension ?? ''} title=${view === 'list' ? nothing : caption}>${
    showsPicture ? image(options, asset, box, isOnScreen) : nothing
  }${asset.type === 1 || view === 'list' ? nothing : kindOf(asset)}</div>`;
  const words =
    view === 'list'
      ? html`<span class="words"><span class="name" dir="auto">${caption}</span><span class="facts">${factsOf(catalogue, asset).map((fact) => html`<span>${fact}</span>`)}</span></span>`
      : captions
        ? html`<span class="name" dir="auto">${caption}</span>`
        : nothing;
  return html`${picture}${words}${hasCheck ? html`<span class="check" data-check></span>` : nothing}`;
}

/** A new element for each picture: one that gets another address shows its old picture until the new one is there. */
function image({ catalogue, view, isUrgent }: TileOptions, asset: Asset, box: Box, isOnScreen: boolean): unknown {
  const address = catalogue.pictures.addressOf(asset, widthOf(view, asset, box));
  return keyed(
    `${asset.id} ${asset.version}`,
    html`<img alt="" draggable="false" decoding="async" fetchpriority=${isOnScreen ? 'high' : 'low'} src=${pictureAddress(address)} @load=${hideBroken} @error=${hideBroken} ${whileWanted(!isUrgent)}>`,
  );
}

/** The width that a picture needs, in pixels. One that is cut to a square goes on beyond its tile. */
function widthOf(view: GridView, { preview_width = 1, preview_height = 1 }: Asset, { width }: Box): number {
  if (view === 'list') return LIST_PICTURE;
  if (view === 'justified') return width;
  const ratio = (Math.max(preview_width, preview_height) || 1) / (Math.min(preview_width, preview_height) || 1);
  return width * Math.max(1, ratio / CROP_STRETCH / devicePixelRatio);
}

/** Hides a picture that cannot be shown, so that the extension of the file appears instead. */
function hideBroken({ type, currentTarget }: Event): void {
  const picture = currentTarget as HTMLImageElement;
  picture.hidden = type === 'error' && picture.getAttribute('src') !== '';
  picture.parentElement?.classList.toggle('broken', picture.hidden);
}

function kindOf({ type, pages = 0 }: Asset): TemplateResult {
  return html`<span class="kind">${icon(KIND_ICONS[type] ?? 'file')}${pages > 1 ? pages : nothing}</span>`;
}

/** What screen readers say: caption, kind and number of pages; a line of the list view says what it shows itself. */
function labelOf(asset: Asset, { catalogue, view, captionField }: TileOptions): string | typeof nothing {
  if (view === 'list') return nothing;
  const { say } = catalogue;
  const { type, pages: count = 0 } = asset;
  const pages = count > 1 ? [say('kind.pages', { count })] : [];
  return [captionOf(say, asset, captionField), say(`kind.${type}` as TextKey), ...pages].join(', ');
}

/** Extension, size and date of change; empty where unknown. */
function factsOf({ locale }: Catalogue, { extension = '', size = 0, modified }: Asset): readonly string[] {
  const date = modified === undefined ? '' : new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(modified);
  return [extension.toUpperCase(), size > 0 ? formatBytes(size, locale) : '', date];
}
