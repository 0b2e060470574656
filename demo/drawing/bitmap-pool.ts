import type { Bitmap } from './finish.ts';

/** Memory of bitmaps that are done with. A few pictures are under way per thread, so the list stays short. */
const spare: ArrayBufferLike[] = [];

/** A bitmap with any contents; takes the memory of an earlier one where it fits, for millions of fresh bytes per picture keep the garbage collector busy. */
export function takeBitmap(width: number, height: number): Bitmap {
  const length = width * height * 3;
  const fit = spare.findIndex((memory) => memory.byteLength >= length);
  const memory = fit === -1 ? new ArrayBuffer(length) : spare.splice(fit, 1)[0];
  return { width, height, data: new Uint8ClampedArray(memory ?? new ArrayBuffer(length), 0, length) };
}

/** Hands the memory of a bitmap on; the bitmap must not be used afterwards. */
export function giveBack({ data }: Bitmap): void {
  if (spare.length < 4) spare.push(data.buffer);
}
