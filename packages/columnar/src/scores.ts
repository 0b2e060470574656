/**
 * Scores docs for full texts: a term counts more in a short doc and in names, and the more the fewer assets have it.
 */

import { documentRelevance, inverseDocumentFrequency, lengthNorm, relevance } from '../../core/src/domain/score.ts';
import { type CachedTerm, placeIn, type Scored } from './cached-term.ts';
import type { Codes } from './columns.ts';
import { type Bits, firstAtLeast } from './docs.ts';
import type { FullText } from './full-text.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import { type Hits, hitsOf } from './terms.ts';
import type { Averages } from './text-counts.ts';
import type { View } from './view.ts';

/** If there are this many times more hits than docs to score, a galloping search is faster than a merge. */
const GALLOP_RATIO = 16;

/** Adds scores to `scores`, by segment and parallel to `docs`; with `sign` -1, the best are lowest. */
export function addScores(
  scores: readonly Float64Array[],
  view: View,
  docs: readonly Uint32Array[],
  texts: readonly FullText[],
  scope: Scope,
  sign: 1 | -1,
): void {
  const table = tableOf(scope.averages());
  const { assets } = scope.textCounts();
  for (const term of texts.flatMap(({ terms }) => terms)) {
    if (term.isExcluded) continue;
    const hits = view.segments.map(({ open }) => scope.cachedTerm(open, term) ?? hitsOf(open, term, scope));
    const matching = hits.reduce((sum, each, i) => sum + scope.countSeen(i, each), 0);
    const idf = sign * inverseDocumentFrequency(assets, matching);
    view.segments.forEach(({ open }, i) => {
      const { lengths } = open.columns.words;
      const { documentLengths } = open.columns;
      const add = {
        docs: docs[i] as Uint32Array,
        scores: scores[i] as Float64Array,
        idf,
        lengths,
        documentLengths,
        table,
      };
      const each = hits[i] as Hits | CachedTerm;
      if ('bits' in each) addKnown(each.bits, scope.scored(open, term, each), add);
      else addHits(each, add);
    });
  }
}

/** What the relevance of a term for a doc depends on besides its hits. */
interface Lengths {
  /** Number of words of each doc. */
  readonly lengths: Codes;
  /** Number of words of the document of each doc. */
  readonly documentLengths: Codes;
  readonly table: Table;
}

/** What is needed to add a term's share to the scores of docs. */
interface Added extends Lengths {
  readonly docs: Uint32Array;
  /** Parallel to `docs`. */
  readonly scores: Float64Array;
  /** The term's inverseDocumentFrequency, negated if the best docs have the lowest scores. */
  readonly idf: number;
}

function addKnown(bits: Bits, scored: Scored, added: Added): void {
  const { docs, scores, idf } = added;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    const place = placeIn(bits, scored, doc);
    if (place >= 0) scores[i] = (scores[i] as number) + idf * relevanceAt(place, doc, scored, added);
  }
}

function addHits(hits: Hits, added: Added): void {
  const { docs: found } = hits;
  const { docs, scores, idf } = added;
  if (found === docs) {
    for (let i = 0; i < docs.length; i++)
      scores[i] = (scores[i] as number) + idf * relevanceAt(i, docs[i] as number, hits, added);
    return;
  }
  const gallops = found.length > docs.length * GALLOP_RATIO;
  let i = 0;
  for (let at = 0; at < found.length && i < docs.length; ) {
    const doc = docs[i] as number;
    const hit = found[at] as number;
    if (hit < doc) at = gallops ? firstAtLeast(found, doc, at) : at + 1;
    else if (hit > doc) i += 1;
    else {
      scores[i] = (scores[i] as number) + idf * relevanceAt(at, doc, hits, added);
      i += 1;
      at += 1;
    }
  }
}

/** Returns the relevance of a term for each of its docs, negated so that the best docs have the lowest values. */
export function relevancesOf(hits: Hits, { columns }: OpenSegment, averages: Averages): Float64Array {
  const { docs } = hits;
  const { documentLengths } = columns;
  const of = { lengths: columns.words.lengths, documentLengths, table: tableOf(averages) };
  const all = new Float64Array(docs.length);
  for (let i = 0; i < docs.length; i++) all[i] = -relevanceAt(i, docs[i] as number, hits, of);
  return all;
}

/** Returns the relevance of a term for a doc, whose weight and frequency are at a place. */
function relevanceAt(
  place: number,
  doc: number,
  { weights, frequencies }: Pick<Hits, 'weights' | 'frequencies'>,
  { lengths, documentLengths, table }: Lengths,
): number {
  const ofFields = weights ? termScore(table, weights[place] as number, lengths[doc] as number) : 0;
  if (!frequencies) return ofFields;
  return ofFields + documentScore(table, frequencies[place] as number, documentLengths[doc] as number);
}

/** A table of relevances: a lookup is faster than a division. */
interface Table {
  /** Relevance at index `weight * COMMON + length`. */
  readonly values: Float64Array;
  readonly averageLength: number;
  readonly averageDocument: number;
}

function termScore({ values, averageLength }: Table, weight: number, length: number): number {
  return weight < COMMON && length < COMMON
    ? (values[weight * COMMON + length] as number)
    : relevance(weight, lengthNorm(length, averageLength));
}

function documentScore({ averageDocument }: Table, frequency: number, length: number): number {
  return frequency === 0 ? 0 : documentRelevance(frequency, lengthNorm(length, averageDocument));
}

/** The table holds weights and lengths below this. */
const COMMON = 64;

const tables = new WeakMap<Averages, Table>();

function tableOf(averages: Averages): Table {
  return tables.getOrInsertComputed(averages, ({ ofTexts: averageLength, ofDocuments: averageDocument }) => {
    const values = Float64Array.from({ length: COMMON * COMMON }, (_, i) =>
      relevance(Math.floor(i / COMMON), lengthNorm(i % COMMON, averageLength)),
    );
    return { values, averageLength, averageDocument };
  });
}
