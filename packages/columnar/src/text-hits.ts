/** Finds the docs whose own texts contain a word, a prefix or a phrase, and its weight in each. */

import type { TextTerm } from '../../core/src/domain/full-text.ts';
import { MAX_WEIGHT, NAME_WEIGHT, TEXT_WEIGHT } from '../../core/src/domain/score.ts';
import { type Clause, listed, tested } from './clauses.ts';
import { drainBits, intersect, setBits } from './docs.ts';
import type { OpenSegment } from './open-segment.ts';
import { NAME_SLOT, textMark } from './segment.ts';

/** Docs, ascending, with the weight of a term in each. */
export interface TextHits {
  readonly docs: Uint32Array;
  readonly weights: Uint8Array;
}

/** A range `[first, end)` of word numbers. */
type Range = readonly [first: number, end: number];

/** What was found out about a term in a segment; estimating, matching and scoring need the same. */
interface Lookup {
  /** The words that fit each word of the term. */
  readonly ranges: readonly Range[];
  /** Docs of a prefix. */
  docs?: Uint32Array;
  /** Hits of a phrase. */
  hits?: TextHits;
}

/** Terms live as long as their query. */
const lookups = new WeakMap<TextTerm, WeakMap<OpenSegment, Lookup>>();

function lookUp(segment: OpenSegment, term: TextTerm): Lookup {
  return lookups
    .getOrInsertComputed(term, () => new WeakMap())
    .getOrInsertComputed(segment, ({ vocabulary }) => {
      const last = term.words.length - 1;
      return { ranges: term.words.map((word, i) => vocabulary.range(word, term.isPrefix && i === last)) };
    });
}

/** Returns the docs that have the term in their own texts or, with `slot`, in the texts of that slot. */
export function ownDocs(segment: OpenSegment, term: TextTerm, slot?: number): Uint32Array {
  if (slot !== undefined) return hitsInTexts(segment, term, slot).docs;
  const found = lookUp(segment, term);
  const [range, ...more] = found.ranges as readonly [Range, ...Range[]];
  if (more.length > 0) return phraseHits(segment, term).docs;
  if (range[1] - range[0] === 1) return postingsOf(segment, range[0]).docs;
  found.docs ??= uniteWords(segment, range);
  return found.docs;
}

/** Estimates the index entries read: the postings and, for phrases and fields, the words of texts. */
export function textEntries(segment: OpenSegment, term: TextTerm, slot?: number): number {
  const { postings, texts } = segment.columns.words;
  const counts = lookUp(segment, term).ranges.map(
    ([first, end]) => (postings.offsets[end] as number) - (postings.offsets[first] as number),
  );
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (counts.length === 1 && slot === undefined) return all;
  const wordsOfText = texts.words.length / Math.max(1, segment.size);
  return all + Math.min(segment.size, ...counts) * wordsOfText;
}

/** Matches docs that have the term in their own texts. */
export function inOwnTexts(segment: OpenSegment, term: TextTerm): Clause {
  return term.isPrefix && term.words.length === 1 ? beginning(segment, term) : listed(ownDocs(segment, term));
}

/** Matches docs with a word that has the prefix. Filters few docs by their words, not by all postings. */
function beginning(segment: OpenSegment, term: TextTerm): Clause {
  const { ranges } = lookUp(segment, term);
  const entries = textEntries(segment, term);
  const wordsOfText = segment.columns.words.texts.words.length / Math.max(1, segment.size);
  return {
    estimate: Math.min(segment.size, entries),
    collect: () => ownDocs(segment, term),
    filter: (docs) =>
      entries > docs.length * wordsOfText
        ? tested(docs, (doc) => weightIn(segment, doc, ranges) > 0)
        : intersect(docs, ownDocs(segment, term)),
  };
}

