import { hashText } from './random.ts';

const TABLE = new Float32Array(65536).map((_, index) => {
  let mixed = Math.imul(index + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2147483648 - 1;
});

/** Smooth noise over a plane, -1 to 1. Each seed produces a different pattern. */
export type Noise = (x: number, y: number) => number;

/** Creates value noise with smooth interpolation and one value per unit. */
export function createNoise(seed: string): Noise {
  const offset = hashText(seed);
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const fx = x - column;
    const fy = y - row;
    const sx = fx * fx * (3 - 2 * fx);
    const sy = fy * fy * (3 - 2 * fy);
    const upper = Math.imul(row, 40503) + offset;
    const lower = Math.imul(row + 1, 40503) + offset;
    const a = TABLE[(Math.imul(column, 30011) + upper) & 65535] ?? 0;
    const b = TABLE[(Math.imul(column + 1, 30011) + upper) & 65535] ?? 0;
    const c = TABLE[(Math.imul(column, 30011) + lower) & 65535] ?? 0;
    const d = TABLE[(Math.imul(column + 1, 30011) + lower) & 65535] ?? 0;
    const top = a + (b - a) * sx;
    return top + (c + (d - c) * sx - top) * sy;
  };
}

/**
 * Sums several layers of noise, about -1 to 1. Each layer is rotated, twice as fine and half as strong as the one
 * before.
 */
export function layered(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0;
  let strength = 0.5;
  let u = x;
  let v = y;
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += strength * noise(u, v);
    strength *= 0.5;
    const turned = 1.62 * u - 1.22 * v + 17.3;
    v = 1.22 * u + 1.62 * v - 9.1;
    u = turned;
  }
  return sum;
}

/** Like `layered`, but folded to form sharp crests; 0 to 1. */
export function ridged(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0;
  let strength = 0.55;
  let u = x;
  let v = y;
  for (let octave = 0; octave < octaves; octave += 1) {
    const crest = 1 - Math.abs(noise(u, v));
    sum += strength * crest * crest;
    strength *= 0.45;
    const turned = 1.69 * u - 1.27 * v + 31.7;
    v = 1.27 * u + 1.69 * v + 11.9;
    u = turned;
  }
  return Math.min(1, sum);
}
