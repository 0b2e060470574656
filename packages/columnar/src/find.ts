/**
 * Answers a search: finds the docs of each segment by cached terms (`disjunction.ts`) or by clauses (`match.ts`), lists
 * the page (`page.ts`), and counts facets (`facets.ts`).
 */
import { getOrMake } from '../../core/src/concurrency/get-or-make.ts';
import type { TextTerm } from '../../core/src/domain/full-text.ts';
import { every } from './clauses.ts';
import { disjunctionOf } from './disjunction.ts';
import { NO_DOCS } from './docs.ts';
import type { Part } from './facet-parts.ts';
import { facetOf, type Matched } from './facets.ts';
import { scoredTexts } from './full-text.ts';
import { clauseOf } from './match.ts';
import type { OpenSegment } from './open-segment.ts';
import { type Found, orderOf, page } from './page.ts';
import type { Perspective } from './perspective.ts';
import type { Scope } from './scope.ts';
import {
  type AssetMatches,
  type AssetQuery,
  type Criterion,
  type FacetCount,
  type FacetField,
  TooMuchWork,
} from './search-index.ts';
import type { SeenSegment } from './seen-segment.ts';
import { withTerm } from './terms.ts';
import type { View } from './view.ts';
import { extraWorkOf } from './work.ts';

/** Answers a query. Throws `TooMuchWork` if all but its costliest part would read more than `maxEntries`. */
export function find(
  view: View,
  perspective: Perspective,
  { otherwise, ...query }: AssetQuery,
  maxEntries = Number.POSITIVE_INFINITY,
): AssetMatches {
  const scope = perspective.newScope();
  refuseTooMuch(query.all, maxEntries, view, scope);
  const search: Search = { view, perspective, scope, query };
  const found = matchesOf(search);
  // The caller did not ask for `otherwise`, so skip it instead of rejecting the query if it costs too much.
  const repeats =
    otherwise && found.every(({ count }) => count === 0) && entriesFor(otherwise, view, scope) <= maxEntries;
  if (!repeats) return answer(found, search);
  const second = { ...search, query: { ...query, all: otherwise } };
  return { ...answer(matchesOf(second), second), isOtherwise: true };
}

/** Throws `TooMuchWork` if all but the costliest part of the criteria would read more than `maxEntries`. */
export function refuseTooMuch(criteria: readonly Criterion[], maxEntries: number, view: View, scope: Scope): void {
  const entries = entriesFor(criteria, view, scope);
  if (entries > maxEntries) throw new TooMuchWork(entries, maxEntries);
}

function matchesOf(search: Search): readonly Matching[] {
  const { perspective, query } = search;
  const anyOf = termsOf(query);
  return perspective.segments.map((segment) => {
    if (query.all.length === 0) return allOf(segment, search);
    return (anyOf && ofTerms(segment, anyOf, search)) ?? ofClauses(segment, search);
  });
}

function answer(found: readonly Matching[], { view, perspective, scope, query }: Search): AssetMatches {
  const { all, locale, facets } = query;
  const context = { view, scope, locale, texts: scoredTexts(all) };
  const total = found.reduce((sum, { count }) => sum + count, 0);
  const ids = page(found, total, query, context);
  if (!facets) return { ids, total };
  const matched: Matched = {
    segments: perspective.segments,
    parts: found.map(({ parts, docs = NO_DOCS }) => parts ?? [{ docs, sign: 1 }]),
    nodeCounts: new Map(),
  };
  return { ids, total, facets: facets.fields.map((field) => countFacet(field, facets.limit)) };

  function countFacet(field: FacetField, limit: number): readonly FacetCount[] {
    const count = () => facetOf(field, matched, scope, { limit, locale });
    if (all.length > 0 || field.by === 'validity') return count();
    return getOrMake(perspective.facets, JSON.stringify([field, limit, locale]), count);
  }
}

function entriesFor(criteria: readonly Criterion[], view: View, scope: Scope): number {
  return view.segments.reduce((sum, { open }) => sum + extraWorkOf(criteria, open, scope), 0);
}

/** A query with what computing it needs. */
interface Search {
  readonly view: View;
  readonly perspective: Perspective;
  readonly scope: Scope;
  readonly query: AssetQuery;
}

interface Matching extends Found {
  /** The parts that facets count; the docs if omitted. */
  readonly parts?: readonly Part[];
}

const listed = (docs: Uint32Array): Found => ({ count: docs.length, docs });

function allOf(segment: SeenSegment, { query }: Search): Matching {
  const everything = segment.everything();
  if (everything) {
    const { gone } = segment;
    const parts: readonly Part[] = [
      { term: everything },
      ...(gone.length > 0 ? [{ docs: gone, sign: -1 } as const] : []),
    ];
    const count = canWalkOrder(query, segment.open) ? segment.markAll() : undefined;
    return count === undefined ? { ...listed(segment.allVisible()), parts } : { count, parts };
  }
  const live = segment.allVisible();
  const deleted = segment.deleted();
  return { ...listed(live), ...(deleted ? { parts: [{ live, deleted }] } : {}) };
}

function ofClauses(segment: SeenSegment, { scope, query }: Search): Matching {
  const { open } = segment;
  const clauses = query.all.map((criterion) => clauseOf(criterion, open, scope));
  const docs = every(open, clauses).collect();
  const isLong = docs.length > open.bits.length;
  const count = isLong && !query.facets && canWalkOrder(query, open) ? segment.mark(docs) : undefined;
  return count === undefined ? listed(segment.visible(docs)) : { count };
}

/** Returns true if the page can be read by walking an existing order of the segment. */
function canWalkOrder({ sort, count, locale }: AssetQuery, open: OpenSegment): boolean {
  const [key, ...more] = sort;
  return key !== undefined && more.length === 0 && count > 0 && orderOf(key, open, locale) !== undefined;
}

/** Returns the terms of a query that is a single full text of all fields, of which one term suffices. */
function termsOf({ all: [only, ...more] }: AssetQuery): readonly TextTerm[] | undefined {
  if (more.length > 0 || only?.kind !== 'text' || only.field !== undefined) return undefined;
  const { terms, join } = only;
  const isUnion = terms.length === 1 || join === 'any';
  return isUnion && !terms.some(({ isExcluded }) => isExcluded) ? terms : undefined;
}

/** Returns the docs that have any of the terms, or undefined if none of the terms is cached. */
function ofTerms(segment: SeenSegment, terms: readonly TextTerm[], { scope, query }: Search): Matching | undefined {
  const { open, gone } = segment;
  const cached = terms.map((term) => scope.cachedTerm(open, term));
  if (cached.every((each) => each === undefined)) return undefined;
  const union = disjunctionOf(
    open,
    terms.map((term, i) => cached[i] ?? segment.visible(withTerm(open, term, scope).collect())),
    { wanted: isBestFirst(query) ? query.offset + query.count : 0, gone },
    (i, each) => scope.scored(open, terms[i] as TextTerm, each).best,
  );
  const { count, parts, best } = union;
  // `page` reads these docs and not the bits, which must be clear for the next search.
  if (best) open.bits.fill(0);
  return { count, parts, ...(best ? { docs: best } : {}) };
}

function isBestFirst({ sort: [key, ...more], count }: AssetQuery): boolean {
  return count > 0 && key?.by === 'score' && key.descending && more.length === 0;
}