/** Returns the docs that have the term in their own texts, with its weight. */
export function ownHits(segment: OpenSegment, term: TextTerm): TextHits {
  const [range, ...more] = lookUp(segment, term).ranges as readonly [Range, ...Range[]];
  if (more.length > 0) return phraseHits(segment, term);
  if (range[1] - range[0] === 1) return postingsOf(segment, range[0]);
  const sums = segment.sums();
  for (let word = range[0]; word < range[1]; word++) {
    const { docs, weights } = postingsOf(segment, word);
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] as number;
      sums[doc] = (sums[doc] as number) + (weights[i] as number);
    }
  }
  return takeSums(segment, ownDocs(segment, term));
}

/** Takes the weights of these docs from `sums` and resets them to 0. `docs` must include every doc with a sum. */
export function takeSums(segment: OpenSegment, docs: Uint32Array): TextHits {
  const sums = segment.sums();
  const weights = new Uint8Array(docs.length);
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    weights[i] = Math.min(MAX_WEIGHT, sums[doc] as number);
    sums[doc] = 0;
  }
  return { docs, weights };
}

function postingsOf({ columns }: OpenSegment, word: number): TextHits {
  const { offsets, docs, weights } = columns.words.postings;
  return {
    docs: docs.subarray(offsets[word], offsets[word + 1]),
    weights: weights.subarray(offsets[word], offsets[word + 1]),
  };
}

function uniteWords(segment: OpenSegment, [first, end]: Range): Uint32Array {
  for (let word = first; word < end; word++) setBits(segment.bits, postingsOf(segment, word).docs);
  return drainBits(segment.bits);
}

function phraseHits(segment: OpenSegment, term: TextTerm): TextHits {
  const found = lookUp(segment, term);
  found.hits ??= hitsInTexts(segment, term);
  return found.hits;
}

/** Returns the docs in which the words of a term are consecutive, in any text or in those of one slot. */
function hitsInTexts(segment: OpenSegment, term: TextTerm, slot?: number): TextHits {
  const { ranges } = lookUp(segment, term);
  const some = candidates(segment, ranges);
  const docs = new Uint32Array(some.length);
  const weights = new Uint8Array(some.length);
  let n = 0;
  for (let i = 0; i < some.length; i++) {
    const weight = weightIn(segment, some[i] as number, ranges, slot);
    if (weight === 0) continue;
    docs[n] = some[i] as number;
    weights[n++] = Math.min(MAX_WEIGHT, weight);
  }
  return { docs: docs.slice(0, n), weights: weights.slice(0, n) };
}

/** Returns the docs that have a word of each range, at any position. */
function candidates(segment: OpenSegment, ranges: readonly Range[]): Uint32Array {
  // A phrase of a script without spaces may repeat a letter thousands of times.
  const different = new Map(ranges.map((range) => [range.join(), range])).values();
  const lists = Array.from(different, (range) =>
    range[1] - range[0] === 1 ? postingsOf(segment, range[0]).docs : uniteWords(segment, range),
  );
  return lists.sort((a, b) => a.length - b.length).reduce(intersect);
}

/** Sums up the weights of the places where consecutive words fit the ranges. */
function weightIn({ columns }: OpenSegment, doc: number, ranges: readonly Range[], slot?: number): number {
  const { offsets, words } = columns.words.texts;
  const end = offsets[doc + 1] as number;
  const [from, to] = ranges[0] as Range;
  let weight = 0;
  const mark = textMark(words);
  let inText = mark;
  for (let i = offsets[doc] as number; i < end; i++) {
    const word = words[i] as number;
    if (word >= mark) {
      inText = word - mark;
      continue;
    }
    if (word < from || word >= to) continue;
    if (slot !== undefined && slot !== inText) continue;
    let matched = 1;
    while (matched < ranges.length && i + matched < end) {
      const [first, last] = ranges[matched] as Range;
      const next = words[i + matched] as number;
      if (next < first || next >= last) break;
      matched += 1;
    }
    if (matched === ranges.length) weight += inText === NAME_SLOT ? NAME_WEIGHT : TEXT_WEIGHT;
  }
  return weight;
}
