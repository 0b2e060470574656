import { compareNames } from '../domain/text.ts';
import { sortByNumber } from './radix-sort.ts';
import { roughKeys } from './rough-keys.ts';
import { type BaseRanks, NONE, type NumberColumn } from './segment.ts';

/** The docs that have a number, by it, equal ones by doc. */
export function numberColumn(values: Float64Array): NumberColumn {
  const docs = new Uint32Array(values.length);
  let count = 0;
  for (let doc = 0; doc < values.length; doc++) if (!Number.isNaN(values[doc])) docs[count++] = doc;
  return { values, order: sortByNumber(docs.slice(0, count), values) };
}

/**
 * Ranks of texts in the collation of a language (decisions 3: numbers by value); '' is no text. What the collation doesn't tell
 * apart has the same rank.
 */
export function rankColumn(texts: readonly string[], language: string): BaseRanks {
  const compare = compareNames(language);
  const distinct = [...new Set(texts)];
  // The collation is slow, but finds runs that are sorted already: nearly all, after a sort by keys that resemble it.
  const alike = new Set<string>();
  const sorted = sortByKeys(distinct, roughKeys(distinct, compare)).sort((a, b) => {
    const order = compare(a, b);
    // No sort can place two texts side by side without having met what tells them apart, or that nothing does.
    if (order === 0) alike.add(a).add(b);
    return order;
  });
  const rankOf = new Map<string, number>([['', NONE]]);
  let rank = -1;
  let before: string | undefined;
  for (const text of sorted) {
    if (text === '') continue;
    const isAlike = before !== undefined && alike.has(before) && alike.has(text) && compare(before, text) === 0;
    if (!isAlike) rank += 1;
    rankOf.set(text, rank);
    before = text;
  }
  const ranks = Uint32Array.from(texts, (text) => rankOf.get(text) ?? NONE);
  return { ranks, order: orderOf(ranks, rank + 1) };
}

/** The docs that have a rank, by rank, equal ones by doc: a counting sort. */
function orderOf(ranks: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let doc = 0; doc < ranks.length; doc++) {
    const rank = ranks[doc] as number;
    if (rank !== NONE) starts[rank + 1] = (starts[rank + 1] as number) + 1;
  }
  for (let rank = 0; rank < count; rank++) starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
  const order = new Uint32Array(starts[count] as number);
  for (let doc = 0; doc < ranks.length; doc++) {
    const rank = ranks[doc] as number;
    if (rank === NONE) continue;
    const at = starts[rank] as number;
    order[at] = doc;
    starts[rank] = at + 1;
  }
  return order;
}

/** What a sort of numbers can hold of a key beside its place, which needs as many bits as there are texts. */
const NUMBER_BITS = 52;
const CHARACTER_BITS = 8;

/**
 * Sorts by the keys: first as numbers made of their first characters, which the engine sorts without asking back, then what is
 * still alike by the whole keys.
 */
function sortByKeys(texts: readonly string[], keys: readonly string[]): string[] {
  const places = 2 ** Math.ceil(Math.log2(texts.length + 1));
  const characters = Math.floor((NUMBER_BITS - Math.log2(places)) / CHARACTER_BITS);
  const numbers = new Float64Array(texts.length);
  for (let place = 0; place < numbers.length; place++) {
    numbers[place] = beginningOf(keys[place] as string, characters) * places + place;
  }
  numbers.sort();
  const order = Array.from(numbers, (number) => number % places);
  const begins = (at: number) => Math.floor((numbers[at] as number) / places);
  const byKey = (a: number, b: number) => ((keys[a] as string) < (keys[b] as string) ? -1 : 1);
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    while (end < order.length && begins(end) === begins(first)) end += 1;
    if (end - first > 1) {
      order
        .slice(first, end)
        .sort(byKey)
        .forEach((place, i) => {
          order[first + i] = place;
        });
    }
    first = end;
  }
  return order.map((place) => texts[place] as string);
}

/** The first characters of a key as a number. */
function beginningOf(key: string, characters: number): number {
  let number = 0;
  for (let i = 0; i < characters; i++) {
    number = number * 256 + (i < key.length ? key.charCodeAt(i) : 0);
  }
  return number;
}
