import type { AssetMatches, AssetQuery, FacetCount, FacetField, SortKey } from '../ports/search-index.ts';
import { every } from './clauses.ts';
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
  const docs = view.segments.map(({ open }, i) => {
    if (query.all.length === 0) return perspective.allVisible(i);
    const clauses = query.all.map((criterion) => clauseOf(criterion, open, scope));
    return perspective.visible(i, every(open, clauses).collect());
  });
  const total = docs.reduce((sum, { length }) => sum + length, 0);
  const context = { view, scope, locale: query.locale, texts: scoredTexts(query.all) };
  const { facets } = query;
  const matched: Matched = {
    segments: view.segments.map(({ open }) => open),
    docs,
    dead: query.all.length === 0 ? perspective.dead() : undefined,
    nodeCounts: new Map(),
  };
  return {
    ids: page(docs, total, query, context),
    total,
    ...(facets ? { facets: facets.fields.map((field) => countFacet(field, facets.limit)) } : {}),
  };

  function countFacet(field: FacetField, limit: number): readonly FacetCount[] {
    const { locale } = query;
    const count = () => facetOf(field, matched, scope, { limit, locale, meetsHold: perspective.meetsHold });
    if (query.all.length > 0) return count();
    return perspective.facets.get(JSON.stringify([field, limit, locale]), count);
  }
}

/** A place in the list of a segment. */
interface Candidate {
  readonly segment: number;
  readonly place: number;
}

function page(
  docs: readonly Uint32Array[],
  total: number,
  { sort, offset, count }: AssetQuery,
  context: SortContext,
): readonly number[] {
  const { view } = context;
  const wanted = Math.min(total, offset + count);
  if (offset >= wanted) return [];
  const [key] = sort;
  const walked = docs.map((each, i) =>
    key && sort.length === 1
      ? walkThrough(view.segments[i] as ViewSegment, each, wanted, key, context.locale)
      : undefined,
  );
  const candidates = docs.map((each, i) => walked[i] ?? each);
  const idOf = ({ segment, place }: Candidate) =>
    (view.segments[segment] as ViewSegment).open.columns.ids[candidates[segment]?.[place] as number] as number;

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
  { open }: ViewSegment,
  docs: Uint32Array,
  wanted: number,
  key: SortKey,
  locale: string,
): Uint32Array | undefined {
  if (docs.length === 0) return undefined;
  const column = orderOf(key, open, locale);
  if (!column) return undefined;
  const visits = Math.min(open.size, (wanted * open.size) / docs.length);
  const heap = docs.length * 5 + wanted * Math.log2(wanted + 1) * 10;
  if (visits + docs.length >= heap) return undefined;
  return walk(docs, wanted, column, key.descending, open.bits);
}

function orderOf(key: SortKey, { columns }: OpenSegment, locale: string) {
  const texts = textsOf(key, columns, locale);
  if (texts) return 'ranks' in texts ? { order: texts.order, values: texts.ranks } : undefined;
  return numbersOf(key, columns);
}
