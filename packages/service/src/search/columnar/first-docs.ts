/** Finds the first matches under several sort keys without reading every key of every match. */
import type { SortKey } from '../search-index.ts';
import { type SortContext, sortKeys } from './sort-keys.ts';
import { topK } from './top-k.ts';

/** The last key where docs come from several segments; docs of one segment are in the order of their IDs already. */
const BY_ID: SortKey = { by: 'id', descending: false };

/** Docs that are still tied on every key so far. */
interface Tied {
  /** Positions in the concatenated lists, ascending. */
  readonly places: Uint32Array;
  /** Parallel to `places`: where in the result each doc's group of ties begins. */
  readonly starts: Float64Array;
  /** How many of these docs belong in the result. */
  readonly wanted: number;
}

/**
 * Returns the positions, in the concatenated lists, of the first `wanted` docs by `sort`; ties are in ID order. A
 * request may sort a million matches by several keys, so a key is read only for docs that tie on all earlier keys, and
 * its values are dropped before the next key is read. Each list is in ID order or, if there is only one key, in the
 * order of that key.
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

/** Writes docs whose position is settled into the result. Returns those still tied, none after the last key. */
function settle(
  result: Uint32Array,
  values: Float64Array,
  tied: Tied | undefined,
  isLastKey: boolean,
): Tied | undefined {
  const { places, starts, wanted } = tied ?? { places: undefined, starts: undefined, wanted: result.length };
  const chosen = topK(values.length, wanted, starts ? [starts, values] : [values]);
  const startOf = (at: number) => (starts ? (starts[chosen[at] as number] as number) : 0);
  const isSame = (a: number, b: number) => values[a] === values[b] && (!starts || starts[a] === starts[b]);
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
    const run = mayTieWithOthers && !isLastKey ? tiesWith(one, values, starts) : chosen.subarray(from, to);
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
function tiesWith(one: number, values: Float64Array, starts: Float64Array | undefined): Uint32Array {
  const isSame = (index: number) => values[index] === values[one] && (!starts || starts[index] === starts[one]);
  let count = 0;
  for (let index = 0; index < values.length; index++) if (isSame(index)) count += 1;
  const same = new Uint32Array(count);
  for (let index = 0, n = 0; n < count; index++) if (isSame(index)) same[n++] = index;
  return same;
}

function collectTied(starts: Float64Array, places: Uint32Array | undefined, count: number, wanted: number): Tied {
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
