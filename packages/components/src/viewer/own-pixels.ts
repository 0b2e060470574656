import type { Asset, Client } from '@asset-browsing-service/client';
import { IMAGE } from '../assets/kinds.ts';
import { openProperties, type ReadProperty } from '../download/general-properties.ts';
import { readPixelSize } from '../download/load-offers.ts';
import type { Extent } from './zoom.ts';

/** Drawings have a size, but no pixels. */
const HAS_PIXELS = /^image\/(?!svg)/;

const readers = new WeakMap<Client, Promise<ReadProperty>>();

/** Asks the service once for each language what it calls the properties. */
function reader(client: Client): Promise<ReadProperty> {
  const known = readers.get(client);
  if (known) return known;
  const asked = openProperties(client, new AbortController().signal);
  readers.set(client, asked);
  asked.catch(() => readers.delete(client));
  return asked;
}

/** Loads the size of the current version of a picture in its own pixels; undefined if it has none, or the service does not say. */
export async function loadOwnPixels(client: Client, asset: Asset, signal: AbortSignal): Promise<Extent | undefined> {
  if (asset.type !== IMAGE) return undefined;
  const query = { details: asset.id, details_infofields: false, details_downloads: false };
  const [details, read] = await Promise.all([client.asset.details(query, { signal }), reader(client)]);
  return HAS_PIXELS.test(read(details, 'media_type') ?? '') ? readPixelSize(read(details, 'pixel_size')) : undefined;
}
