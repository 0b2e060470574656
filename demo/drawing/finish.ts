import { alongRow, createNoise } from './noise.ts';
import { createRandom } from './random.ts';

/** Pixels, three bytes each (red, green, blue), row by row. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** A water surface that mirrors what lies above it. Lengths are shares of the picture's height. */
export interface Water {
  /** Where the far shore is, from the top. */
  readonly horizon: number;
  /** Colour of the water itself, red, green, blue. */
  readonly tint: readonly [number, number, number];
  /** How much of the tint is seen at the near edge, 0 to 1. */
  readonly depth: number;
  /** Height of the waves, 0 (a mirror) to 1 (open sea). */
  readonly waves: number;
  /** Where the sun's track lies, a share of the width; undefined for none. */
  readonly track?: number;
  /** Colour of the track, red, green, blue. */
  readonly trackColour?: readonly [number, number, number];
}

const GRAIN = makeGrain();

/** Turns everything below the horizon into water that reflects what is above, with waves that grow towards the viewer. */
export function fillWater(bitmap: Bitmap, water: Water, seed: string): void {
  const { width, height, data } = bitmap;
  const noise = createNoise(seed);
  const top = Math.round(water.horizon * height);
  const below = height - top;
  const [red, green, blue] = water.tint;
  const [trackRed, trackGreen, trackBlue] = water.trackColour ?? [255, 255, 255];
  const trackX = (water.track ?? -9) * width;
  const unit = height / 1000;
  for (let row = 0; row < below; row += 1) {
    const share = row / below;
    const near = 0.012 + share;
    const frequency = 0.09 / (near * unit * (0.5 + water.waves));
    const lift = (2 + 46 * near) * unit * water.waves;
    const sway = (1.5 + 26 * near) * unit * water.waves;
    const deep = Math.min(1, water.depth * (0.35 + 0.65 * share));
    const target = (top + row) * width;
    const flow = Math.log(near) * 26;
    const edge = (width / 2) * frequency * 0.055;
    const trackWidth = width * (0.02 + 0.1 * share) * (0.6 + water.waves);
    const long = alongRow(noise, flow, edge);
    const small = alongRow(noise, flow * 2.1, edge * 2.7 + 41);
    let wave = 0;
    for (let column = 0; column < width; column += 1) {
      if ((column & 3) === 0) {
        const x = (column - width / 2) * frequency * 0.055;
        wave = long(x) + 0.5 * small(x * 2.7 + 40);
      }
      let sourceRow = top - 1 - Math.round(row * 0.94 + lift * (wave * 0.5 + 0.35));
      if (sourceRow < 0) sourceRow = -sourceRow % top;
      if (sourceRow >= top) sourceRow = top - 1;
      let sourceColumn = column + Math.round(sway * wave);
      if (sourceColumn < 0) sourceColumn = -sourceColumn;
      if (sourceColumn >= width) sourceColumn = 2 * width - 2 - sourceColumn;
      const source = (sourceRow * width + sourceColumn) * 3;
      const mixed = Math.max(0, Math.min(1, deep + wave * 0.12 * (0.3 + water.waves)));
      let r = (data[source] ?? 0) * (1 - mixed) + red * mixed;
      let g = (data[source + 1] ?? 0) * (1 - mixed) + green * mixed;
      let b = (data[source + 2] ?? 0) * (1 - mixed) + blue * mixed;
      const distance = Math.abs(column - trackX) / trackWidth;
      if (distance < 2.5) {
        const spark = Math.exp(-distance * distance) * Math.max(0, Math.min(1, 0.35 + wave * 1.25));
        r += (trackRed - r) * spark;
        g += (trackGreen - g) * spark;
        b += (trackBlue - b) * spark;
      }
      const to = (target + column) * 3;
      data[to] = r;
      data[to + 1] = g;
      data[to + 2] = b;
    }
  }
}

/** Lays pixels with opacity (four bytes each) over the picture at the given place. */
export function layOver(bitmap: Bitmap, over: Uint8Array, left: number, top: number, width: number): void {
  const { data } = bitmap;
  const height = over.length / 4 / width;
  const firstColumn = Math.max(0, -left);
  const endColumn = Math.min(width, bitmap.width - left);
  const endRow = Math.min(height, bitmap.height - top);
  for (let row = Math.max(0, -top); row < endRow; row += 1) {
    let from = (row * width + firstColumn) * 4;
    let to = ((top + row) * bitmap.width + left + firstColumn) * 3;
    for (let column = firstColumn; column < endColumn; column += 1, from += 4, to += 3) {
      const opacity = over[from + 3] ?? 0;
      if (opacity === 0) continue;
      if (opacity === 255) {
        data[to] = over[from] ?? 0;
        data[to + 1] = over[from + 1] ?? 0;
        data[to + 2] = over[from + 2] ?? 0;
        continue;
      }
      const rest = 255 - opacity;
      data[to] = divide255((data[to] ?? 0) * rest + (over[from] ?? 0) * opacity);
      data[to + 1] = divide255((data[to + 1] ?? 0) * rest + (over[from + 1] ?? 0) * opacity);
      data[to + 2] = divide255((data[to + 2] ?? 0) * rest + (over[from + 2] ?? 0) * opacity);
    }
  }
}

/** A product of two bytes divided by 255, rounded, in whole numbers: a third of the time of a real division. */
const divide255 = (product: number): number => (product + 128 + ((product + 128) >> 8)) >> 8;

/** Scatters stars over the upper part; only where the picture is dark enough not to be a light or a cloud. */
export function addStars(bitmap: Bitmap, count: number, floor: number, seed: string): void {
  const { width, height, data } = bitmap;
  const random = createRandom(`${seed}/stars`);
  const size = Math.max(1, Math.round(width / 1400));
  for (let i = 0; i < count; i += 1) {
    const x = random.whole(2, width - 3 - size);
    const y = Math.round(2 + random.next() ** 1.3 * height * floor);
    const bright = random.chance(0.05) ? 255 : random.between(30, 190);
    const spread = bright === 255 ? size + 1 : size;
    for (let down = 0; down < spread; down += 1) {
      for (let right = 0; right < spread; right += 1) {
        const index = ((y + down) * width + x + right) * 3;
        for (let channel = 0; channel < 3; channel += 1)
          data[index + channel] = (data[index + channel] ?? 0) + bright * 0.85;
      }
    }
  }
}

/** Film grain (`strength` in steps of 255) and darker corners (`vignette` 0 to 1); hides the steps of soft gradients too. */
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

/** Pixels in a row that get the same share of the vignette; the steps between them are far below one of 255. */
const BLOCK = 8;

function makeGrain(): Float32Array {
  const random = createRandom('grain');
  return new Float32Array(65536).map(() => random.bell());
}
