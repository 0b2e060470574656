/** Compares the looks of docs, which are in columns so that most comparisons end after the first eight numbers. */
import { FEATURE_BYTES } from '../../core/src/domain/features.ts';
import { LOOK, type LookColumns } from './segment.ts';

/** Numbers of each doc in `LookColumns.first`; each has four features. */
export const FIRST_WORDS = 2;
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

/**
 * Calls `found` with each of the docs, from the place `from` in their list on, that has a look of which the squared
 * differences add up to at most `most`, and with their sum.
 */
export function eachNear(
  { states, first, rest }: LookColumns,
  { look, most }: { readonly look: Look; readonly most: number },
  docs: Uint32Array,
  from: number,
  found: (doc: number, squares: number) => void,
): void {
  const [l0 = 0, l1 = 0, l2 = 0, l3 = 0, l4 = 0, l5 = 0, l6 = 0, l7 = 0] = look;
  for (let place = from; place < docs.length; place++) {
    const doc = docs[place] as number;
    // As signed integers, which are quick.
    const low = (first[doc * FIRST_WORDS] as number) | 0;
    const high = (first[doc * FIRST_WORDS + 1] as number) | 0;
    const d0 = (low & 0xff) - l0;
    const d1 = ((low >>> 8) & 0xff) - l1;
    const d2 = ((low >>> 16) & 0xff) - l2;
    const d3 = (low >>> 24) - l3;
    const d4 = (high & 0xff) - l4;
    const d5 = ((high >>> 8) & 0xff) - l5;
    const d6 = ((high >>> 16) & 0xff) - l6;
    const d7 = (high >>> 24) - l7;
    const low4 = (Math.imul(d0, d0) + Math.imul(d1, d1) + Math.imul(d2, d2) + Math.imul(d3, d3)) | 0;
    const high4 = (Math.imul(d4, d4) + Math.imul(d5, d5) + Math.imul(d6, d6) + Math.imul(d7, d7)) | 0;
    const begun = (low4 + high4) | 0;
    if (begun > most || states[doc] !== LOOK) continue;
    const squares = withRest(rest, doc * REST_BYTES, look, begun, most);
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
