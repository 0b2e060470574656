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

/** A place in the list of a segment. */
interface Candidate {
  readonly segment: number;
  readonly place: number;
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
  const idOf = ({ segment, place }: Candidate) =>
    openOf(segment).columns.ids[candidates[segment]?.[place] as number] as number;

  const filled = candidates.flatMap((each, segment) => (each.length > 0 ? [segment] : []));
  const [only] = filled;
  if (filled.length === 1 && only !== undefined && walked[only]) {
    return Array.from(walked[only].subarray(offset, wanted), (_, i) => idOf({ segment: only, place: offset + i }));
  }
  // Docs go by ID already, as ties do.
  const isById = sort.length === 1 && key?.by === 'id' && !key.descending;
  const keys = isById ? [] : sort.map((each) => sortKeys(each, candidates, context));
  const firsts = filled.map((segment) => {
    const own = keys.map((each) => each[segment] as Float64Array);
    const places = firstPlaces((candidates[segment] as Uint32Array).length, wanted, own);
    return Array.from(places, (place): Candidate => ({ segment, place }));
  });
  const compare = (a: Candidate, b: Candidate): number => {
    for (const each of keys) {
      const x = each[a.segment]?.[a.place] as number;
      const y = each[b.segment]?.[b.place] as number;
      if (x !== y) return x < y ? -1 : 1;
    }
    return idOf(a) - idOf(b);
  };
  return merge(firsts, compare).slice(offset, wanted).map(idOf);
}

/** One sorted list of several. */
function merge<T>(lists: readonly (readonly T[])[], compare: (a: T, b: T) => number): readonly T[] {
  return lists.reduce(
    (merged, list) => {
      const out: T[] = [];
      let i = 0;
      for (const each of list) {
        while (i < merged.length && compare(merged[i] as T, each) < 0) out.push(merged[i++] as T);
        out.push(each);
      }
      return [...out, ...merged.slice(i)];
    },
    [] as readonly T[],
  );
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
