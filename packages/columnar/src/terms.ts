/** Finds the docs that contain a word, a prefix or a phrase anywhere, and the weight of that term in each. */

import type { TextTerm } from '../../core/src/domain/full-text.ts';
import { ABOVE_WEIGHT, LABEL_WEIGHT } from '../../core/src/domain/score.ts';
import { type Clause, listed, NOTHING, some } from './clauses.ts';
import { drainBits, NO_DOCS, setBits, subtract } from './docs.ts';
import { documentEntries, documentHits } from './document-hits.ts';
import type { DocumentHits } from './document-places.ts';
import { below, labelled } from './label-clauses.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import { inOwnTexts, ownHits, type TextHits, takeSums, textEntries } from './text-hits.ts';

/** Docs, ascending, with the weight of a term in each. */
export interface Hits {
  readonly docs: Uint32Array;
  /** Missing if only documents have the term. */
  readonly weights?: Uint8Array;
  /** How often the document of each has the term, at most `MAX_FREQUENCY`; missing if none has. */
  readonly frequencies?: Uint8Array;
}

/** Estimates the index entries read for a term. */
export function entriesOf(segment: OpenSegment, term: TextTerm, slot?: number): number {
  const { within } = term;
  const inDocuments = slot === undefined && within !== 'metadata' ? documentEntries(segment, term) : 0;
  return within === 'content' && slot === undefined ? inDocuments : inDocuments + textEntries(segment, term, slot);
}

/**
 * Matches docs that have the term in their own texts, labels, names of nodes or names of the nodes above them, or in
 * their documents.
 */
export function withTerm(segment: OpenSegment, term: TextTerm, scope: Scope): Clause {
  if (term.within === 'content') return listed(documentHits(segment, term).docs);
  const own = inOwnTexts(segment, term);
  const others = [labelled(segment, term, scope), below(segment, term, scope)];
  const { docs } = documentsWith(segment, term);
  if (docs.length > 0) others.push(listed(docs));
  return some(segment, [own, ...others.filter((clause) => clause !== NOTHING)]);
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

function merged(one: TextHits, other: DocumentHits): Hits {
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

/** Returns the docs that have the term in their own texts, labels or names of nodes, with its weight. */
function fieldHits(segment: OpenSegment, term: TextTerm, scope: Scope): TextHits {
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
