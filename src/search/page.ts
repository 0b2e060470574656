import type { AssetQuery, SortKey } from '../ports/search-index.ts';
import { drainBits, setBits } from './docs.ts';
import type { OpenSegment } from './open-segment.ts';
import { numbersOf, type SortContext, sortKeys, textsOf } from './sort-keys.ts';
import { firstPlaces, walk } from './top.ts';
import type { ViewSegment } from './view.ts';

/**
 * What fits in one segment: a list, at least of those among which the page is; or where there is none, the bits of the segment, which
 * are to be used up.
 */
export interface Found {
  readonly count: number;
  readonly docs?: Uint32Array;
}

/** IDs of the page: as many as are wanted behind the offset, in the order of the query. */
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
  const idAt = (segment: number, place: number) =>
    openOf(segment).columns.ids[candidates[segment]?.[place] as number] as number;

  const filled = candidates.flatMap((each, segment) => (each.length > 0 ? [segment] : []));
  const [only] = filled;
  if (filled.length === 1 && only !== undefined && walked[only]) {
    return Array.from(walked[only].subarray(offset, wanted), (_, i) => idAt(only, offset + i));
  }
  // Docs go by ID already, as ties do.
  const isById = sort.length === 1 && key?.by === 'id' && !key.descending;
  const keys = isById ? [] : sort.map((each) => sortKeys(each, candidates, context));
  const firsts = filled.map((segment): Sorted => {
    const { length } = candidates[segment] as Uint32Array;
    // What was walked through is in order.
    const own = walked[segment] ? [] : keys.map((each) => each[segment] as Float64Array);
    const places = firstPlaces(length, wanted, own);
    return { segments: new Uint32Array(places.length).fill(segment), places };
  });
  const isBefore: IsBefore = (segmentA, a, segmentB, b) => {
    for (const each of keys) {
      const x = each[segmentA]?.[a] as number;
      const y = each[segmentB]?.[b] as number;
      if (x !== y) return x < y;
    }
    return idAt(segmentA, a) < idAt(segmentB, b);
  };
  // The short ones first, so that the long one is copied once.
  const { segments, places } = firsts
    .sort((a, b) => a.places.length - b.places.length)
    .reduce((merged, each) => merge(merged, each, wanted, isBefore));
  return Array.from(places.subarray(offset), (place, i) => idAt(segments[offset + i] as number, place));
}

/** Places in the lists of segments, in order. Of numbers, for a page far behind is of tens of thousands. */
interface Sorted {
  readonly segments: Uint32Array;
  readonly places: Uint32Array;
}

type IsBefore = (segmentA: number, a: number, segmentB: number, b: number) => boolean;

/** The first of both, as many as are wanted. */
function merge(one: Sorted, other: Sorted, wanted: number, isBefore: IsBefore): Sorted {
  const length = Math.min(wanted, one.places.length + other.places.length);
  const segments = new Uint32Array(length);
  const places = new Uint32Array(length);
  let i = 0;
  let j = 0;
  for (let n = 0; n < length; n++) {
    const isOne =
      j === other.places.length ||
      (i < one.places.length &&
        isBefore(
          one.segments[i] as number,
          one.places[i] as number,
          other.segments[j] as number,
          other.places[j] as number,
        ));
    const from = isOne ? one : other;
    const at = isOne ? i++ : j++;
    segments[n] = from.segments[at] as number;
    places[n] = from.places[at] as number;
  }
  return { segments, places };
}

/** The first docs by an order that the segment has already, where walking through it costs less than a heap; else undefined. */
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

/** An order by the key that the segment has. */
export function orderOf(key: SortKey, { columns }: OpenSegment, locale: string) {
  const texts = textsOf(key, columns, locale);
  if (texts) return 'ranks' in texts ? { order: texts.order, values: texts.ranks } : undefined;
  return numbersOf(key, columns);
}
