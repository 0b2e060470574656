import { type Colour, channels } from './colour.ts';
import type { Bitmap } from './finish.ts';

/** A soft round light. Lengths in units of the frame. */
export interface Light {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Colour;
  /** In its middle, 0 to 1. */
  readonly strength: number;
}

/** What is farthest away: colours from top to bottom and lights on them. */
export interface Backdrop {
  /** Position (0 top, 1 bottom) and colour, ascending. */
  readonly stops: readonly (readonly [number, Colour])[];
  readonly lights?: readonly Light[];
}

const FALLOFF = new Float32Array(1025).map((_, index) => (1 - Math.sqrt(index / 1024)) ** 2.2);

/** Fills the whole picture. Pixel by pixel this is far cheaper, and smoother, than gradients in SVG. `scale` is pixels per unit. */
export function paintBackdrop(bitmap: Bitmap, backdrop: Backdrop, scale: number): void {
  const { width, height, data } = bitmap;
  for (let row = 0; row < height; row += 1) {
    const [red, green, blue] = colourAt(backdrop.stops, row / (height - 1));
    for (let index = row * width * 3, end = index + width * 3; index < end; index += 3) {
      data[index] = red;
      data[index + 1] = green;
      data[index + 2] = blue;
    }
  }
  for (const light of backdrop.lights ?? []) addLight(bitmap, light, scale);
}

function addLight(bitmap: Bitmap, light: Light, scale: number): void {
  const { width, height, data } = bitmap;
  const radius = light.radius * scale;
  const x = light.x * scale;
  const y = light.y * scale;
  const [red, green, blue] = channels(light.colour);
  const perPixel = 1024 / (radius * radius);
  const firstColumn = Math.max(0, Math.floor(x - radius));
  const endColumn = Math.min(width, Math.ceil(x + radius));
  const endRow = Math.min(height, Math.ceil(y + radius));
  for (let row = Math.max(0, Math.floor(y - radius)); row < endRow; row += 1) {
    const down = (row - y) * (row - y) * perPixel;
    if (down >= 1024) continue;
    let index = (row * width + firstColumn) * 3;
    for (let column = firstColumn; column < endColumn; column += 1, index += 3) {
      const distance = (column - x) * (column - x) * perPixel + down;
      if (distance >= 1024) continue;
      const share = light.strength * (FALLOFF[distance | 0] ?? 0);
      const r = data[index] ?? 0;
      const g = data[index + 1] ?? 0;
      const b = data[index + 2] ?? 0;
      data[index] = r + (red - r) * share;
      data[index + 1] = g + (green - g) * share;
      data[index + 2] = b + (blue - b) * share;
    }
  }
}

function colourAt(stops: Backdrop['stops'], position: number): readonly [number, number, number] {
  const after = stops.findIndex(([at]) => at >= position);
  const upper = stops[after === -1 ? stops.length - 1 : after] ?? [0, '#000000'];
  const lower = stops[after === -1 ? stops.length - 1 : Math.max(0, after - 1)] ?? upper;
  const span = upper[0] - lower[0];
  const share = span <= 0 ? 0 : (position - lower[0]) / span;
  const [r1, g1, b1] = channels(lower[1]);
  const [r2, g2, b2] = channels(upper[1]);
  return [r1 + (r2 - r1) * share, g1 + (g2 - g1) * share, b1 + (b2 - b1) * share];
}
