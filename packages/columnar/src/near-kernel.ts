/** Compares the first features of docs with SIMD, at about a thirtieth of the time that JavaScript takes. */
import { openKernel } from './kernel.ts';
import { NEAR_KERNEL } from './near-kernel-code.ts';

/** Docs that are compared at once. */
export const BLOCK_DOCS = 8192;
/** Bytes of each doc: its first features. */
const DOC_BYTES = 16;
const DOC_WORDS = DOC_BYTES / 4;
/** Addresses in the memory of the kernel. It writes up to four docs more than it finds. */
const LOOK = 0;
const DOCS = 64;
const FOUND = DOCS + BLOCK_DOCS * DOC_BYTES;

/** The largest number that it compares with. */
const INT32_MAX = 2 ** 31 - 1;

interface Exports {
  readonly memory: WebAssembly.Memory;
  near(look: number, docs: number, end: number, most: number, found: number): number;
}

/** The docs that were loaded last are compared, so nobody may wait for anything between loading and comparing. */
export interface NearKernel {
  /** Loads the first features of up to `BLOCK_DOCS` of the docs, from a place in their list on. Returns their number. */
  load(first: Uint32Array, docs: Uint32Array, from: number): number;
  /**
   * Finds those of the first `count` loaded docs that are near the first features of a look: the squared differences add up to at
   * most `most`. Returns how many; `found` has their places among the loaded ones, which ascend, each before its sum.
   */
  near(look: Uint8Array, count: number, most: number): number;
  readonly found: Uint32Array;
}

let kernel: NearKernel | undefined;

/** The kernel of this thread. */
export function nearKernel(): NearKernel {
  kernel ??= open();
  return kernel;
}

function open(): NearKernel {
  const { memory, near } = openKernel<Exports>(NEAR_KERNEL);
  const own = new Uint8Array(memory.buffer, LOOK, DOC_BYTES);
  const loaded = new Uint32Array(memory.buffer, DOCS, BLOCK_DOCS * DOC_WORDS);
  const found = new Uint32Array(memory.buffer, FOUND);
  return {
    load: (first, docs, from) => {
      const count = Math.min(BLOCK_DOCS, docs.length - from);
      if (count <= 0) return 0;
      const start = docs[from] as number;
      const end = docs[from + count - 1] as number;
      if (end - start === count - 1) loaded.set(first.subarray(start * DOC_WORDS, (end + 1) * DOC_WORDS));
      else {
        for (let at = 0; at < count; at++) {
          const word = (docs[from + at] as number) * DOC_WORDS;
          for (let i = 0; i < DOC_WORDS; i++) loaded[at * DOC_WORDS + i] = first[word + i] as number;
        }
      }
      return count;
    },
    near: (look, count, most) => {
      own.set(look.subarray(0, DOC_BYTES));
      let number = near(LOOK, DOCS, DOCS + count * DOC_BYTES, Math.min(most, INT32_MAX), FOUND);
      // Docs beyond the last one, which make a whole four.
      while (number > 0 && (found[number * 2 - 2] as number) >= count) number -= 1;
      return number;
    },
    found,
  };
}
