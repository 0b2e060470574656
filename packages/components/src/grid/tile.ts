import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import type { TextKey } from '../texts/en.ts';
import { type IconName, icon } from '../theme/icons.ts';
import type { Box, GridView } from './layout.ts';
import { place } from './place.ts';

/** Icons by the number of the file category. */
const KIND_ICONS: readonly IconName[] = ['file', 'image', 'document', 'video', 'audio', 'document', 'model'];

/** What a tile shows. */
export interface TileOptions {
  readonly catalogue: Catalogue;
  readonly asset: Asset | undefined;
  /** Where it is, relative to the box that is scrolled. */
  readonly box: Box;
  readonly view: GridView;
  readonly total: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly hasCheck: boolean;
  /** False while the list rushes by: what nobody sees is not worth a request. */
  readonly hasPicture: boolean;
}

/** Draws a tile; one without an asset is grey until its page has arrived. */
export function tile({ catalogue, asset, box, view, total, ...states }: TileOptions): TemplateResult {
  const { position, x, y, width, height } = box;
  const classes = `tile ${view} ${states.isActive ? 'active' : ''} ${asset ? '' : 'empty'}`;
  return html`<div
    role="option"
    id="tile-${position}"
    class=${classes}
    data-position=${position}
    aria-posinset=${position + 1}
    aria-setsize=${total}
    aria-selected=${states.isSelected}
    aria-label=${asset ? labelOf(catalogue, asset) : catalogue.say('grid.loading')}
    ${place(x, y, width, height)}
  >
    ${asset ? content(catalogue, asset, box, { view, ...states }) : nothing}
  </div>`;
}

function content(
  catalogue: Catalogue,
  asset: Asset,
  { width }: Box,
  { view, hasCheck, hasPicture }: Pick<TileOptions, 'view' | 'hasCheck' | 'hasPicture'>,
): TemplateResult {
  const kind = KIND_ICONS[asset.type] ?? 'file';
  const pictureWidth = view === 'list' ? 48 : width;
  return html`
    <div class="picture">
      ${hasPicture ? html`<img alt="" draggable="false" decoding="async" src=${pictureAddress(catalogue.pictures.addressOf(asset, pictureWidth))} />` : nothing}
      ${asset.type === 1 ? nothing : html`<span class="kind">${icon(kind)}${(asset.pages ?? 0) > 1 ? asset.pages : nothing}</span>`}
    </div>
    <span class="name" dir="auto">${asset.alt_name || asset.name}</span>
    ${view === 'list' ? html`<span class="facts">${factsOf(catalogue, asset)}</span>` : nothing}
    ${hasCheck ? html`<span class="check" data-check>${icon('check')}</span>` : nothing}
  `;
}

/** What screen readers say: the name and the kind. */
function labelOf({ say }: Catalogue, asset: Asset): string {
  return `${asset.alt_name || asset.name}, ${say(`kind.${asset.type}` as TextKey)}`;
}

function factsOf({ locale }: Catalogue, { extension = '', size = 0, modified }: Asset): string {
  const date = modified === undefined ? '' : new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(modified);
  return [extension.toUpperCase(), size > 0 ? formatBytes(size, locale) : '', date].filter(Boolean).join(' · ');
}

/** Writes a size as people read it: `3.4 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  const digits = value < 10 && power > 0 ? 1 : 0;
  return new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit: units[power] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: digits },
  }).format(value);
}
