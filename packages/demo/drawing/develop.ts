import { createRandom } from './random.ts';
import type { Bitmap } from './water.ts';

const GRAIN = makeGrain();

/**
 * Adds film grain (`strength` in steps of 255) and darker corners (`vignette`, 0 to 1). The grain also hides banding in
 * soft gradients.
 */
export function develop(bitmap: Bitmap, strength: number, vignette: number, seed: string): void {
  if (strength === 0 && vignette === 0) return;
  const { width, height, data } = bitmap;
  const random = createRandom(seed);
  const grain = GRAIN.map((value) => value * strength);
  for (let row = 0; row < height; row += 1) {
    const start = random.whole(0, 65535);
    const fromMiddle = ((row / height - 0.5) * 2) ** 2;
    const end = (row + 1) * width * 3;
    for (let block = 0; block < width; block += BLOCK) {
      const away = ((block / width - 0.5) * 2) ** 2 + fromMiddle;
      const light = 1 - vignette * away * away * 0.25;
      const first = (row * width + block) * 3;
      const last = Math.min(end, first + BLOCK * 3);
      for (let index = first, at = start + block; index < last; index += 3, at += 1) {
        const speck = grain[at & 65535] ?? 0;
        data[index] = (data[index] ?? 0) * light + speck;
        data[index + 1] = (data[index + 1] ?? 0) * light + speck;
        data[index + 2] = (data[index + 2] ?? 0) * light + speck;
      }
    }
  }
}

/** Number of adjacent pixels with the same vignette value. The steps between blocks are far below one of 255. */
const BLOCK = 8;

function makeGrain(): Float32Array {
  const random = createRandom('grain');
  return new Float32Array(65536).map(() => random.bell());
}
