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

/**
 * Fills the whole picture. Pixel by pixel this is far cheaper, and smoother, than gradients in SVG; blocks of two by two pixels
 * are enough, for grain lies over it. `scale` is pixels per unit.
 */
export function paintBackdrop(bitmap: Bitmap, backdrop: Backdrop, scale: number): void {
  const { width, height, data } = bitmap;
  const lights = (backdrop.lights ?? []).map((light) => toPixels(light, scale));
  for (let row = 0; row < height; row += 2) {
    const [red, green, blue] = colourAt(backdrop.stops, row / (height - 1));
    const start = row * width * 3;
    for (let index = start, end = start + width * 3; index < end; index += 3) {
      data[index] = red;
      data[index + 1] = green;
      data[index + 2] = blue;
    }
    for (const light of lights) lightRow(data, width, row, start, light);
    if (row + 1 < height) data.copyWithin(start + width * 3, start, start + width * 3);
  }
}

interface PixelLight {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly strength: number;
}

function toPixels(light: Light, scale: number): PixelLight {
  const [red, green, blue] = channels(light.colour);
  return {
    x: light.x * scale,
    y: light.y * scale,
    radius: light.radius * scale,
    red,
    green,
    blue,
    strength: light.strength,
  };
}

function lightRow(data: Uint8ClampedArray, width: number, row: number, start: number, light: PixelLight): void {
  const { x, y, radius, red, green, blue, strength } = light;
  const perPixel = 1024 / (radius * radius);
  const down = (row - y) * (row - y) * perPixel;
  if (down >= 1024) return;
  const reach = Math.sqrt((1024 - down) / perPixel);
  const first = Math.max(0, Math.floor((x - reach) / 2) * 2);
  const end = Math.min(width, Math.ceil(x + reach));
  for (let column = first, index = start + first * 3; column < end; column += 2, index += 6) {
    const distance = (column - x) * (column - x) * perPixel + down;
    if (distance >= 1024) continue;
    const share = strength * (FALLOFF[distance | 0] ?? 0);
    const keep = 1 - share;
    const r = (data[index] ?? 0) * keep + red * share;
    const g = (data[index + 1] ?? 0) * keep + green * share;
    const b = (data[index + 2] ?? 0) * keep + blue * share;
    data[index] = r;
    data[index + 1] = g;
    data[index + 2] = b;
    if (column + 1 >= width) continue;
    data[index + 3] = r;
    data[index + 4] = g;
    data[index + 5] = b;
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
