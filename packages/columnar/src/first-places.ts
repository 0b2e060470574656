/**
 * Finds the first matches under several sort keys without reading every key of every match. A match is identified by
 * its place: its position in the concatenation of the segments' lists.
 */
import type { SortKey } from './search-index.ts';
import { type SortContext, sortKeys } from './sort-keys.ts';
import { topK } from './top-k.ts';

/** The last key where docs come from several segments. One list is in the order of its IDs, which settles its ties. */
const BY_ID: SortKey = { by: 'id', descending: false };

/** Docs that are still tied on every key so far. */
interface Tied {
  /** In ascending order. */
  readonly places: Uint32Array;
  /** Parallel to `places`: where in the result each doc's group of ties begins. */
  readonly resultStarts: Float64Array;
  /** How many of these docs belong in the result. */
  readonly wanted: number;
}

/**
 * Returns the places of the first `wanted` docs by `sort`; ties are in ID order. A request may sort a million matches
 * by several keys, so a key is read only for docs that tie on all earlier keys, and its values are dropped before the
 * next key is read. Each list must be in ID order or, if there is only one key, in the order of that key with ties in
 * ID order.
 */
export function firstPlaces(
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

/** Writes docs whose position is settled into the result. Returns those still tied, none after the last key. */
function settle(
  result: Uint32Array,
  values: Float64Array,
  tied: Tied | undefined,
  isLastKey: boolean,
): Tied | undefined {
  const { places, resultStarts, wanted } = tied ?? {
    places: undefined,
    resultStarts: undefined,
    wanted: result.length,
  };
  const chosen = topK(values.length, wanted, resultStarts ? [resultStarts, values] : [values]);
  const startOf = (at: number) => (resultStarts ? (resultStarts[chosen[at] as number] as number) : 0);
  const isSame = (a: number, b: number) =>
    values[a] === values[b] && (!resultStarts || resultStarts[a] === resultStarts[b]);
  /** Parallel to `values`: set for the docs that stay tied. */
  let newStarts: Float64Array | undefined;
  let [stillTied, stillWanted] = [0, 0];
  for (let from = 0, group = 0, to = 0; from < chosen.length; from = to) {
    if (startOf(from) !== startOf(group)) group = from;
    const one = chosen[from] as number;
    to = from + 1;
    while (to < chosen.length && isSame(one, chosen[to] as number)) to += 1;
    const start = startOf(from) + from - group;
    // Docs that were not chosen may tie with the last chosen one.
    const mayTieWithOthers = to === chosen.length && to < values.length;
    const run = mayTieWithOthers && !isLastKey ? tiesWith(one, values, resultStarts) : chosen.subarray(from, to);
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
  return newStarts ? collectTied(newStarts, places, stillTied, stillWanted) : undefined;
}

/** Indexes of all docs that tie with `one`, itself included. */
function tiesWith(one: number, values: Float64Array, resultStarts: Float64Array | undefined): Uint32Array {
  const isSame = (index: number) =>
    values[index] === values[one] && (!resultStarts || resultStarts[index] === resultStarts[one]);
  let count = 0;
  for (let index = 0; index < values.length; index++) if (isSame(index)) count += 1;
  const same = new Uint32Array(count);
  for (let index = 0, n = 0; n < count; index++) if (isSame(index)) same[n++] = index;
  return same;
}

function collectTied(resultStarts: Float64Array, places: Uint32Array | undefined, count: number, wanted: number): Tied {
  const selected = { places: new Uint32Array(count), resultStarts: new Float64Array(count), wanted };
  for (let index = 0, n = 0; n < count; index++) {
    const start = resultStarts[index] as number;
    if (Number.isNaN(start)) continue;
    selected.places[n] = places ? (places[index] as number) : index;
    selected.resultStarts[n] = start;
    n += 1;
  }
  return selected;
}

/** Splits ascending positions into the docs of each list. */
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
