import type { Asset, AssetDetails } from '@asset-browsing-service/client';
import { assetsById } from '../assets/assets-by-id.ts';
import { forEachLimited } from '../assets/for-each-limited.ts';
import { altTextOf } from '../assets/shown-fields.ts';
import { creditOf, type WebPicture, webPicture } from '../assets/web-picture.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isGone } from '../catalogue/failures.ts';
import { openProperties, type ReadProperty } from '../download/general-properties.ts';
import { loadOffers, readPixelSize } from '../download/load-offers.ts';
import type { Offers } from '../download/plan.ts';
import { webAddress } from '../download/web-address.ts';
import { type Rendition, renditionOf } from './rendition.ts';
import { fieldId, type ResultFields, resultFieldsOf } from './result-fields.ts';
import type { PickerAttributes } from './setting-problems.ts';

/** A web address at which an asset is published elsewhere. */
export interface PublicUrl {
  /** Name for people. */
  readonly name: string;
  readonly url: string;
  /** Who publishes it there. */
  readonly provider: string;
}

/** A chosen asset, as plain data that pages can store as JSON. */
export interface PickedAsset {
  readonly id: number;
  readonly version: number;
  /** File name. */
  readonly name: string;
  /** File category: 0 unknown, 1 image, 2 document, 3 video, 4 audio, 5 text, 6 3D. */
  readonly type: number;
  /** File extension in lower case, without a dot; empty if the file has none. */
  readonly extension: string;
  /** Size of the original in bytes; absent for a record without a file. */
  readonly bytes?: number;
  /** Alternative text: value of `altField`, by default of the field that the service is configured with; empty if there is none. */
  readonly alt: string;
  /** Rights: value of `rightsField`; empty without one. */
  readonly rights: string;
  /** Line to name with the asset: its credit, else its creators, else its copyright; empty without any. */
  readonly credit: string;
  /** Its picture for `<img>`, in widths from which browsers choose; absent where the service gives none. */
  readonly picture?: WebPicture;
  /** The first instant at which the asset is no longer valid, in ISO 8601; null if never. */
  readonly expires: string | null;
  /** In the order of `formats`, without those that the person may not download. */
  readonly renditions: readonly Rendition[];
  /** Where else the asset is published, at addresses that need no token of this service. */
  readonly publicUrls: readonly PublicUrl[];
}

/**
 * Loads the data of chosen assets for the page, in their order. Leaves out assets that do not exist or are hidden from the person.
 */
export async function loadPicked(
  catalogue: Catalogue,
  ids: readonly number[],
  attributes: PickerAttributes,
  signal: AbortSignal,
): Promise<readonly PickedAsset[]> {
  if (ids.length === 0) return [];
  const wanted = resultFieldsOf(attributes);
  const { client } = catalogue;
  const hasDownloads = wanted.formats.some((format) => /^(?:download|\d+)$/.test(format));
  const fields = [wanted.altField, wanted.rightsField].map(fieldId).filter((id) => id !== undefined);
  const [assets, details, offers, read] = await Promise.all([
    assetsById(catalogue, ids, signal, fields),
    loadDetailsOf(catalogue, ids, signal),
    hasDownloads ? loadOffers(client, ids, signal) : new Map(),
    hasDownloads ? openProperties(client, signal) : () => undefined,
  ]);
  return ids.flatMap((id) => {
    const [asset, more] = [assets.get(id), details.get(id)];
    return asset && more ? [pickedOf(catalogue, asset, more, { wanted, offers, read })] : [];
  });
}

/** What was loaded for earlier choices: a picker in the page tells its choice at each change. */
const LOADED = new WeakMap<Catalogue, Map<number, AssetDetails>>();

/** Loads what the list does not say, one request for each asset. Lacks assets that were deleted meanwhile. */
async function loadDetailsOf(
  catalogue: Catalogue,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, AssetDetails>> {
  const { client } = catalogue;
  const found = LOADED.get(catalogue) ?? new Map<number, AssetDetails>();
  LOADED.set(catalogue, found);
  const sections = { details_infofields: false, details_downloads: false, details_public_urls: true };
  const missing = ids.filter((id) => !found.has(id));
  await forEachLimited(missing, async (id) => {
    try {
      found.set(id, await client.asset.details({ details: id, ...sections }, { signal }));
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  });
  return found;
}

function pickedOf(
  { client, about }: Catalogue,
  asset: Asset,
  details: AssetDetails,
  { wanted, offers, read }: { readonly wanted: ResultFields; readonly offers: Offers; readonly read: ReadProperty },
): PickedAsset {
  const { altField, rightsField, formats } = wanted;
  const { id, version, name, type, extension = '', size: bytes, valid_until: end = null } = asset;
  const picture = webPicture({ client }, asset);
  const source = {
    ...{ asset, conversions: about.downloadConversions, offered: offers.get(id)?.formats ?? [] },
    mediaType: read(details, 'media_type') ?? '',
    pixels: readPixelSize(read(details, 'pixel_size')),
  };
  return {
    ...{ id, version, name, type, extension, ...(bytes && { bytes }) },
    alt: (altField === 'alt_name' ? altTextOf(about, asset) : undefined) ?? fieldOf(asset, altField),
    rights: fieldOf(asset, rightsField),
    credit: creditOf(details),
    ...(picture && { picture }),
    expires: end === null ? null : new Date(end).toISOString(),
    renditions: formats.flatMap((format) => renditionOf(client, format, source) ?? []),
    publicUrls: (details.public_urls ?? []).flatMap(({ name: title, url, provider }) =>
      webAddress(url) ? [{ name: title, url, provider }] : [],
    ),
  };
}

function fieldOf({ alt_name = '', infofields = {} }: Asset, field: string): string {
  return field === 'alt_name' ? alt_name : (infofields[String(fieldId(field))] ?? '');
}
