/** The first matches by several sort keys. */
import type { SortKey } from '../ports/search-index.ts';
import { type SortContext, sortKeys } from './sort-keys.ts';
import { firstPlaces } from './top.ts';

/** The last key where docs come from several segments; docs of one segment are in the order of their IDs already. */
const BY_ID: SortKey = { by: 'id', descending: false };

/** Places whose docs are equal in all keys so far. */
interface Tied {
  /** Ascending. */
  readonly places: Uint32Array;
  /** Beside `places`: where in the result the group of each begins. */
  readonly starts: Float64Array;
  /** How many of them are wanted. */
  readonly wanted: number;
}

/**
 * The first `wanted` docs by the keys, equal ones by ID, as places in the concatenated lists of all segments. The docs of a list are in
 * the order of their IDs, or of the only key. The values of a key are read only for docs that are equal in the keys before, and dropped
 * before the next key, because a request may name several keys for a million matches.
 */
export function firstDocs(
  lists: readonly Uint32Array[],
  wanted: number,
  sort: readonly SortKey[],
  context: SortContext,
): Uint32Array {
  const isOneList = lists.filter(({ length }) => length > 0).length <= 1;
  const [first] = sort;
  if (isOneList && (!first || (first.by === 'id' && !first.descending))) {
    return Uint32Array.from({ length: wanted }, (_, place) => place);
  }
  const keys = isOneList ? sort : [...sort, BY_ID];
  const result = new Uint32Array(wanted);
  let tied: Tied | undefined;
  for (const [level, key] of keys.entries()) {
    const values = sortKeys(key, tied ? docsAt(tied.places, lists) : lists, context);
    tied = settle(result, values, tied, level === keys.length - 1);
    if (!tied) break;
  }
  return result;
}

/** Writes what the values decide into the result, and returns what they leave equal; nothing after the last key. */
function settle(
  result: Uint32Array,
  values: Float64Array,
  tied: Tied | undefined,
  isLastKey: boolean,
): Tied | undefined {
  const { places, starts, wanted } = tied ?? { places: undefined, starts: undefined, wanted: result.length };
  const chosen = firstPlaces(values.length, wanted, starts ? [starts, values] : [values]);
  const startOf = (at: number) => (starts ? (starts[chosen[at] as number] as number) : 0);
  const isSame = (a: number, b: number) => values[a] === values[b] && (!starts || starts[a] === starts[b]);
  /** Beside the values, for those that stay equal to others. */
  let newStarts: Float64Array | undefined;
  let [stillTied, stillWanted] = [0, 0];
  for (let from = 0, group = 0, to = 0; from < chosen.length; from = to) {
    if (startOf(from) !== startOf(group)) group = from;
    const one = chosen[from] as number;
    to = from + 1;
    while (to < chosen.length && isSame(one, chosen[to] as number)) to += 1;
    const start = startOf(from) + from - group;
    // What is equal to the last of the chosen may be among the others.
    const isAmongOthers = to === chosen.length && to < values.length;
    const run = isAmongOthers && !isLastKey ? sameAs(one, values, starts) : chosen.subarray(from, to);
    if (isLastKey || run.length === 1) {
      for (let at = from; at < to; at++) {
        const index = chosen[at] as number;
        result[start + at - from] = places ? (places[index] as number) : index;
      }
      continue;
    }
    newStarts ??= new Float64Array(values.length).fill(Number.NaN);
    for (const index of run) newStarts[index] = start;
    stillTied += run.length;
    stillWanted += to - from;
  }
  return newStarts ? select(newStarts, places, stillTied, stillWanted) : undefined;
}

/** All that are equal to one of them. */
function sameAs(one: number, values: Float64Array, starts: Float64Array | undefined): Uint32Array {
  const isSame = (index: number) => values[index] === values[one] && (!starts || starts[index] === starts[one]);
  let count = 0;
  for (let index = 0; index < values.length; index++) if (isSame(index)) count += 1;
  const same = new Uint32Array(count);
  for (let index = 0, n = 0; n < count; index++) if (isSame(index)) same[n++] = index;
  return same;
}

function select(starts: Float64Array, places: Uint32Array | undefined, count: number, wanted: number): Tied {
  const selected = { places: new Uint32Array(count), starts: new Float64Array(count), wanted };
  for (let index = 0, n = 0; n < count; index++) {
    const start = starts[index] as number;
    if (Number.isNaN(start)) continue;
    selected.places[n] = places ? (places[index] as number) : index;
    selected.starts[n] = start;
    n += 1;
  }
  return selected;
}

/** The docs at ascending places, per list. */
function docsAt(places: Uint32Array, lists: readonly Uint32Array[]): readonly Uint32Array[] {
  let at = 0;
  let begin = 0;
  return lists.map((list) => {
    const from = at;
    while (at < places.length && (places[at] as number) < begin + list.length) at += 1;
    const docs = places.subarray(from, at).map((place) => list[place - begin] as number);
    begin += list.length;
    return docs;
  });
}
