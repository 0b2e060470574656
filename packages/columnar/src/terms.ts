/** Finds the docs that contain a word, a prefix or a phrase, and the weight of that term in each. */

import type { TextTerm } from '../../core/src/domain/full-text.ts';
import { ABOVE_WEIGHT, LABEL_WEIGHT, MAX_WEIGHT, NAME_WEIGHT, TEXT_WEIGHT } from '../../core/src/domain/score.ts';
import { type Clause, codedIn, listed, NOTHING, some, tested } from './clauses.ts';
import { codesOf } from './dictionaries.ts';
import { drainBits, intersect, NO_DOCS, setBits, subtract } from './docs.ts';
import { documentEntries, documentHits } from './document-hits.ts';
import type { DocumentHits } from './document-places.ts';
import { linkedTo, type NodeRanges, without } from './node-clauses.ts';
import { rangesBelow, rangesOf } from './node-tree.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import { NAME_SLOT, textMark } from './segment.ts';

/** Docs, ascending, with the weight of a term in each. */
export interface Hits {
  readonly docs: Uint32Array;
  /** Missing if only documents have the term. */
  readonly weights?: Uint8Array;
  /** How often the document of each has the term, at most `MAX_FREQUENCY`; missing if none has. */
  readonly frequencies?: Uint8Array;
}

