import type { AssetMatches, AssetQuery, FacetCount, FacetField, SortKey } from '../ports/search-index.ts';
import { every } from './clauses.ts';
import { drainBits, NO_DOCS, setBits } from './docs.ts';
import { facetOf, type Matched } from './facets.ts';
import { scoredTexts } from './full-text.ts';
import { clauseOf } from './match.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Perspective } from './perspective.ts';
import { numbersOf, type SortContext, sortKeys, textsOf } from './sort-keys.ts';
import { firstPlaces, walk } from './top.ts';
import type { View, ViewSegment } from './view.ts';

/** Answers a query from one view. */
export function find(view: View, perspective: Perspective, query: AssetQuery): AssetMatches {
  const { scope } = perspective;
  const { all, locale, facets } = query;
  const context = { view, scope, locale, texts: scoredTexts(all) };
  const found = view.segments.map(({ open }, i): Found => {
    if (all.length === 0) return listed(perspective.allVisible(i));
    const clauses = all.map((criterion) => clauseOf(criterion, open, scope));
    const docs = every(open, clauses).collect();
    const isLong = docs.length > open.bits.length;
    const count = isLong && mayWalk(query, open) ? perspective.mark(i, docs) : undefined;
    return count === undefined ? listed(perspective.visible(i, docs)) : { count };
  });
  const total = found.reduce((sum, { count }) => sum + count, 0);
  const ids = page(found, total, query, context);
  if (!facets) return { ids, total };
  const matched: Matched = {
    segments: view.segments.map(({ open }) => open),
    docs: found.map(({ docs = NO_DOCS }) => docs),
    dead: all.length === 0 ? perspective.dead() : undefined,
    nodeCounts: new Map(),
  };
  return { ids, total, facets: facets.fields.map((field) => countFacet(field, facets.limit)) };

  function countFacet(field: FacetField, limit: number): readonly FacetCount[] {
    const count = () => facetOf(field, matched, scope, { limit, locale, meetsHold: perspective.meetsHold });
    if (all.length > 0) return count();
    return perspective.facets.getOrInsertComputed(JSON.stringify([field, limit, locale]), count);
  }
}

/** What fits in one segment: a list, or where there is none, the bits of the segment, which are to be used up. */
interface Found {
  readonly count: number;
  readonly docs?: Uint32Array;
}

const listed = (docs: Uint32Array): Found => ({ count: docs.length, docs });

/** True where the page may come from an order that the segment has, and nothing else needs a list. */
function mayWalk({ sort, count, facets, locale }: AssetQuery, open: OpenSegment): boolean {
  const [key, ...more] = sort;
  return key !== undefined && more.length === 0 && count > 0 && !facets && orderOf(key, open, locale) !== undefined;
}

function page(
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

function orderOf(key: SortKey, { columns }: OpenSegment, locale: string) {
  const texts = textsOf(key, columns, locale);
  if (texts) return 'ranks' in texts ? { order: texts.order, values: texts.ranks } : undefined;
  return numbersOf(key, columns);
}
