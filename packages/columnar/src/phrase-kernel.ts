/** Counts where two words follow each other in documents with SIMD, at about a third of the time that JavaScript takes. */
import { MAX_FREQUENCY } from '../../core/src/domain/score.ts';
import type { DocumentHits } from './document-places.ts';
import type { DocumentWords } from './document-words.ts';
import { growTo, openKernel } from './kernel.ts';
import { PHRASE_KERNEL } from './phrase-kernel-code.ts';

/** A word by its number, and how far after the start of the phrase it is. */
export interface KernelWord {
  readonly word: number;
  readonly ahead: number;
}

/** Words that are further apart have no place in the memory of the kernel. */
const MAX_DISTANCE = 7;
/** Where more docs have one of the words than this many times those of the other, most of its list is better skipped. */
const MAX_RATIO = 8;
/** Longer lists are not copied. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Where lists begin in the memory of the kernel, and how many bytes it may read beyond each. */
const LISTS = 0x12_0010;
const BEYOND = 16;

interface Exports {
  readonly memory: WebAssembly.Memory;
  together(
    ...of: readonly [
      docs: number,
      places: number,
      count: number,
      ahead: number,
      docs2: number,
      places2: number,
      count2: number,
      found: number,
    ]
  ): number;
}

let exports: Exports | undefined;

/** Returns the docs in which one word stands so far from another; undefined where JavaScript has to find them. */
export function wordsTogether(words: DocumentWords, one: KernelWord, other: KernelWord): DocumentHits | undefined {
  const { counts, docs, places } = words;
  const placeBytes = ({ word }: KernelWord) => (places.offsets[word + 1] as number) - (places.offsets[word] as number);
  const [rare, common] = placeBytes(one) <= placeBytes(other) ? [one, other] : [other, one];
  const countOf = ({ word }: KernelWord) => counts[word] as number;
  const ahead = common.ahead - rare.ahead;
  const most = Math.min(countOf(rare), countOf(common));
  if (Math.abs(ahead) > MAX_DISTANCE || Math.max(countOf(rare), countOf(common)) > most * MAX_RATIO) return undefined;
  const lists = [rare, common].flatMap(({ word }) =>
    [docs, places].map(({ bytes, offsets }) => bytes.subarray(offsets[word], offsets[word + 1])),
  );
  const found = LISTS + lists.reduce((sum, { length }) => sum + length + BEYOND, 0);
  // What is found are numbers of four bytes.
  const aligned = Math.ceil(found / 4) * 4;
  if (found > MAX_BYTES) return undefined;
  exports ??= openKernel<Exports>(PHRASE_KERNEL);
  const { memory, together } = exports;
  growTo(aligned + most * 8, memory);
  const room = new Uint8Array(memory.buffer);
  let at = LISTS;
  const [a, b, c, d] = lists.map((list) => {
    const start = at;
    // The kernel looks whether the byte before a list ends a number.
    room[start - 1] = 0;
    room.set(list, start);
    at += list.length + BEYOND;
    return start;
  }) as [number, number, number, number];
  const count = together(a, b, countOf(rare), ahead, c, d, countOf(common), aligned);
  if (count < 0) return undefined;
  const pairs = new Uint32Array(memory.buffer, aligned, count * 2);
  const hits = { docs: new Uint32Array(count), frequencies: new Uint8Array(count) };
  for (let i = 0; i < count; i++) {
    hits.docs[i] = pairs[i * 2] as number;
    hits.frequencies[i] = Math.min(MAX_FREQUENCY, pairs[i * 2 + 1] as number);
  }
  return hits;
}
