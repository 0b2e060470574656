/** Builds columns of numbers and of ranked texts with the order of their docs, so that a listing need not sort. */
import { compareNames } from '../../core/src/domain/text.ts';
import { newColumn } from './columns.ts';
import { sortByNumber } from './radix-sort.ts';
import { roughKeys } from './rough-keys.ts';
import { type BaseRanks, NONE, type NumberColumn, type RankColumn } from './segment.ts';

/** Builds a column of numbers; NaN means no value. Without any, it takes no memory. */
export function numberColumn(values: Float64Array): NumberColumn {
  const docs = new Uint32Array(values.length);
  let count = 0;
  for (let doc = 0; doc < values.length; doc++) if (!Number.isNaN(values[doc])) docs[count++] = doc;
  if (count === 0) return { values: new Float64Array(0), order: new Uint32Array(0) };
  return { values, order: sortByNumber(docs.slice(0, count), values) };
}

/**
 * Ranks texts in a language's collation (interface decisions 3: numbers by value). Equal texts share a rank; '' has
 * none.
 */
export function rankColumn(texts: readonly string[], language: string): BaseRanks {
  const compare = compareNames(language);
  const { distinct, numbers } = distinctTexts(texts);
  // Comparisons by the collation are slow. The sort of a plain array detects runs that are already sorted (the sort of
  // a typed array does not), and after sorting by keys that approximate the collation, nearly everything is sorted.
  const alike = new Uint8Array(distinct.length);
  const sorted = Array.from(sortByKeys(roughKeys(distinct, compare))).sort((a, b) => {
    const order = compare(distinct[a] as string, distinct[b] as string);
    // A sort always compares two texts that end up side by side, so it sees every pair that the collation treats as
    // equal.
    if (order === 0) {
      alike[a] = 1;
      alike[b] = 1;
    }
    return order;
  });
  const rankOf = new Uint32Array(distinct.length);
  let rank = -1;
  let before = -1;
  for (const number of sorted) {
    const text = distinct[number] as string;
    if (text === '') {
      rankOf[number] = NONE;
      continue;
    }
    const isAlike =
      before >= 0 && alike[before] === 1 && alike[number] === 1 && compare(distinct[before] as string, text) === 0;
    if (!isAlike) rank += 1;
    rankOf[number] = rank;
    before = number;
  }
  const ranks = newColumn(Uint32Array, numbers.length);
  for (let doc = 0; doc < ranks.length; doc++) ranks[doc] = rankOf[numbers[doc] as number] as number;
  return { ranks, order: orderOf(ranks, rank + 1) };
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

/** Returns each text once, and the number of each doc's text. */
function distinctTexts(texts: readonly string[]): {
  readonly distinct: readonly string[];
  readonly numbers: Uint32Array;
} {
  const numberOf = new Map<string, number>();
  const distinct: string[] = [];
  const numbers = new Uint32Array(texts.length);
  for (let doc = 0; doc < texts.length; doc++) {
    const text = texts[doc] as string;
    let number = numberOf.get(text);
    if (number === undefined) {
      number = distinct.length;
      numberOf.set(text, number);
      distinct.push(text);
    }
    numbers[doc] = number;
  }
  return { distinct, numbers };
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

/** Bits of a sort number: the beginning of a key, and the key's index with as many bits as the texts need. */
const NUMBER_BITS = 52;
const CHARACTER_BITS = 8;

/** Returns the indexes of keys in order: sorts numbers of the first characters, which is fast, then ties by key. */
function sortByKeys(keys: readonly string[]): Uint32Array {
  const places = 2 ** Math.ceil(Math.log2(keys.length + 1));
  const characters = Math.floor((NUMBER_BITS - Math.log2(places)) / CHARACTER_BITS);
  const numbers = new Float64Array(keys.length);
  for (let place = 0; place < numbers.length; place++) {
    numbers[place] = beginningOf(keys[place] as string, characters) * places + place;
  }
  numbers.sort();
  const order = Uint32Array.from(numbers, (number) => number % places);
  const begins = (at: number) => Math.floor((numbers[at] as number) / places);
  const byKey = (a: number, b: number) => ((keys[a] as string) < (keys[b] as string) ? -1 : 1);
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    while (end < order.length && begins(end) === begins(first)) end += 1;
    if (end - first > 1) order.subarray(first, end).sort(byKey);
    first = end;
  }
  return order;
}

/** Returns the first characters of a key as a number. */
function beginningOf(key: string, characters: number): number {
  let number = 0;
  for (let i = 0; i < characters; i++) {
    number = number * 256 + (i < key.length ? key.charCodeAt(i) : 0);
  }
  return number;
}
