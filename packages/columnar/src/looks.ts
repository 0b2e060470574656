/** Compares the looks of docs, which are in columns so that most comparisons end after the first sixteen numbers. */
import { FEATURE_BYTES } from '../../core/src/domain/features.ts';
import { BLOCK_DOCS, nearKernel } from './near-kernel.ts';
import { LOOK, type LookColumns } from './segment.ts';

/** Numbers of each doc in `LookColumns.first`; each has four features. */
export const FIRST_WORDS = 4;
const FIRST_BYTES = FIRST_WORDS * 4;
/** Features of each doc in `LookColumns.rest`. */
export const REST_BYTES = FEATURE_BYTES - FIRST_BYTES;

/** The features of one doc, plus 128. */
export type Look = Uint8Array;

/** Number of docs with looks, or none. */
export function looksIn({ first }: LookColumns): number {
  return first.length / FIRST_WORDS;
}

export function lookOf({ first, rest }: LookColumns, doc: number): Look {
  const look = new Uint8Array(FEATURE_BYTES);
  for (let at = 0; at < FIRST_BYTES; at++) {
    look[at] = (first[doc * FIRST_WORDS + (at >>> 2)] as number) >>> (8 * (at & 3));
  }
  look.set(rest.subarray(doc * REST_BYTES, (doc + 1) * REST_BYTES), FIRST_BYTES);
  return look;
}

/** Writes the features of a doc into the columns. */
export function writeLook(
  { first, rest }: Pick<LookColumns, 'first' | 'rest'>,
  doc: number,
  features: Int8Array,
): void {
  for (const [at, feature] of features.entries()) {
    const value = feature + 128;
    const word = doc * FIRST_WORDS + (at >>> 2);
    if (at < FIRST_BYTES) first[word] = ((first[word] as number) | (value << (8 * (at & 3)))) >>> 0;
    else rest[doc * REST_BYTES + at - FIRST_BYTES] = value;
  }
}

export interface LookQuery {
  readonly look: Look;
  /** Largest sum of the squared differences of all features. */
  readonly most: number;
}

/** Calls `found` with each of the docs, which ascend, that has a look near that of the query, and with its sum. */
export function eachNear(
  looks: LookColumns,
  query: LookQuery,
  docs: Uint32Array,
  from: number,
  found: (doc: number, squares: number) => void,
): void {
  for (let start = from; start < docs.length; start += BLOCK_DOCS) {
    const count = nearKernel().load(looks.first, docs, start);
    eachNearLoaded(looks, query, { docs, start, count }, found);
  }
}

/** Like `eachNear`, for docs that the kernel has loaded: `count` of the list from `start` on. */
export function eachNearLoaded(
  { states, rest }: LookColumns,
  { look, most }: LookQuery,
  { docs, start, count }: { readonly docs: Uint32Array; readonly start: number; readonly count: number },
  found: (doc: number, squares: number) => void,
): void {
  const kernel = nearKernel();
  const near = kernel.near(look, count, most);
  for (let at = 0; at < near; at++) {
    const doc = docs[start + (kernel.found[at * 2] as number)] as number;
    if (states[doc] !== LOOK) continue;
    const squares = withRest(rest, doc * REST_BYTES, look, kernel.found[at * 2 + 1] as number, most);
    if (squares <= most) found(doc, squares);
  }
}

/** Features that are compared before looking whether it is enough. */
const STEP = 8;

/** Adds the squares of the other features, until the sum is above `most`. */
function withRest(rest: Uint8Array, from: number, look: Look, begun: number, most: number): number {
  let squares = begun;
  for (let step = 0; step < REST_BYTES && squares <= most; step += STEP) {
    for (let at = step; at < step + STEP; at++) {
      const difference = ((rest[from + at] as number) - (look[FIRST_BYTES + at] as number)) | 0;
      squares = (squares + Math.imul(difference, difference)) | 0;
    }
  }
  return squares;
}
