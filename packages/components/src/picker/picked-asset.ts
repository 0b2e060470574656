import { type Asset, type Client, pictureOf } from '@asset-browsing-service/client';
import { assetsById } from '../assets/assets-by-id.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { loadOffers } from '../download/load-offers.ts';
import type { Offers } from '../download/plan.ts';
import { fieldId, type ResultFields } from './result-fields.ts';

/** A form of an asset that a page can link to. Addresses hold no token. */
export interface Rendition {
  /** What was asked for: `thumb`, `preview`, `download` (what is downloaded without a format), or the ID of a format. */
  readonly format: string;
  /** The name of the download format, in the language of the catalogue. */
  readonly name?: string;
  readonly url: string;
  /** The same picture in several widths, as `<img srcset>` takes them; of `preview` only. */
  readonly srcset?: string;
  /** Pixels of `preview`, as far as the service knows them. */
  readonly width?: number;
  readonly height?: number;
}

/** A chosen asset, as pages keep it. It consists of values that JSON can hold. */
export interface PickedAsset {
  readonly id: number;
  readonly version: number;
  /** File name. */
  readonly name: string;
  /** File category: 0 unknown, 1 image, 2 document, 3 video, 4 audio, 5 text, 6 3D. */
  readonly type: number;
  /** Alternative text: value of `altField`; empty if the catalogue has none. */
  readonly alt: string;
  /** Rights: value of `rightsField`; empty without one. */
  readonly rights: string;
  /** When the asset stops being valid, in ISO 8601; null if never. */
  readonly expires: string | null;
  /** In the order of `formats`, without those that the caller may not download. */
  readonly renditions: readonly Rendition[];
}

/**
 * Loads what pages are told of these assets, in their order. Those that do not exist, or are hidden from the caller, are missing
 * in the result.
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
    return asset ? [pickedOf(catalogue.client, asset, wanted, offers)] : [];
  });
}

function pickedOf(
  client: Client,
  asset: Asset,
  { altField, rightsField, formats }: ResultFields,
  offers: Offers,
): PickedAsset {
  const { id, version, name, type, valid_until: end = null } = asset;
  return {
    ...{ id, version, name, type },
    alt: fieldOf(asset, altField),
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
