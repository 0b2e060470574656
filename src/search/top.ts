/** The first docs of an order, without sorting the rest. */
import { type Bits, filterByBits, hasBit, setBits } from './docs.ts';

/** Compares places in a list. */
type Compare = (a: number, b: number) => number;

/** Places in a list of `count`: the first `wanted` in order. Equal ones go by place. */
export function firstPlaces(count: number, wanted: number, keys: readonly Float64Array[]): Uint32Array {
  const [first] = keys;
  const compare = first && keys.length === 1 ? byKey(first) : byKeys(keys);
  if (keys.length === 0) return Uint32Array.from({ length: Math.min(count, wanted) }, (_, i) => i);
  if (wanted >= count / 2) {
    const places = Uint32Array.from({ length: count }, (_, i) => i);
    return places.sort(compare).subarray(0, wanted);
  }
  return smallest(count, wanted, compare);
}

function byKey(key: Float64Array): Compare {
  return (a, b) => {
    const x = key[a] as number;
    const y = key[b] as number;
    return x < y ? -1 : x > y ? 1 : a - b;
  };
}

function byKeys(keys: readonly Float64Array[]): Compare {
  return (a, b) => {
    for (const key of keys) {
      const x = key[a] as number;
      const y = key[b] as number;
      if (x !== y) return x < y ? -1 : 1;
    }
    return a - b;
  };
}

/** A heap with the last of the wanted ones on top: most places are refused by one comparison. */
function smallest(count: number, wanted: number, compare: Compare): Uint32Array {
  const heap = Uint32Array.from({ length: wanted }, (_, i) => i);
  const sink = (from: number) => {
    let at = from;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= wanted) return;
      if (child + 1 < wanted && compare(heap[child + 1] as number, heap[child] as number) > 0) child += 1;
      if (compare(heap[child] as number, heap[at] as number) <= 0) return;
      const moved = heap[at] as number;
      heap[at] = heap[child] as number;
      heap[child] = moved;
      at = child;
    }
  };
  if (wanted === 0) return heap;
  for (let at = (wanted >>> 1) - 1; at >= 0; at--) sink(at);
  for (let place = wanted; place < count; place++) {
    if (compare(place, heap[0] as number) > 0) continue;
    heap[0] = place;
    sink(0);
  }
  return heap.sort(compare);
}

/**
 * The first `wanted` of `docs` by walking over all docs in order: cheap where many of them are among `docs`. `order` has those with
 * a value, ascending by `values`, equal ones by doc; those without come last. Equal ones go by doc in both directions.
 */
export function walk(
  docs: Uint32Array,
  wanted: number,
  column: { readonly order: Uint32Array; readonly values: Float64Array | Uint32Array },
  isDescending: boolean,
  bits: Bits,
): Uint32Array {
  const { order, values } = column;
  const out = new Uint32Array(Math.min(wanted, docs.length));
  setBits(bits, docs);
  let n = 0;
  const take = (first: number, end: number) => {
    for (let i = first; i < end && n < out.length; i++) {
      const doc = order[i] as number;
      if (hasBit(bits, doc)) out[n++] = doc;
    }
  };
  if (!isDescending) take(0, order.length);
  else {
    let end = order.length;
    while (end > 0 && n < out.length) {
      let first = end - 1;
      const value = values[order[first] as number];
      while (first > 0 && values[order[first - 1] as number] === value) first -= 1;
      take(first, end);
      end = first;
    }
  }
  if (n < out.length) {
    for (let i = 0; i < n; i++) clearBit(bits, out[i] as number);
    out.set(filterByBits(docs, bits).subarray(0, out.length - n), n);
  }
  for (let i = 0; i < docs.length; i++) bits[(docs[i] as number) >>> 5] = 0;
  return out;
}

function clearBit(bits: Bits, doc: number): void {
  bits[doc >>> 5] = (bits[doc >>> 5] as number) & ~(1 << (doc & 31));
}
