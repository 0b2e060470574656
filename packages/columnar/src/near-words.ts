/** Finds the words of a sorted list that are few edits away from another, without looking at most of them. */
import { type Bits, nextBit } from './docs.ts';
import type { WordColumns } from './segment.ts';

/** Words in the order of their UTF-16 code units, in UTF-8, so that those with a common beginning are neighbours. */
export type SortedWords = WordColumns['vocabulary'];

/** A word of a list by its number, and the edits that turn the other one into it. */
export interface NearWord {
  readonly number: number;
  readonly edits: number;
}

/**
 * Yields the words that `most` edits, at most two, turn a word into, but not the word itself. An edit adds, removes or
 * replaces a letter, or swaps two neighbours.
 *
 * Each beginning of words has a row of a table: how many edits turn each beginning of the other word into it. A row
 * follows from the three before it, neighbours in the list share those of their common beginning, and if all numbers of a
 * row are too high, so are those of all words with this beginning, which are skipped. So are all words outside `seen`, if
 * given, because the time for those that the viewer may not see would tell of them.
 */
export function* nearWords(
  { bytes, offsets }: SortedWords,
  word: string,
  most: number,
  seen?: Bits,
): Iterable<NearWord> {
  const wanted = Array.from(word, (letter) => letter.codePointAt(0) as number);
  const rows: Uint8Array[] = [Uint8Array.from({ length: wanted.length + 1 }, (_, edits) => Math.min(edits, TOO_MANY))];
  const letters: number[] = [];
  /** Bytes of each beginning. */
  const ends: number[] = [0];
  let depth = 0;
  let before = 0;
  const next = (number: number) => (seen ? nextBit(seen, number) : number);
  for (let number = next(0); number + 1 < offsets.length; ) {
    const start = offsets[number] as number;
    const length = (offsets[number + 1] as number) - start;
    const common = commonBytes(bytes, before, start, Math.min(ends[depth] as number, length));
    while ((ends[depth] as number) > common) depth -= 1;
    before = start;
    let isNear = true;
    while (isNear && (ends[depth] as number) < length) {
      const at = start + (ends[depth] as number);
      letters[depth] = letterAt(bytes, at);
      ends[depth + 1] = (ends[depth] as number) + bytesOf(bytes[at] as number);
      depth += 1;
      rows[depth] ??= new Uint8Array(wanted.length + 1);
      isNear = fillRow(rows, depth, letters, wanted) <= most;
    }
    if (!isNear) {
      number = next(firstWithout(bytes, offsets, number, ends[depth] as number));
      continue;
    }
    const edits = (rows[depth] as Uint8Array)[wanted.length] as number;
    if (edits > 0 && edits <= most) yield { number, edits };
    number = next(number + 1);
  }
}

/** Rows hold no higher numbers, which would not fit. */
const TOO_MANY = 200;

/** Fills the row of a beginning of `depth` letters from those before it; returns its lowest number. */
function fillRow(rows: readonly Uint8Array[], depth: number, letters: readonly number[], wanted: readonly number[]) {
  const [row, one, two, three] = [rows[depth], rows[depth - 1], rows[depth - 2], rows[depth - 3]] as Uint8Array[];
  const [last, second, third] = [letters[depth - 1], letters[depth - 2], letters[depth - 3]];
  const own = row as Uint8Array;
  let lowest = Math.min(depth, TOO_MANY);
  own[0] = lowest;
  for (let place = 1; place < own.length; place++) {
    const letter = wanted[place - 1];
    let edits = (one?.[place - 1] as number) + (letter === last ? 0 : 1);
    edits = Math.min(edits, (one?.[place] as number) + 1, (own[place - 1] as number) + 1, TOO_MANY);
    // Two neighbours are swapped. A third letter may then come between them, or may have been between them before.
    if (two && place > 1 && letter === second && wanted[place - 2] === last)
      edits = Math.min(edits, (two[place - 2] as number) + 1);
    if (three && place > 1 && letter === third && wanted[place - 2] === last)
      edits = Math.min(edits, (three[place - 2] as number) + 2);
    if (two && place > 2 && letter === second && wanted[place - 3] === last)
      edits = Math.min(edits, (two[place - 3] as number) + 2);
    own[place] = edits;
    lowest = Math.min(lowest, edits);
  }
  return lowest;
}

/** Returns how many of up to `most` bytes are the same at two places. */
function commonBytes(bytes: Uint8Array, a: number, b: number, most: number): number {
  let same = 0;
  while (same < most && bytes[a + same] === bytes[b + same]) same += 1;
  return same;
}

/** Returns the first word after `number` that doesn't share its first `length` bytes. */
function firstWithout(bytes: Uint8Array, offsets: Uint32Array, number: number, length: number): number {
  const start = offsets[number] as number;
  const shares = (other: number) => commonBytes(bytes, start, offsets[other] as number, length) === length;
  const size = offsets.length - 1;
  let low = number + 1;
  let step = 1;
  while (low + step - 1 < size && shares(low + step - 1)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(size, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (shares(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Number of bytes of the letter that begins with this one in UTF-8. */
function bytesOf(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function letterAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  const count = bytesOf(first);
  if (count === 1) return first;
  let letter = first & (0x7f >> count);
  for (let i = 1; i < count; i++) letter = (letter << 6) | ((bytes[at + i] as number) & 0x3f);
  return letter;
}
