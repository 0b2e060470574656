import type { Bitmap } from '../drawing/finish.ts';
import type { PaletteName } from '../drawing/palettes.ts';
import { renderPicture } from '../drawing/render.ts';

/** The hours of the film, in order. */
const HOURS: readonly PaletteName[] = ['dawn', 'spring', 'noon', 'golden', 'rose', 'dusk', 'moonlight'];

/** Frames per second. */
export const FRAME_RATE = 15;

/** A day at the lake in seven seconds: each hour stays a little and dissolves into the next. */
export async function* dayAtTheLake(width: number, height: number): AsyncGenerator<Uint8Array> {
  const draw = (palette: PaletteName): Promise<Bitmap> =>
    renderPicture({ scene: 'lake', variant: 'boat', palette, seed: 'film', width, height });
  let current = await draw(HOURS[0] ?? 'dawn');
  for (const hour of HOURS.slice(1)) {
    const next = await draw(hour);
    for (let frame = 0; frame < FRAME_RATE; frame += 1) {
      const share = Math.max(0, Math.min(1, (frame / FRAME_RATE - 0.25) / 0.75));
      yield blend(current.data, next.data, share * share * (3 - 2 * share));
    }
    current = next;
  }
  for (let frame = 0; frame < FRAME_RATE; frame += 1) yield Uint8Array.from(current.data);
}

function blend(from: Uint8ClampedArray, to: Uint8ClampedArray, share: number): Uint8Array {
  const mixed = new Uint8ClampedArray(from.length);
  for (let i = 0; i < mixed.length; i += 1) mixed[i] = (from[i] ?? 0) + ((to[i] ?? 0) - (from[i] ?? 0)) * share;
  return new Uint8Array(mixed.buffer);
}
