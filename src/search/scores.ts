import { lengthNorm, rarity, relevance } from '../domain/score.ts';
import { firstAtLeast, hasBit } from './docs.ts';
import type { FullText } from './full-text.ts';
import type { Scope } from './scope.ts';
import type { Codes } from './segment.ts';
import { type Hits, hitsOf } from './terms.ts';
import type { View, ViewSegment } from './view.ts';

/** Hits are sought by growing steps where they are this many times more than the docs to score. */
const GALLOP_RATIO = 16;

/** The scores of docs, per segment of the view beside its docs; with `sign` -1 the best are the lowest. */
export function scoresOf(
  view: View,
  docs: readonly Uint32Array[],
  texts: readonly FullText[],
  scope: Scope,
  sign: 1 | -1,
): readonly Float64Array[] {
  const scores = docs.map(({ length }) => new Float64Array(length));
  const relevances = relevancesOf(view);
  for (const term of texts.flatMap(({ terms }) => terms)) {
    if (term.isExcluded) continue;
    const hits = view.segments.map(({ open }) => hitsOf(open, term, scope));
    const matching = hits.reduce((sum, each, i) => sum + countLiving(view.segments[i] as ViewSegment, each.docs), 0);
    const rare = sign * rarity(view.assetCount, matching);
    view.segments.forEach(({ open }, i) => {
      const { lengths } = open.columns.words;
      addScores(docs[i] as Uint32Array, hits[i] as Hits, scores[i] as Float64Array, rare, lengths, relevances);
    });
  }
  return scores;
}

function addScores(
  docs: Uint32Array,
  { docs: found, weights }: Hits,
  scores: Float64Array,
  rare: number,
  lengths: Codes,
  { table, averageLength }: Relevances,
): void {
  const gallops = found.length > docs.length * GALLOP_RATIO;
  let i = 0;
  for (let at = 0; at < found.length && i < docs.length; ) {
    const doc = docs[i] as number;
    const hit = found[at] as number;
    if (hit < doc) at = gallops ? firstAtLeast(found, doc, at) : at + 1;
    else if (hit > doc) i += 1;
    else {
      const weight = weights[at] as number;
      const length = lengths[doc] as number;
      const told =
        weight < COMMON && length < COMMON
          ? (table[weight * COMMON + length] as number)
          : relevance(weight, lengthNorm(length, averageLength));
      scores[i] = (scores[i] as number) + rare * told;
      i += 1;
      at += 1;
    }
  }
}

interface Relevances {
  /** Of `weight * COMMON + length`: looking one up is faster than a division. */
  readonly table: Float64Array;
  readonly averageLength: number;
}

/** Weights and lengths below this are in the table. */
const COMMON = 64;

const relevancesOfViews = new WeakMap<View, Relevances>();

function relevancesOf(view: View): Relevances {
  return relevancesOfViews.getOrInsertComputed(view, ({ assetCount, wordCount }) => {
    const averageLength = assetCount === 0 || wordCount === 0 ? 1 : wordCount / assetCount;
    const table = Float64Array.from({ length: COMMON * COMMON }, (_, i) =>
      relevance(Math.floor(i / COMMON), lengthNorm(i % COMMON, averageLength)),
    );
    return { table, averageLength };
  });
}

function countLiving({ dead, deadCount }: ViewSegment, docs: Uint32Array): number {
  if (deadCount === 0) return docs.length;
  let living = 0;
  for (let i = 0; i < docs.length; i++) if (!hasBit(dead, docs[i] as number)) living += 1;
  return living;
}
