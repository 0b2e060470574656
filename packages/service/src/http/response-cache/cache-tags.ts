/**
 * Tags by which caches in front drop what a change concerns, and nothing else (extensions E3). Pictures and playback depend
 * on one asset; everything else on the whole catalogue, because one name changes lists, searches and counts.
 */
import type { Answer } from '../answer.ts';

/** Names of the header, by the cache that reads it. */
const TAG_HEADERS = ['Surrogate-Key', 'Cache-Tag', 'xkey', 'Cache-Groups'] as const;
export type TagHeader = (typeof TAG_HEADERS)[number];

/** Tag of everything that isn't of one asset, and of all pictures and players. */
export const CATALOGUE_TAG = 'catalogue';
export const PICTURES_TAG = 'pictures';

export function tagOfAsset(id: number): string {
  return `asset-${id}`;
}

/** Operations that answer with pictures or players of one asset, whose ID is the value of the first parameter or part. */
const OF_ASSET: ReadonlySet<string> = new Set([
  'asset.do thumb',
  'asset.do preview',
  'asset.do picture',
  'asset.do play',
  'asset.do stream',
  'iiif image',
]);
const DETAILS = 'asset.do details';

/**
 * Returns the header with the tags of an answer of an operation, as the cache reads it: separated by blanks or commas, or a
 * structured list of strings (RFC 9875). `asset` begins with the ID of the asset, where the operation is of one.
 */
export function tagHeaders(header: TagHeader | 'none', operation: string, asset: unknown): Answer['headers'] {
  if (header === 'none') return {};
  const tags = tagsOf(operation, /^\d+/.exec(String(asset))?.[0]);
  const lower = header.toLowerCase();
  if (header === 'Cache-Groups') return { [lower]: tags.map((tag) => `"${tag}"`).join(', ') };
  return { [lower]: tags.join(header === 'Cache-Tag' ? ',' : ' ') };
}

function tagsOf(operation: string, asset: string | undefined): readonly string[] {
  const own = asset === undefined ? [] : [tagOfAsset(Number(asset))];
  if (OF_ASSET.has(operation)) return [...own, PICTURES_TAG];
  return operation === DETAILS ? [...own, PICTURES_TAG, CATALOGUE_TAG] : [CATALOGUE_TAG];
}
