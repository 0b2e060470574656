/** Sets of docs: ascending lists, or bits while a set is being built. */

export const NO_DOCS = new Uint32Array(0);

/** One bit per doc. */
export type Bits = Uint32Array;

export function bitsFor(docs: number): Bits {
  return new Uint32Array((docs + 31) >>> 5);
}

/** Returns bits that are all set, those after the last doc, too. */
export function allBits(docs: number): Bits {
  return bitsFor(docs).fill(0xffff_ffff);
}

/** Clears the bits after the last doc. */
export function clearRest(bits: Bits, size: number): void {
  const rest = size & 31;
  if (rest > 0) bits[bits.length - 1] = (bits[bits.length - 1] as number) & (2 ** rest - 1);
}

export function hasBit(bits: Bits, doc: number): boolean {
  return (((bits[doc >>> 5] as number) >>> (doc & 31)) & 1) === 1;
}

/** Returns the first doc from `doc` on, infinity if none follows. */
export function nextBit(bits: Bits, doc: number): number {
  let place = doc >>> 5;
  let word = ((bits[place] ?? 0) >>> (doc & 31)) << (doc & 31);
  while (word === 0) {
    place += 1;
    if (place >= bits.length) return Number.POSITIVE_INFINITY;
    word = bits[place] as number;
  }
  return place * 32 + 31 - Math.clz32(word & -word);
}

export function setBits(bits: Bits, docs: Uint32Array): void {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    bits[doc >>> 5] = (bits[doc >>> 5] as number) | (1 << (doc & 31));
  }
}

export function clearBits(bits: Bits, docs: Uint32Array): void {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    bits[doc >>> 5] = (bits[doc >>> 5] as number) & ~(1 << (doc & 31));
  }
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) count = (count + countOnes((bits[i] as number) | 0)) | 0;
  return count;
}

/** Signed arithmetic keeps the value a machine integer; callers pass signed words for the same reason. */
export function countOnes(word: number): number {
  const signed = word | 0;
  const pairs = (signed - ((signed >>> 1) & 0x5555_5555)) | 0;
  const fours = ((pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)) | 0;
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Keeps only the bits that are also set in `others` or, with `wanted` 0, that are not. Returns how many are left. */
export function keepBits(bits: Bits, others: Bits, wanted: 0 | 1 = 1): number {
  const flip = wanted - 1;
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    const word = (bits[i] as number) & ((others[i] as number) ^ flip);
    bits[i] = word;
    count = (count + countOnes(word)) | 0;
  }
  return count;
}

export function countBoth(bits: Bits, others: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    count = (count + countOnes((bits[i] as number) & (others[i] as number))) | 0;
  }
  return count;
}

/** Returns the docs of `others` that are in `bits` or, with `wanted` 0, are not; `count` is their number. */
export function pickBits(bits: Bits, others: Bits, count: number, wanted: 0 | 1 = 1): Uint32Array {
  const flip = wanted - 1;
  const docs = new Uint32Array(count);
  let n = 0;
  for (let i = 0; i < bits.length; i++) {
    const word = ((bits[i] as number) ^ flip) & (others[i] as number);
    if (word !== 0) n = addDocs(docs, n, i, word);
  }
  return docs;
}

/** Adds `others` to `bits`, and adds the docs that were already in `bits` to `twice`. */
export function addBits(bits: Bits, others: Bits, twice: Bits): void {
  for (let i = 0; i < bits.length; i++) {
    const one = bits[i] as number;
    const other = others[i] as number;
    twice[i] = (twice[i] as number) | (one & other);
    bits[i] = one | other;
  }
}

/** Returns the docs of the bits, ascending, and clears the bits. */
export function drainBits(bits: Bits): Uint32Array {
  const docs = docsOf(bits);
  bits.fill(0);
  return docs;
}

/** Returns the docs of the bits, ascending; `count` is their number. */
export function docsOf(bits: Bits, count = countBits(bits)): Uint32Array {
  const docs = new Uint32Array(count);
  let n = 0;
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i] as number;
    if (word !== 0) n = addDocs(docs, n, i, word);
  }
  return docs;
}

/** Appends the docs of one word of bits, which must not be 0; returns the new length. */
function addDocs(docs: Uint32Array, length: number, place: number, bits: number): number {
  const base = place << 5;
  let n = length;
  let word = bits;
  while (word !== 0) {
    const lowest = word & -word;
    docs[n++] = base + 31 - Math.clz32(lowest);
    word ^= lowest;
  }
  return n;
}

/** Returns those of `docs` whose bit is set or, with `wanted` 0, is not set. */
export function filterByBits(docs: Uint32Array, bits: Bits, wanted: 0 | 1 = 1): Uint32Array {
  const out = new Uint32Array(docs.length);
  let n = 0;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    out[n] = doc;
    n += (((bits[doc >>> 5] as number) >>> (doc & 31)) & 1) ^ wanted ^ 1;
  }
  return out.subarray(0, n);
}

/** When one list is this many times longer than the other, a galloping search is faster than a merge. */
const GALLOP_RATIO = 16;

/** Returns the docs that are in both ascending lists. */
export function intersect(a: Uint32Array, b: Uint32Array): Uint32Array {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const out = new Uint32Array(few.length);
  let n = 0;
  if (many.length > few.length * GALLOP_RATIO) {
    let from = 0;
    for (let i = 0; i < few.length; i++) {
      const doc = few[i] as number;
      from = firstAtLeast(many, doc, from);
      if (from < many.length && many[from] === doc) out[n++] = doc;
    }
  } else {
    let j = 0;
    for (let i = 0; i < few.length; i++) {
      const doc = few[i] as number;
      while (j < many.length && (many[j] as number) < doc) j += 1;
      if (j === many.length) break;
      if (many[j] === doc) out[n++] = doc;
    }
  }
  return out.subarray(0, n);
}

/** Returns those of `docs` that are not in `others`; both lists ascend. */
export function subtract(docs: Uint32Array, others: Uint32Array): Uint32Array {
  const out = new Uint32Array(docs.length);
  let n = 0;
  let j = 0;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    j = firstAtLeast(others, doc, j);
    if (others[j] !== doc) out[n++] = doc;
  }
  return out.subarray(0, n);
}

/** Returns the index of the first element, starting at `from`, that is at least `doc`. Uses a galloping search. */
export function firstAtLeast(docs: Uint32Array, doc: number, from = 0): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < docs.length && (docs[high] as number) < doc) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  high = Math.min(high, docs.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((docs[middle] as number) < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function allDocs(size: number): Uint32Array {
  const docs = new Uint32Array(size);
  for (let doc = 0; doc < size; doc++) docs[doc] = doc;
  return docs;
}
