/** Builds columns of numbers and of ranked texts with the order of their docs, so that a listing need not sort. */
import { compareNames } from '../../core/src/domain/text.ts';
import { type Codes, free, newColumn } from './columns.ts';
import { placesInOrder, sortByNumber } from './radix-sort.ts';
import { roughKeys } from './rough-keys.ts';
import { type BaseRanks, NONE, type NumberColumn, type RankColumn } from './segment.ts';
import { TextPool } from './text-pool.ts';

/** Builds a column of numbers; NaN means no value. Without any, it takes no memory. */
export function numberColumn(values: Float64Array): NumberColumn {
  const docs = new Uint32Array(values.length);
  let count = 0;
  for (let doc = 0; doc < values.length; doc++) if (!Number.isNaN(values[doc])) docs[count++] = doc;
  if (count === 0) return { values: new Float64Array(0), order: new Uint32Array(0) };
  const order = sortByNumber(docs.subarray(0, count), values);
  free(docs);
  return { values, order };
}

/** Texts of docs by number, of which only those that a sort needs are made. */
export interface NumberedTexts {
  /** The numbers of the docs' texts; all are below `size`. */
  readonly numbers: Codes;
  readonly size: number;
  textOf(number: number): string;
}

/** Ranks texts in a language's collation (interface decisions 3: numbers by value). Equal texts share a rank; '' has none. */
export function rankColumn(texts: readonly string[], language: string): BaseRanks {
  const pool = new TextPool();
  const numbers = Uint32Array.from(texts, (text) => pool.numberOf(text));
  return rankTexts({ numbers, size: pool.size, textOf: (number) => pool.text(number) as string }, language);
}

/** Ranks texts like `rankColumn`. */
export function rankTexts({ numbers, size, textOf }: NumberedTexts, language: string): BaseRanks {
  const compare = compareNames(language);
  const rankOf = new Uint32Array(size).fill(NONE);
  for (let doc = 0; doc < numbers.length; doc++) rankOf[numbers[doc] as number] = 0;
  const text = remembering(textOf);
  // Comparisons by the collation are slow. The sort of a plain array detects runs that are already sorted (the sort of
  // a typed array does not), and after sorting by keys that approximate the collation, nearly everything is sorted.
  const isAlike = new Uint8Array(size);
  const roughly = sortByKeys(rankOf, text, roughKeys(compare));
  const sorted = Array.from(roughly).sort((a, b) => {
    const order = compare(text(a), text(b));
    // A sort always compares two texts that end up side by side, so it sees every pair that the collation treats as
    // equal.
    if (order === 0) {
      isAlike[a] = 1;
      isAlike[b] = 1;
    }
    return order;
  });
  free(roughly);
  let rank = -1;
  let before = 0;
  for (const number of sorted) {
    const isSame = isAlike[before] === 1 && isAlike[number] === 1 && compare(text(before), text(number)) === 0;
    if (!isSame) rank += 1;
    rankOf[number] = rank;
    before = number;
  }
  const ranks = newColumn(Uint32Array, numbers.length);
  for (let doc = 0; doc < ranks.length; doc++) ranks[doc] = rankOf[numbers[doc] as number] as number;
  free(rankOf);
  return { ranks, order: orderOf(ranks, rank + 1) };
}

/** Texts that are kept for the next comparison, with most of which a sort goes on. */
const REMEMBERED = 1024;

function remembering(textOf: (number: number) => string): (number: number) => string {
  const numbers = new Uint32Array(REMEMBERED).fill(NONE);
  const texts: string[] = new Array(REMEMBERED).fill('');
  return (number) => {
    const at = number % REMEMBERED;
    if (numbers[at] !== number) {
      numbers[at] = number;
      texts[at] = textOf(number);
    }
    return texts[at] as string;
  };
}

/** Ranks docs, which are in the order of their keys; docs of equal keys share a rank. */
export function ranksInOrder(order: Uint32Array, keys: Float64Array): BaseRanks {
  const ranks = newColumn(Uint32Array, keys.length).fill(NONE);
  let rank = -1;
  for (let i = 0; i < order.length; i++) {
    const doc = order[i] as number;
    if (i === 0 || keys[doc] !== keys[order[i - 1] as number]) rank += 1;
    ranks[doc] = rank;
  }
  return { ranks, order };
}

/** True for columns of a base that rank the docs alike. */
export function isSameOrder(a: RankColumn, b: RankColumn): boolean {
  return 'ranks' in a && 'ranks' in b && a.ranks.every((rank, doc) => rank === b.ranks[doc]);
}

/** Returns the docs that have a rank, by rank, with ties by doc. Uses a counting sort. */
function orderOf(ranks: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let doc = 0; doc < ranks.length; doc++) {
    const rank = ranks[doc] as number;
    if (rank !== NONE) starts[rank + 1] = (starts[rank + 1] as number) + 1;
  }
  for (let rank = 0; rank < count; rank++) starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
  const order = newColumn(Uint32Array, starts[count] as number);
  for (let doc = 0; doc < ranks.length; doc++) {
    const rank = ranks[doc] as number;
    if (rank === NONE) continue;
    const at = starts[rank] as number;
    order[at] = doc;
    starts[rank] = at + 1;
  }
  return order;
}

/** Characters of a key that a number can hold. */
const CHARACTERS = 6;

/**
 * Returns the numbers of the texts that have a rank already, in the order of their keys: sorts numbers of the first characters,
 * which is fast, then ties by the next ones, and then by key. Empty texts lose their rank.
 */
function sortByKeys(
  rankOf: Uint32Array,
  textOf: (number: number) => string,
  keyOf: (text: string) => string,
): Uint32Array {
  const count = rankOf.reduce((sum, rank) => sum + (rank === NONE ? 0 : 1), 0);
  const numbers = new Uint32Array(count);
  const [first, second] = [new Float64Array(count), new Float64Array(count)];
  let all = 0;
  for (let number = 0; number < rankOf.length; number++) {
    if (rankOf[number] === NONE) continue;
    const text = textOf(number);
    if (text === '') {
      rankOf[number] = NONE;
      continue;
    }
    const key = keyOf(text);
    numbers[all] = number;
    first[all] = charactersOf(key, 0);
    second[all++] = charactersOf(key, CHARACTERS);
  }
  const order = placesInOrder(all, (place) => first[place] as number);
  const byKey = (a: Keyed, b: Keyed) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  eachTie(order, first, (ties) => {
    ties.sort((a, b) => (second[a] as number) - (second[b] as number));
    eachTie(ties, second, (same) => {
      const keyed = Array.from(same, (at) => ({ at, key: keyOf(textOf(numbers[at] as number)) }));
      same.set(keyed.sort(byKey).map(({ at }) => at));
    });
  });
  for (let i = 0; i < all; i++) order[i] = numbers[order[i] as number] as number;
  free(numbers, first, second);
  return order;
}

/** Visits the runs of places that have the same number. */
function eachTie(order: Uint32Array, numbers: Float64Array, visit: (ties: Uint32Array) => void): void {
  for (let first = 0, end = 0; first < order.length; first = end) {
    const number = numbers[order[first] as number];
    do end += 1;
    while (end < order.length && numbers[order[end] as number] === number);
    if (end - first > 1) visit(order.subarray(first, end));
  }
}

interface Keyed {
  readonly at: number;
  readonly key: string;
}

/** Returns some characters of a key as a number. */
function charactersOf(key: string, from: number): number {
  let number = 0;
  for (let i = from; i < from + CHARACTERS; i++) {
    number = number * 256 + (i < key.length ? key.charCodeAt(i) : 0);
  }
  return number;
}
