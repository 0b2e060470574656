import { lengthNorm, rarity, termScore } from '../domain/score.ts';
import { firstAtLeast, hasBit } from './docs.ts';
import type { FullText } from './full-text.ts';
import type { Scope } from './scope.ts';
import { type Hits, hitsOf } from './terms.ts';
import type { View, ViewSegment } from './view.ts';

/** Hits are sought by growing steps where they are this many times more than the docs to score. */
const GALLOP_RATIO = 16;

/** Lengths whose norms are computed once for a question. */
const COMMON_LENGTHS = 256;

interface Norms {
  /** By length. */
  readonly norms: Float64Array;
  readonly averageLength: number;
}

/** The scores of docs, per segment of the view beside its docs. */
export function scoresOf(
  view: View,
  docs: readonly Uint32Array[],
  texts: readonly FullText[],
  scope: Scope,
): readonly Float64Array[] {
  const scores = docs.map(({ length }) => new Float64Array(length));
  const averageLength = view.assetCount === 0 || view.wordCount === 0 ? 1 : view.wordCount / view.assetCount;
  const norms = Float64Array.from({ length: COMMON_LENGTHS }, (_, length) => lengthNorm(length, averageLength));
  for (const term of texts.flatMap(({ terms }) => terms)) {
    if (term.isExcluded) continue;
    const hits = view.segments.map(({ open }) => hitsOf(open, term, scope));
    const matching = hits.reduce((sum, each, i) => sum + countLiving(view.segments[i] as ViewSegment, each.docs), 0);
    const rare = rarity(view.assetCount, matching);
    view.segments.forEach(({ open }, i) => {
      const { lengths } = open.columns.words;
      addScores(docs[i] as Uint32Array, hits[i] as Hits, scores[i] as Float64Array, rare, lengths, {
        norms,
        averageLength,
      });
    });
  }
  return scores;
}

function addScores(
  docs: Uint32Array,
  hits: Hits,
  scores: Float64Array,
  rare: number,
  lengths: Uint32Array,
  { norms, averageLength }: Norms,
): void {
  const gallops = hits.docs.length > docs.length * GALLOP_RATIO;
  let j = 0;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    if (gallops) j = firstAtLeast(hits.docs, doc, j);
    else while (j < hits.docs.length && (hits.docs[j] as number) < doc) j += 1;
    if (j === hits.docs.length) return;
    if (hits.docs[j] !== doc) continue;
    const length = lengths[doc] as number;
    const norm = length < COMMON_LENGTHS ? (norms[length] as number) : lengthNorm(length, averageLength);
    scores[i] = (scores[i] as number) + termScore(rare, hits.weights[j] as number, norm);
  }
}

function countLiving({ dead, deadCount }: ViewSegment, docs: Uint32Array): number {
  if (deadCount === 0) return docs.length;
  let living = 0;
  for (let i = 0; i < docs.length; i++) if (!hasBit(dead, docs[i] as number)) living += 1;
  return living;
}
