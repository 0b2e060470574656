/**
 * The words of documents, apart from those of fields because they are hundreds of times as many. Each part holds the
 * docs of a range with a vocabulary of its own, so that building one needs little memory beside the result.
 */
import { MAX_FREQUENCY } from '../../core/src/domain/score.ts';
import { packWords } from './build-words.ts';
import { Bytes } from './bytes.ts';
import { type Codes, type ColumnTree, Growing, type Packed, pack } from './columns.ts';
import type { WordColumns } from './segment.ts';

/** One part. The lists of a word are varints; `docs` are numbered from the first of the range. */
export interface DocumentWords {
  /** The range of docs: its first doc and the one after its last. */
  readonly range: Uint32Array;
  readonly vocabulary: WordColumns['vocabulary'];
  /** Number of docs of each word. */
  readonly counts: Uint32Array;
  /**
   * For each doc of a word: distance to the doc before, times 4, plus how often it has the word, less one. Where that is
   * 3 or more, the rest follows; 15 times is the most.
   */
  readonly docs: ByteLists;
  /**
   * For each doc of a word, its places: distances to the one before. Where there are 15 or more, their length in bytes
   * comes first. Between two pages, places leave a gap, so that no phrase goes on from one to the next.
   */
  readonly places: ByteLists;
  /** For each word, where in its places every 128th of its docs begins, but the first. */
  readonly blocks: { readonly offsets: Uint32Array; readonly starts: Uint32Array };
}

/** The bytes of key `k` are at `offsets[k]` up to `offsets[k + 1]`. */
interface ByteLists {
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

export const BLOCK = 128;

/** Stands for this frequency, less one, or more. */
export const MORE = 3;

/** Words of one part; building it takes about 10 bytes for each. */
export const PART_WORDS = 64 * 1024 * 1024;

const PAGE_MARK = 0xffff_ffff;

export function documentWordsOf(columns: ColumnTree): DocumentWords {
  return columns as unknown as DocumentWords;
}

/** The words of each page of a document. */
export type PageWords = readonly (readonly string[])[];

/** Collects the texts of docs, which must ascend. */
export class DocumentBuilder {
  readonly #parts: Packed[] = [];
  readonly #lengths = new Growing(Uint32Array, 16);
  readonly #partWords: number;
  #part = newPart();

  constructor(partWords = PART_WORDS) {
    this.#partWords = partWords;
  }

  add(doc: number, pages: PageWords): void {
    let part = this.#part;
    if (part.words > this.#partWords) {
      this.#flush();
      part = this.#part;
    }
    while (this.#lengths.length < doc) this.#lengths.push(0);
    const { stream, numbers } = part;
    if (part.docs.length === 0) part.first = doc;
    let length = 0;
    for (const page of pages) {
      if (length > 0) stream.push(PAGE_MARK);
      for (let i = 0; i < page.length; i++) {
        const word = page[i] as string;
        let number = numbers.get(word);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(word, number);
        }
        stream.push(number);
      }
      length += page.length;
    }
    this.#lengths.push(length);
    if (length === 0) return;
    part.words += length;
    part.docs.push(doc - part.first);
    part.ends.push(stream.length);
  }

