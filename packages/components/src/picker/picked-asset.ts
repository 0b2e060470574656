import { type Asset, type Client, pictureOf } from '@asset-browsing-service/client';
import { assetsById } from '../assets/assets-by-id.ts';
import { altTextOf } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { loadOffers } from '../download/load-offers.ts';
import type { Offers } from '../download/plan.ts';
import { fieldId, type ResultFields } from './result-fields.ts';

/** An address of an asset in one format. It contains no token. */
export interface Rendition {
  /** The requested format: `thumb`, `preview`, `download` (the default download), or the ID of a download format. */
  readonly format: string;
  /** The name of the download format, in the language of the catalogue. */
  readonly name?: string;
  readonly url: string;
  /** The same picture in several widths, for `<img srcset>`; of `preview` only. */
  readonly srcset?: string;
  /** Size of `preview` in pixels, if the service knows it. */
  readonly width?: number;
  readonly height?: number;
}

/** A chosen asset, as plain data that pages can store as JSON. */
export interface PickedAsset {
  readonly id: number;
  readonly version: number;
  /** File name. */
  readonly name: string;
  /** File category: 0 unknown, 1 image, 2 document, 3 video, 4 audio, 5 text, 6 3D. */
  readonly type: number;
  /** Alternative text: value of `altField`, by default of the field that the service is configured with; empty if there is none. */
  readonly alt: string;
  /** Rights: value of `rightsField`; empty without one. */
  readonly rights: string;
  /**
   * When the asset expires, in ISO 8601; null if never. Midnight in UTC stands for the whole day that begins then: the elements let
   * it end where the person is.
   */
  readonly expires: string | null;
  /** In the order of `formats`, without those that the person may not download. */
  readonly renditions: readonly Rendition[];
}

/**
 * Loads the data of chosen assets for the page, in their order. Leaves out assets that do not exist or are hidden from the person.
 */
export async function loadPicked(
  catalogue: Catalogue,
  ids: readonly number[],
  wanted: ResultFields,
  signal: AbortSignal,
): Promise<readonly PickedAsset[]> {
  const hasFormats = wanted.formats.some((format) => /^\d/.test(format));
  const fields = [wanted.altField, wanted.rightsField].map(fieldId).filter((id) => id !== undefined);
  const [assets, offers] = await Promise.all([
    assetsById(catalogue, ids, signal, fields),
    hasFormats && ids.length > 0 ? loadOffers(catalogue.client, ids, signal) : new Map(),
  ]);
  return ids.flatMap((id) => {
    const asset = assets.get(id);
    return asset ? [pickedOf(catalogue, asset, wanted, offers)] : [];
  });
}

function pickedOf(
  { client, about }: Catalogue,
  asset: Asset,
  { altField, rightsField, formats }: ResultFields,
  offers: Offers,
): PickedAsset {
  const { id, version, name, type, valid_until: end = null } = asset;
  return {
    ...{ id, version, name, type },
    alt: (altField === 'alt_name' ? altTextOf(about, asset) : undefined) ?? fieldOf(asset, altField),
    rights: fieldOf(asset, rightsField),
    expires: end === null ? null : new Date(end).toISOString(),
    renditions: formats.flatMap((format) => renditionOf(client, asset, format, offers) ?? []),
  };
}

function fieldOf({ alt_name = '', infofields = {} }: Asset, field: string): string {
  return field === 'alt_name' ? alt_name : (infofields[String(fieldId(field))] ?? '');
}

function renditionOf(client: Client, asset: Asset, format: string, offers: Offers): Rendition | undefined {
  const { id, version } = asset;
  if (format === 'thumb') return { format, url: client.asset.thumb.url({ thumb: id, version }) };
  if (format === 'preview') {
    const { src: url, srcset, width, height } = pictureOf(client, asset);
    return { format, url, srcset, ...(width && { width }), ...(height && { height }) };
  }
  if (format === 'download')
    return asset.downloadable ? { format, url: client.asset.download.url({ download: id, version }) } : undefined;
  const offer = offers.get(id)?.formats.find((one) => String(one.id) === format);
  // A format with an address of its own cannot be downloaded directly.
  if (!offer || offer.url) return undefined;
  return { format, name: offer.name, url: client.asset.download.url({ download: `${id}:${format}`, version }) };
}
