/** Finds the docs whose documents contain a word, a prefix or a phrase, and how often. */
import type { TextTerm } from '../../core/src/domain/full-text.ts';
import { MAX_FREQUENCY } from '../../core/src/domain/score.ts';
import { firstAtLeast, intersect, NO_DOCS } from './docs.ts';
import {
  countTogether,
  type DocumentHits,
  type PhraseWord,
  type Places,
  SeveralPlaces,
  WordPlaces,
} from './document-places.ts';
import { type DocumentWords, MORE } from './document-words.ts';
import type { OpenDocuments, OpenSegment } from './open-segment.ts';
import { wordsTogether } from './phrase-kernel.ts';
import { hitsOfRanges, RANGE_BYTES, RANGE_WORDS } from './prefix-kernel.ts';

type Range = readonly [first: number, end: number];

const NO_HITS: DocumentHits = { docs: NO_DOCS, frequencies: new Uint8Array(0) };

/** Terms live as long as their query. */
const found = new WeakMap<TextTerm, WeakMap<OpenSegment, DocumentHits>>();
const rangesOfTerms = new WeakMap<TextTerm, WeakMap<OpenDocuments, readonly Range[]>>();

export function documentHits(segment: OpenSegment, term: TextTerm): DocumentHits {
  if (segment.documents.length === 0) return NO_HITS;
  return found
    .getOrInsertComputed(term, () => new WeakMap())
    .getOrInsertComputed(segment, () =>
      term.words.length === 1 && !term.isPrefix
        ? hitsOfWord(segment, term)
        : joined(segment.documents.map((part) => hitsIn(part, term))),
    );
}

/** Reads the docs of a word into one list, because a list of each part would have to be copied. */
function hitsOfWord({ documents }: OpenSegment, term: TextTerm): DocumentHits {
  const lists = documents.flatMap((part) => {
    const [[word, end]] = rangesOf(part, term) as readonly [Range];
    return word === end ? [] : [{ words: part.words, word, count: part.words.counts[word] as number }];
  });
  const hits = roomFor(lists.reduce((sum, { count }) => sum + count, 0));
  let at = 0;
  for (const { words, word, count } of lists) {
    readPostings(words, word, { hits, at, first: words.range[0] as number });
    at += count;
  }
  return hits;
}

/** Estimates the entries read: the docs of all words and, for a phrase, the places of each in the fewest of them. */
export function documentEntries({ documents }: OpenSegment, term: TextTerm): number {
  return documents.reduce((sum, part) => {
    const counts = rangesOf(part, term).map((range) => countOf(part.words, range));
    const all = counts.reduce((total, count) => total + count, 0);
    return sum + all + (counts.length > 1 ? Math.min(...counts) * counts.length * MAX_FREQUENCY : 0);
  }, 0);
}

function rangesOf(part: OpenDocuments, term: TextTerm): readonly Range[] {
  return rangesOfTerms
    .getOrInsertComputed(term, () => new WeakMap())
    .getOrInsertComputed(part, ({ vocabulary }) =>
      term.words.map((word, i) => vocabulary.range(word, term.isPrefix && i === term.words.length - 1)),
    );
}

function countOf({ counts }: DocumentWords, [first, end]: Range): number {
  let sum = 0;
  for (let word = first; word < end; word++) sum += counts[word] as number;
  return sum;
}

function joined(hits: readonly DocumentHits[]): DocumentHits {
  const some = hits.filter(({ docs }) => docs.length > 0);
  if (some.length <= 1) return some[0] ?? NO_HITS;
  const length = some.reduce((sum, { docs }) => sum + docs.length, 0);
  const [docs, frequencies] = [new Uint32Array(length), new Uint8Array(length)];
  let at = 0;
  for (const hit of some) {
    docs.set(hit.docs, at);
    frequencies.set(hit.frequencies, at);
    at += hit.docs.length;
  }
  return { docs, frequencies };
}

function hitsIn(part: OpenDocuments, term: TextTerm): DocumentHits {
  const own = rangesOf(part, term);
  if (own.some(([first, end]) => first === end)) return NO_HITS;
  const { words } = part;
  const [range, ...more] = own as readonly [Range, ...Range[]];
  const { docs, frequencies } = more.length > 0 ? phraseHits(words, own) : wordHits(words, range);
  const first = words.range[0] as number;
  if (first > 0) for (let i = 0; i < docs.length; i++) docs[i] = (docs[i] as number) + first;
  return { docs, frequencies };
}

/** Returns the docs of any word of a range, counted from the first of the part. */
function wordHits(words: DocumentWords, [first, end]: Range): DocumentHits {
  if (end - first === 1) return postingsOf(words, first);
  return hitsOfRanges(words, commonFirst(words, [first, end]));
}

/** Words of a prefix that one of so many docs has come first, because the others often need not be read after them. */
const COMMON = 4;