  /** Returns the parts, and the number of words of each doc: empty if no doc has any. */
  end(docs: number): { readonly parts: readonly Packed[]; readonly lengths: Codes } {
    this.#flush();
    if (this.#parts.length === 0) return { parts: [], lengths: new Uint8Array(0) };
    while (this.#lengths.length < docs) this.#lengths.push(0);
    return { parts: this.#parts, lengths: this.#lengths.narrow() };
  }

  #flush(): void {
    if (this.#part.docs.length > 0) this.#parts.push(pack(encode(this.#part) as unknown as ColumnTree));
    this.#part = newPart();
  }
}

/** The texts of a part as numbers of words. */
interface Part {
  first: number;
  words: number;
  readonly numbers: Map<string, number>;
  readonly docs: Growing;
  /** Where the words of each doc end. */
  readonly ends: Growing;
  readonly stream: Growing;
}

function newPart(): Part {
  return {
    first: 0,
    words: 0,
    numbers: new Map(),
    docs: new Growing(Uint32Array, 16),
    ends: new Growing(Uint32Array, 16),
    stream: new Growing(),
  };
}

function encode({ first, numbers, docs, ends, stream }: Part): DocumentWords {
  const { vocabulary, places: sorted } = packWords([...numbers.keys()]);
  const size = numbers.size;
  const words = stream.column();
  const own = docs.column();
  const last = ends.column();
  // Once to know how long each list is, and once to write it.
  const counts = new Uint32Array(size);
  const docBytes = new Uint32Array(size + 1);
  const placeBytes = new Uint32Array(size + 1);
  const before = new Uint32Array(size);
  const list = new PlaceBytes();
  eachPosting(words, last, size, (i, number, positions, count) => {
    const word = sorted[number] as number;
    const doc = own[i] as number;
    const code = (doc - (before[word] as number)) * 4 + Math.min(count - 1, MORE);
    before[word] = doc;
    counts[word] = (counts[word] as number) + 1;
    docBytes[word + 1] = (docBytes[word + 1] as number) + lengthOf(code) + (count > MORE ? 1 : 0);
    placeBytes[word + 1] = (placeBytes[word + 1] as number) + list.write(positions, count);
  });
  const blockOffsets = new Uint32Array(size + 1);
  for (let word = 0; word < size; word++) {
    docBytes[word + 1] = (docBytes[word + 1] as number) + (docBytes[word] as number);
    placeBytes[word + 1] = (placeBytes[word + 1] as number) + (placeBytes[word] as number);
    const blocks = Math.floor(((counts[word] as number) - 1) / BLOCK);
    blockOffsets[word + 1] = (blockOffsets[word] as number) + blocks;
  }
  const docList = new Bytes(docBytes[size] as number);
  const placeList = new Uint8Array(placeBytes[size] as number);
  const starts = new Uint32Array(blockOffsets[size] as number);
  const docCursors = docBytes.slice();
  const placeCursors = placeBytes.slice();
  const done = new Uint32Array(size);
  before.fill(0);
  eachPosting(words, last, size, (i, number, positions, count) => {
    const word = sorted[number] as number;
    const doc = own[i] as number;
    docList.at = docCursors[word] as number;
    docList.write((doc - (before[word] as number)) * 4 + Math.min(count - 1, MORE));
    if (count > MORE) docList.write(Math.min(count, MAX_FREQUENCY) - 1 - MORE);
    docCursors[word] = docList.at;
    before[word] = doc;
    const at = placeCursors[word] as number;
    const turn = done[word] as number;
    if (turn > 0 && turn % BLOCK === 0) {
      starts[(blockOffsets[word] as number) + turn / BLOCK - 1] = at - (placeBytes[word] as number);
    }
    done[word] = turn + 1;
    const length = list.write(positions, count);
    // A few bytes mostly, for which a subarray costs far more than a loop.
    for (let n = 0; n < length; n++) placeList[at + n] = list.bytes[n] as number;
    placeCursors[word] = at + length;
  });
  return {
    range: Uint32Array.of(first, first + (own.at(-1) as number) + 1),
    vocabulary,
    counts,
    docs: { offsets: docBytes, bytes: docList.bytes },
    places: { offsets: placeBytes, bytes: placeList },
    blocks: { offsets: blockOffsets, starts },
  };
}

/** Calls `visit` for each doc, by index, and each of its words, with the places. */
function eachPosting(
  words: Uint32Array,
  ends: Uint32Array,
  size: number,
  visit: (doc: number, word: number, places: Uint32Array, count: number) => void,
): void {
  // The occurrences of a word in a doc are a chain, from the first to the last.
  const firsts = new Uint32Array(size);
  const lasts = new Uint32Array(size);
  const counts = new Uint32Array(size);
  let start = 0;
  let next = new Uint32Array(8192);
  let places = new Uint32Array(8192);
  let own = new Uint32Array(8192);
  for (let doc = 0; doc < ends.length; doc++) {
    const end = ends[doc] as number;
    if (end - start > next.length) {
      next = new Uint32Array(2 * (end - start));
      places = new Uint32Array(next.length);
      own = new Uint32Array(next.length);
    }
    let distinct = 0;
    for (let i = start; i < end; i++) {
      const word = words[i] as number;
      // The mark takes a place of its own, which is the gap.
      if (word === PAGE_MARK) continue;
      const at = i - start;
      if (counts[word] === 0) {
        firsts[word] = at;
        own[distinct++] = word;
      } else {
        next[lasts[word] as number] = at;
      }
      lasts[word] = at;
      counts[word] = (counts[word] as number) + 1;
    }
    for (let i = 0; i < distinct; i++) {
      const word = own[i] as number;
      const count = counts[word] as number;
      let at = firsts[word] as number;
      for (let n = 0; n < count; n++) {
        places[n] = at;
        at = next[at] as number;
      }
      counts[word] = 0;
      visit(doc, word, places, count);
    }
    start = end;
  }
}

/** Writes the places of a word in a doc. */
class PlaceBytes {
  bytes = new Uint8Array(64 * 1024);
  readonly #head = new Bytes(8);

  /** Returns the number of bytes, at the start of `bytes`. */
  write(places: Uint32Array, count: number): number {
    if (count * 5 + 5 > this.bytes.length) this.bytes = new Uint8Array(count * 10);
    let at = 0;
    let before = 0;
    const { bytes } = this;
    for (let i = 0; i < count; i++) {
      let value = (places[i] as number) - before;
      before = places[i] as number;
      while (value > 127) {
        bytes[at++] = (value & 127) | 128;
        value >>>= 7;
      }
      bytes[at++] = value;
    }
    if (count < MAX_FREQUENCY) return at;
    const head = this.#head;
    head.at = 0;
    head.write(at);
    bytes.copyWithin(head.at, 0, at);
    bytes.set(head.bytes.subarray(0, head.at));
    return at + head.at;
  }
}

function lengthOf(value: number): number {
  return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5;
}
