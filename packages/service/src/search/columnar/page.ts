import type { AssetQuery, SortKey } from '../search-index.ts';
import { drainBits, setBits } from './docs.ts';
import { firstPlaces } from './first-places.ts';
import type { OpenSegment } from './open-segment.ts';
import { numbersOf, type SortContext, textsOf } from './sort-keys.ts';
import { walk } from './top-k.ts';
import type { ViewSegment } from './view.ts';

/** The matches in one segment: at least the page's docs or, without `docs`, the segment's bits, to be cleared. */
export interface Found {
  readonly count: number;
  readonly docs?: Uint32Array;
}

/** Returns the IDs of the page: up to `count` after `offset`, in the order of the query. */
export function page(
  found: readonly Found[],
  total: number,
  { sort, offset, count }: AssetQuery,
  context: SortContext,
): readonly number[] {
  const { view } = context;
  const wanted = Math.min(total, offset + count);
  const openOf = (segment: number) => (view.segments[segment] as ViewSegment).open;
  if (offset >= wanted) {
    for (const [i, { docs }] of found.entries()) if (!docs) openOf(i).bits.fill(0);
    return [];
  }
  const [key] = sort;
  const walked = found.map((each, i) =>
    key && sort.length === 1 ? walkThrough(openOf(i), each, wanted, key, context.locale) : undefined,
  );
  const candidates = found.map(({ docs }, i) => walked[i] ?? docs ?? drainBits(openOf(i).bits));
  const filled = candidates.flatMap((each, segment) => (each.length > 0 ? [segment] : []));
  const [only] = filled;
  if (filled.length === 1 && only !== undefined && walked[only]) {
    const { ids } = openOf(only).columns;
    return Array.from(walked[only].subarray(offset, wanted), (doc) => ids[doc] as number);
  }
  // Positions refer to the concatenated lists of all segments.
  const ids = candidates.map((docs, segment) => ({ docs, ids: openOf(segment).columns.ids }));
  return Array.from(firstPlaces(candidates, wanted, sort, context).subarray(offset), (place) => {
    let at = place;
    for (const { docs, ids: own } of ids) {
      if (at < docs.length) return own[docs[at] as number] as number;
      at -= docs.length;
    }
    throw new RangeError(`no doc is at place ${place}`);
  });
}

/** Returns the first docs by an existing order if walking through it costs less than a heap, else undefined. */
function walkThrough(
  open: OpenSegment,
  { count, docs }: Found,
  wanted: number,
  key: SortKey,
  locale: string,
): Uint32Array | undefined {
  if (count === 0) return undefined;
  const column = orderOf(key, open, locale);
  if (!column) return undefined;
  const visits = Math.min(open.size, (wanted * open.size) / count);
  const heap = count * 5 + wanted * Math.log2(wanted + 1) * 10;
  if (visits + count >= heap) return undefined;
  if (docs) setBits(open.bits, docs);
  return walk(open.bits, count, wanted, column, key.descending);
}

/** Returns an existing order of the segment by the key, or undefined if there is none. */
export function orderOf(key: SortKey, { columns }: OpenSegment, locale: string) {
  const texts = textsOf(key, columns, locale);
  if (texts) return 'ranks' in texts ? { order: texts.order, values: texts.ranks } : undefined;
  return numbersOf(key, columns);
}