/** Docs that have a term in fields, labels or names of nodes. */
interface FieldHits extends Hits {
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
  hits?: FieldHits;
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

/** Estimates the index entries read for a term: its postings and, for phrases and fields, the words of texts. */
export function entriesOf(segment: OpenSegment, term: TextTerm, slot?: number): number {
  const { within } = term;
  const inDocuments = slot === undefined && within !== 'metadata' ? documentEntries(segment, term) : 0;
  return within === 'content' && slot === undefined ? inDocuments : inDocuments + fieldEntries(segment, term, slot);
}

function fieldEntries(segment: OpenSegment, term: TextTerm, slot?: number): number {
  const { postings, texts } = segment.columns.words;
  const counts = lookUp(segment, term).ranges.map(
    ([first, end]) => (postings.offsets[end] as number) - (postings.offsets[first] as number),
  );
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (counts.length === 1 && slot === undefined) return all;
  const wordsOfText = texts.words.length / Math.max(1, segment.size);
  return all + Math.min(segment.size, ...counts) * wordsOfText;
}

/** Where a term is named, for one viewer. */
interface Named {
  readonly items: ReadonlyMap<number, readonly number[]>;
  /** Nodes with the term in their names. */
  readonly nodes: NodeRanges;
  /** Nodes below them, where names count for what is below: those of types that define no permissions. */
  readonly below: NodeRanges;
}

/** Scopes live as long as their query. */
const namedIn = new WeakMap<Scope, Map<TextTerm, Named>>();

/** A name of a node that the viewer may not view finds nothing, and nothing is found through a hidden node. */
function namedBy(term: TextTerm, scope: Scope): Named {
  return namedIn
    .getOrInsertComputed(scope, () => new Map())
    .getOrInsertComputed(term, () => {
      const { model, tree, skipped, labels } = scope;
      const nodes = without(rangesOf(tree, labels.nodes(term), false), skipped);
      const items = labels.items(term);
      if (nodes.length === 0) return { items, nodes, below: [] };
      const isAbove = (id: number) =>
        !(model.nodeTypes.get(model.trees.get(id)?.type ?? Number.NaN)?.isPermissionDefining ?? false);
      return { items, nodes, below: without(rangesBelow(tree, nodes, isAbove), skipped) };
    });
}

/** Matches docs that have the term in dropdown labels or in names of nodes that the viewer may view. */
function labelled(segment: OpenSegment, term: TextTerm, scope: Scope): Clause {
  const { items, nodes } = namedBy(term, scope);
  const clauses: Clause[] = [];
  for (const [field, labels] of items) {
    const codes = segment.columns.items[field];
    if (!codes) continue;
    clauses.push(codedIn(segment, codes, codesOf(scope.dictionaries.items(field), labels)));
  }
  clauses.push(linkedToAny(segment, nodes));
  return some(
    segment,
    clauses.filter((clause) => clause !== NOTHING),
  );
}

/** Matches docs of nodes below those that have the term in their names. */
function below(segment: OpenSegment, term: TextTerm, scope: Scope): Clause {
  return linkedToAny(segment, namedBy(term, scope).below);
}

function linkedToAny(segment: OpenSegment, ranges: NodeRanges): Clause {
  const { nodes, references } = segment.columns;
  return ranges.length === 0 ? NOTHING : linkedTo(segment, [nodes, ...Object.values(references)], ranges);
}

/**
 * Matches docs that have the term in their own texts, labels, names of nodes or names of the nodes above them, or in
 * their documents.
 */
export function withTerm(segment: OpenSegment, term: TextTerm, scope: Scope): Clause {
  const { words, isPrefix, within } = term;
  if (within === 'content') return listed(documentHits(segment, term).docs);
  const own = isPrefix && words.length === 1 ? beginning(segment, term) : listed(ownDocs(segment, term));
  const others = [labelled(segment, term, scope), below(segment, term, scope)];
  const { docs } = documentsWith(segment, term);
  if (docs.length > 0) others.push(listed(docs));
  return some(segment, [own, ...others.filter((clause) => clause !== NOTHING)]);
}

/** Matches docs with a word that has the prefix. Filters few docs by their words, not by all postings. */
function beginning(segment: OpenSegment, term: TextTerm): Clause {
  const { ranges } = lookUp(segment, term);
  const entries = fieldEntries(segment, term);
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

/** Returns the docs whose documents have the term; none for a term that is looked for elsewhere. */
function documentsWith(segment: OpenSegment, term: TextTerm): DocumentHits {
  return term.within === 'metadata' ? NO_DOCUMENTS : documentHits(segment, term);
}

const NO_DOCUMENTS: DocumentHits = { docs: NO_DOCS, frequencies: new Uint8Array(0) };

/** Returns the docs that have the term anywhere, with its weight (see `relevance`). */
export function hitsOf(segment: OpenSegment, term: TextTerm, scope: Scope): Hits {
  const inDocuments = documentsWith(segment, term);
  if (term.within === 'content') return inDocuments;
  const hits = fieldHits(segment, term, scope);
  if (inDocuments.docs.length === 0) return hits;
  if (hits.docs.length === 0) return inDocuments;
  return merged(hits, inDocuments);
}

function merged(one: FieldHits, other: DocumentHits): Hits {
  const docs = new Uint32Array(one.docs.length + other.docs.length);
  const weights = new Uint8Array(docs.length);
  const frequencies = new Uint8Array(docs.length);
  let n = 0;
  for (let i = 0, j = 0; i < one.docs.length || j < other.docs.length; n++) {
    const a = i < one.docs.length ? (one.docs[i] as number) : Number.POSITIVE_INFINITY;
    const b = j < other.docs.length ? (other.docs[j] as number) : Number.POSITIVE_INFINITY;
    docs[n] = Math.min(a, b);
    if (a <= b) weights[n] = one.weights[i++] as number;
    if (b <= a) frequencies[n] = other.frequencies[j++] as number;
  }
  return { docs: docs.slice(0, n), weights: weights.slice(0, n), frequencies: frequencies.slice(0, n) };
}

function fieldHits(segment: OpenSegment, term: TextTerm, scope: Scope): FieldHits {
  const own = ownHits(segment, term);
  const others = [labelled(segment, term, scope), below(segment, term, scope)] as const;
  if (others.every((clause) => clause === NOTHING)) return own;
  const [labels, named] = others.map((clause) => clause.collect()) as [Uint32Array, Uint32Array];
  const sums = segment.sums();
  for (let i = 0; i < own.docs.length; i++) sums[own.docs[i] as number] = own.weights[i] as number;
  const added = [
    [labels, LABEL_WEIGHT],
    [subtract(named, labels), ABOVE_WEIGHT],
  ] as const;
  for (const [docs, weight] of added) {
    for (let i = 0; i < docs.length; i++) sums[docs[i] as number] = (sums[docs[i] as number] as number) + weight;
  }
  for (const list of [own.docs, labels, named]) setBits(segment.bits, list);
  return takeSums(segment, drainBits(segment.bits));
}

function ownHits(segment: OpenSegment, term: TextTerm): FieldHits {
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
function takeSums(segment: OpenSegment, docs: Uint32Array): FieldHits {
  const sums = segment.sums();
  const weights = new Uint8Array(docs.length);
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    weights[i] = Math.min(MAX_WEIGHT, sums[doc] as number);
    sums[doc] = 0;
  }
  return { docs, weights };
}

function postingsOf({ columns }: OpenSegment, word: number): FieldHits {
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

function phraseHits(segment: OpenSegment, term: TextTerm): FieldHits {
  const found = lookUp(segment, term);
  found.hits ??= hitsInTexts(segment, term);
  return found.hits;
}

/** Returns the docs in which the words of a term are consecutive, in any text or in those of one slot. */
function hitsInTexts(segment: OpenSegment, term: TextTerm, slot?: number): FieldHits {
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