function* commonFirst({ counts, range, docs: { offsets } }: DocumentWords, [first, end]: Range): Generator<Range> {
  const size = (range[1] as number) - (range[0] as number);
  const common: number[] = [];
  for (let word = first; word < end; word++) if (COMMON * (counts[word] as number) >= size) common.push(word);
  const sorted = common.toSorted((a, b) => (counts[b] as number) - (counts[a] as number));
  for (const word of sorted) yield [word, word + 1];
  let from = first;
  for (const word of [...common, end]) {
    while (from < word) {
      const full = firstAtLeast(offsets, (offsets[from] as number) + RANGE_BYTES, from + 1);
      const to = Math.min(word, from + RANGE_WORDS, full);
      yield [from, to];
      from = to;
    }
    from = word + 1;
  }
}

function postingsOf(words: DocumentWords, word: number): DocumentHits {
  const hits = roomFor(words.counts[word] as number);
  readPostings(words, word, { hits, at: 0, first: 0 });
  return hits;
}

function roomFor(count: number): DocumentHits {
  return { docs: new Uint32Array(count), frequencies: new Uint8Array(count) };
}

/** Writes the docs of a word into `hits`, from the place `at` on; those of its part begin with the doc `first`. */
function readPostings(
  words: DocumentWords,
  word: number,
  { hits, at, first }: { readonly hits: DocumentHits; readonly at: number; readonly first: number },
): void {
  const { docs, frequencies } = hits;
  const { bytes } = words.docs;
  const end = at + (words.counts[word] as number);
  let next = words.docs.offsets[word] as number;
  let doc = first;
  for (let i = at; i < end; i++) {
    let byte = bytes[next++] as number;
    let code = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[next++] as number;
      code |= (byte & 127) << shift;
    }
    doc += code >>> 2;
    docs[i] = doc;
    frequencies[i] = (code & 3) === MORE ? MORE + 1 + (bytes[next++] as number) : (code & 3) + 1;
  }
}

function phraseHits(words: DocumentWords, ranges: readonly Range[]): DocumentHits {
  // A phrase of a script without spaces may repeat a letter thousands of times.
  const different = [...new Map(ranges.map((range) => [range.join(), range])).values()];
  const together = twoTogether(words, ranges);
  if (together && (ranges.length === 2 || together.docs.length === 0)) return together;
  const lists = different.map((range) => wordHits(words, range));
  const candidates = [...lists, ...(together ? [together] : [])]
    .map(({ docs }) => docs)
    .sort((a, b) => a.length - b.length)
    .reduce(intersect);
  if (candidates.length === 0) return NO_HITS;
  const places = new Map(
    different.map((range, i) => [
      range.join(),
      range[1] - range[0] === 1
        ? new WordPlaces(words, range[0], lists[i] as DocumentHits)
        : placesOfRange(words, range, candidates),
    ]),
  );
  // The word with the fewest places first, as far as is known.
  const sorted: readonly PhraseWord[] = ranges
    .map((range, i) => ({ places: places.get(range.join()) as Places, ahead: i, size: placeBytes(words, range) }))
    .sort((a, b) => a.size - b.size);
  const [fewest, ...others] = sorted as readonly [PhraseWord, ...PhraseWord[]];
  const docs = new Uint32Array(candidates.length);
  const frequencies = new Uint8Array(candidates.length);
  let n = 0;
  for (let i = 0; i < candidates.length; i++) {
    const doc = candidates[i] as number;
    const count = countTogether(fewest, others, doc);
    if (count === 0) continue;
    docs[n] = doc;
    frequencies[n++] = count;
  }
  return { docs: docs.slice(0, n), frequencies: frequencies.slice(0, n) };
}

/** Finds the docs of the two words of a phrase that have the fewest places, if that can be done fast. */
function twoTogether(words: DocumentWords, ranges: readonly Range[]): DocumentHits | undefined {
  const [one, other] = ranges
    .map((range, ahead) => ({
      word: range[0],
      ahead,
      size: placeBytes(words, range),
      isOne: range[1] - range[0] === 1,
    }))
    .filter(({ isOne }) => isOne)
    .sort((a, b) => a.size - b.size);
  return one && other && wordsTogether(words, one, other);
}

function placeBytes({ places: { offsets } }: DocumentWords, [first, end]: Range): number {
  return (offsets[end] as number) - (offsets[first] as number);
}

function placesOfRange(words: DocumentWords, [first, end]: Range, candidates: Uint32Array): Places {
  const having = new Map<number, WordPlaces[]>();
  for (let word = first; word < end; word++) {
    const hits = postingsOf(words, word);
    const among = intersect(candidates, hits.docs);
    if (among.length === 0) continue;
    const places = new WordPlaces(words, word, hits);
    for (const doc of among) having.getOrInsertComputed(doc, () => []).push(places);
  }
  return new SeveralPlaces(having);
}
