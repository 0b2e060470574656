/**
 * What a picture looks like, in a few bytes that can be compared: 88 signed bytes, which `media/src/pictures/features.ts`
 * computes. The first ones tell most pictures apart, so that comparing may end early.
 */

export const FEATURE_BYTES = 88;

/** Value of `FileProperties.features` of a file that nothing can be compared with. */
export const NO_FEATURES = '';

/** One unit of the computed numbers. */
export const FEATURE_UNIT = 100;

/** The squares of two pictures that have nothing in common add up to this, or to more. */
const UNRELATED_SQUARES = 51_000;

/** The distance from 0, alike, to 1, nothing in common, for the sum of the squared differences of all bytes. */
export function distanceOf(squares: number): number {
  return Math.min(1, (squares / UNRELATED_SQUARES) ** 0.75);
}

/** The largest sum of squares within a distance; infinite from 1 on, which all pictures are within. */
export function maxSquares(distance: number): number {
  if (distance >= 1) return Number.POSITIVE_INFINITY;
  const most = Math.ceil(distance ** (4 / 3) * UNRELATED_SQUARES);
  return distanceOf(most) <= distance ? most : most - 1;
}

export function readFeatures(text: string): Int8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === FEATURE_BYTES ? new Int8Array(bytes) : undefined;
}

export function writeFeatures(features: Int8Array): string {
  return Buffer.from(features.buffer, features.byteOffset, features.byteLength).toString('base64');
}
