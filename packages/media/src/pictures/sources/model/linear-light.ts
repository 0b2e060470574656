/** Colours and textures at points of a surface in linear light, in which amounts of light can be added. */
import { decodeSrgb, encodeSrgb } from '../../srgb.ts';
import type { Surface, Texture, Wrapping } from './scene.ts';

/** Linear light of each of the 256 sRGB values. */
const TO_LINEAR = Float32Array.from({ length: 256 }, (_, value) => decodeSrgb(value / 255));
const STEPS = 4096;
const TO_SRGB = Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * encodeSrgb(step / STEPS)));

/** Converts linear light to an sRGB value from 0 to 255. */
export function linearToSrgb(light: number): number {
  if (!(light > 0)) return 0;
  return light >= 1 ? 255 : (TO_SRGB[Math.round(light * STEPS)] ?? 255);
}

/** Holds red, green, blue in linear light, and alpha. Reused, because colours are read millions of times. */
const texel = new Float32Array(4);

/** A point of a triangle: the indices of its corners' vertices, and their weights, which add up to 1. */
interface TrianglePoint {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly wa: number;
  readonly wb: number;
  readonly wc: number;
}

export function sampleAlpha({ material, uvs, colours }: Surface, at: TrianglePoint): number {
  let alpha = material.colour[3];
  if (colours) alpha *= mix(colours, 4, 3, at);
  if (material.texture && uvs) {
    readTexel(material.texture, mix(uvs, 2, 0, at), mix(uvs, 2, 1, at));
    alpha *= texel[3] ?? 1;
  }
  return alpha;
}

/** Writes the colour of a point, in linear light, to `into`. */
export function sampleColour({ material, uvs, colours }: Surface, at: TrianglePoint, into: Float32Array): void {
  if (material.texture && uvs) readTexel(material.texture, mix(uvs, 2, 0, at), mix(uvs, 2, 1, at));
  else texel.fill(1);
  for (let channel = 0; channel < 3; channel += 1) {
    let light = (material.colour[channel] ?? 1) * (texel[channel] ?? 1);
    if (colours) light *= mix(colours, 4, channel, at);
    into[channel] = light;
  }
}

function mix(values: Float32Array, size: number, part: number, { a, b, c, wa, wb, wc }: TrianglePoint): number {
  return (
    wa * (values[a * size + part] ?? 0) + wb * (values[b * size + part] ?? 0) + wc * (values[c * size + part] ?? 0)
  );
}

/** Reads the colour at a point of a texture into `texel`, interpolated from the four nearest pixels. */
function readTexel({ width, height, pixels, wrapU, wrapV }: Texture, u: number, v: number): void {
  const x = u * width - 0.5;
  const y = v * height - 0.5;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const shareX = x - left;
  const shareY = y - top;
  const x0 = wrap(left, width, wrapU) * 4;
  const x1 = wrap(left + 1, width, wrapU) * 4;
  const y0 = wrap(top, height, wrapV) * width * 4;
  const y1 = wrap(top + 1, height, wrapV) * width * 4;
  const w00 = (1 - shareX) * (1 - shareY);
  const w10 = shareX * (1 - shareY);
  const w01 = (1 - shareX) * shareY;
  const w11 = shareX * shareY;
  for (let channel = 0; channel < 3; channel += 1) {
    texel[channel] =
      w00 * (TO_LINEAR[pixels[y0 + x0 + channel] ?? 0] ?? 0) +
      w10 * (TO_LINEAR[pixels[y0 + x1 + channel] ?? 0] ?? 0) +
      w01 * (TO_LINEAR[pixels[y1 + x0 + channel] ?? 0] ?? 0) +
      w11 * (TO_LINEAR[pixels[y1 + x1 + channel] ?? 0] ?? 0);
  }
  const alpha =
    w00 * (pixels[y0 + x0 + 3] ?? 0) +
    w10 * (pixels[y0 + x1 + 3] ?? 0) +
    w01 * (pixels[y1 + x0 + 3] ?? 0) +
    w11 * (pixels[y1 + x1 + 3] ?? 0);
  texel[3] = alpha / 255;
}

function wrap(at: number, size: number, how: Wrapping): number {
  // Coordinates that are not finite numbers, or too large for exact integers, give the first pixel.
  if (!(Math.abs(at) < 2 ** 52)) return 0;
  if (how === 'clamp') return Math.min(size - 1, Math.max(0, at));
  const folded = how === 'mirror' ? size * 2 : size;
  const inside = at - Math.floor(at / folded) * folded;
  return inside < size ? inside : folded - 1 - inside;
}
