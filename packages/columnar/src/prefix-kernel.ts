/** Adds up how often each document has any of several words in WebAssembly, at about a third of the time that JavaScript takes. */
import { MAX_FREQUENCY } from '../../core/src/domain/score.ts';
import type { DocumentHits } from './document-places.ts';
import type { DocumentWords } from './document-words.ts';
import { growTo, openKernel } from './kernel.ts';
import { PREFIX_KERNEL } from './prefix-kernel-code.ts';

/** Most words of a range: the sums of so many fit 16 bits, and they are soon read where the rest need not be. */
export const RANGE_WORDS = 1024;
/** The lists of a range should not be much longer, because the memory that they are copied to is kept. */
export const RANGE_BYTES = 1024 * 1024;
/** Of each word, how many docs it has and where its list begins. */
const WORD_BYTES = 8;
/** A sum that counts nothing has place in these bytes. */
const SPARE = 16;
/** It may read so many bytes beyond a list. */
const BEYOND = 16;
const ALIGNMENT = 16;

interface Exports {
  readonly memory: WebAssembly.Memory;
  add(words: number, end: number, lists: number, sums: number, zeros: number): void;
  cap(sums: number, end: number, most: number): number;
  collect(sums: number, size: number, docs: number, frequencies: number): number;
}

let exports: Exports | undefined;

/** Returns the docs of the words of any of the ranges, which are read in this order until all docs have them often enough. */
export function hitsOfRanges(
  { range, counts, docs: { bytes, offsets } }: DocumentWords,
  ranges: Iterable<readonly [first: number, end: number]>,
): DocumentHits {
  exports ??= openKernel<Exports>(PREFIX_KERNEL);
  const { memory, add, cap, collect } = exports;
  const size = (range[1] as number) - (range[0] as number);
  const sums = 0;
  const sumsEnd = aligned(size * 2);
  const zeros = sumsEnd + SPARE;
  const table = aligned(zeros + size);
  const lists = table + RANGE_WORDS * WORD_BYTES;
  growTo(lists, memory);
  const all = new Uint16Array(memory.buffer, sums, table / 2).fill(0);
  // What stands for no doc may not keep the others from being enough.
  all.fill(MAX_FREQUENCY, size, sumsEnd / 2);
  for (const [first, end] of ranges) {
    const from = offsets[first] as number;
    const length = (offsets[end] as number) - from;
    growTo(lists + length + BEYOND, memory);
    new Uint8Array(memory.buffer, lists).set(bytes.subarray(from, from + length));
    const words = new Uint32Array(memory.buffer, table);
    words.set(counts.subarray(first, end));
    words.set(offsets.subarray(first, end), RANGE_WORDS);
    add(table, table + (end - first) * 4, lists - from, sums, zeros);
    if (cap(sums, sumsEnd, MAX_FREQUENCY) === 1) break;
  }
  const frequencies = table + size * 4;
  growTo(frequencies + size, memory);
  const count = collect(sums, size, table, frequencies);
  return {
    docs: new Uint32Array(memory.buffer, table, count).slice(),
    frequencies: new Uint8Array(memory.buffer, frequencies, count).slice(),
  };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
