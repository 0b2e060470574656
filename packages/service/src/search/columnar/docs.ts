/** Sets of docs: ascending lists, and bits while a set is made. */

export const NO_DOCS = new Uint32Array(0);

/** One bit per doc. */
export type Bits = Uint32Array;

export function bitsFor(docs: number): Bits {
  return new Uint32Array((docs + 31) >>> 5);
}

export function hasBit(bits: Bits, doc: number): boolean {
  return (((bits[doc >>> 5] as number) >>> (doc & 31)) & 1) === 1;
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
  for (let i = 0; i < bits.length; i++) count = (count + sumOf(foursIn((bits[i] as number) | 0))) | 0;
  return count;
}

export function countOnes(word: number): number {
  return sumOf(foursIn(word | 0));
}

/** Ones in each four bits of a word, which as a signed number stays an integer of the machine. */
function foursIn(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x5555_5555)) | 0;
  return ((pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)) | 0;
}

/** Of up to three such words, added up: more would not fit into four bits. */
function sumOf(fours: number): number {
  return Math.imul((fours & 0x0f0f_0f0f) + ((fours >>> 4) & 0x0f0f_0f0f), 0x0101_0101) >>> 24;
}

/** Clears the bits that are not set in `others`, or with `wanted` 0 those that are; gives how many are left. */
export function keepBits(bits: Bits, others: Bits, wanted: 0 | 1 = 1): number {
  const flip = wanted - 1;
  let count = 0;
  let i = 0;
  for (; i + 2 < bits.length; i += 3) {
    const one = (bits[i] as number) & ((others[i] as number) ^ flip);
    const two = (bits[i + 1] as number) & ((others[i + 1] as number) ^ flip);
    const three = (bits[i + 2] as number) & ((others[i + 2] as number) ^ flip);
    bits[i] = one;
    bits[i + 1] = two;
    bits[i + 2] = three;
    count = (count + sumOf((foursIn(one) + foursIn(two) + foursIn(three)) | 0)) | 0;
  }
  for (; i < bits.length; i++) {
    const word = (bits[i] as number) & ((others[i] as number) ^ flip);
    bits[i] = word;
    count = (count + sumOf(foursIn(word))) | 0;
  }
  return count;
}

/** How many are in both. */
export function countBoth(bits: Bits, others: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    count = (count + sumOf(foursIn((bits[i] as number) & (others[i] as number)))) | 0;
  }
  return count;
}

/** The docs of `others`, `count` of them, whose bit is set, or with `wanted` 0 is not. */
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

/** Sets those that are in `others`, and in `twice` those of them that were set before. */
export function addBits(bits: Bits, others: Bits, twice: Bits): void {
  for (let i = 0; i < bits.length; i++) {
    const one = bits[i] as number;
    const other = others[i] as number;
    twice[i] = (twice[i] as number) | (one & other);
    bits[i] = one | other;
  }
}

/** The docs of the bits, ascending; the bits are all 0 afterwards. */
export function drainBits(bits: Bits): Uint32Array {
  const docs = docsOf(bits);
  bits.fill(0);
  return docs;
}

/** The docs of the bits, ascending; `count` of them. */
export function docsOf(bits: Bits, count = countBits(bits)): Uint32Array {
  const docs = new Uint32Array(count);
  let n = 0;
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i] as number;
    if (word !== 0) n = addDocs(docs, n, i, word);
  }
  return docs;
}

/** Adds the docs of one word of bits, which is not 0; gives how many there are then. */
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

/** Those of `docs` whose bit is set, or with `wanted` 0 is not. */
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

/** A list is searched by growing steps where it is this many times longer than the other. */
const GALLOP_RATIO = 16;

/** What stands in both ascending lists. */
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

/** Those of `docs` that do not stand in `others`. */
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

/** Place of the first element that is at least `doc`, from a place on, by growing steps. */
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

/** All docs below `size`. */
export function allDocs(size: number): Uint32Array {
  const docs = new Uint32Array(size);
  for (let doc = 0; doc < size; doc++) docs[doc] = doc;
  return docs;
}
