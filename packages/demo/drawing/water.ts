import { createNoise } from './noise.ts';

/** A bitmap with three bytes per pixel (red, green, blue), row by row. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/**
 * A water surface that reflects what lies above it. `horizon` is the far shore (a share of the picture's height).
 * `depth` is the strength of the tint at the near edge. `waves` is their height, from 0 (a mirror) to 1 (open sea).
 * `track` is the position of the sun's reflection (a share of the width). Colours are red, green, blue.
 */
export interface Water extends Readonly<Record<'horizon' | 'depth' | 'waves' | 'track', number>> {
  readonly tint: readonly [number, number, number];
  readonly trackColour: readonly [number, number, number];
}

/**
 * Replaces everything below the horizon with water that reflects what is above, with waves that grow towards the
 * viewer.
 */
export function fillWater(bitmap: Bitmap, water: Water, seed: string): void {
  const { width, height, data } = bitmap;
  const noise = createNoise(seed);
  const top = Math.round(water.horizon * height);
  const below = height - top;
  const [red, green, blue] = water.tint;
  const [trackRed, trackGreen, trackBlue] = water.trackColour;
  const trackX = water.track * width;
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
    const trackWidth = width * (0.02 + 0.1 * share) * (0.6 + water.waves);
    let wave = 0;
    for (let column = 0; column < width; column += 1) {
      if ((column & 3) === 0) {
        const x = (column - width / 2) * frequency * 0.055;
        wave = noise(x, flow) + 0.5 * noise(x * 2.7 + 40, flow * 2.1);
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
