import type { Catalogue } from '../catalogue/catalogue.ts';
import type { TextKey } from '../texts/en.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts } from '../texts/texts.ts';

/** What assets may be sorted by, except fields. */
const NAMES: Readonly<Record<string, TextKey>> = {
  id: 'browse.sort.id',
  extension: 'facets.extension',
  lastmodified: 'facets.modified',
  assettype: 'facets.type',
  duration: 'facets.duration',
  pixels: 'browse.sort.pixels',
  rating: 'browse.sort.rating',
  original: 'browse.sort.original',
  originalname: 'browse.sort.original',
};

/**
 * Returns the name of an order that is not one of the usual ones: `Modified, ascending`. A field is named by the service. What has
 * no name, such as several keys at once, is another order.
 */
export async function orderName(
  { client, say, about }: Pick<Catalogue, 'client' | 'say' | 'about'>,
  order: string,
): Promise<string> {
  const [by = '', direction] = order.split('-');
  if (by === 'score') return say('browse.sort.default');
  const key = NAMES[by];
  const name = key ? say(key) : await fieldName(client, by);
  if (!name) return say('browse.sort.other');
  const isDate = by === 'lastmodified' || about.dateFields?.some((field) => by === `info_${field}`);
  const [falling, rising] = isDate ? (['newest', 'oldest'] as const) : (['descending', 'ascending'] as const);
  return say(`browse.sort.${direction === 'desc' ? falling : rising}`, { name });
}

/** Returns undefined if `by` is no field, or the service does not know it. */
async function fieldName(client: Catalogue['client'], by: string): Promise<string | undefined> {
  const [, field] = /^info_(\d+)$/.exec(by) ?? [];
  if (field === undefined) return undefined;
  // If it is unknown, the list fails, too, and says why.
  const described = await client.asset.infofield({ infofield: Number(field) }).catch(() => undefined);
  return typeof described?.name === 'string' ? described.name : undefined;
}

addTexts(EN_LATER);
