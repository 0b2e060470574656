/** Turns the pixels of Photoshop's colour modes into those that the image library knows. */
import { encodeSrgb } from '../srgb.ts';

/** Inverts the values, because Photoshop stores the remaining paper white and other programs the amount of ink. */
export function invert(pixels: Uint8Array): void {
  for (let index = 0; index < pixels.length; index++) pixels[index] = ~(pixels[index] ?? 0);
}

/** Interleaves Lab planes of 8 or 16 bits as numbers of 16 bits; the zero of a and b moves from the middle to 0. */
export function interleaveLab(planes: Uint8Array, bits: 8 | 16, pixels: Uint8Array): void {
  const size = bits / 8;
  const plane = planes.length / 3;
  for (let at = 0, out = 0; at < plane; at += size) {
    for (let channel = 0; channel < 3; channel++, out += 2) {
      const high = planes[channel * plane + at] ?? 0;
      const low = bits === 16 ? planes[channel * plane + at + 1] : channel === 0 ? high : 0;
      pixels[out] = channel === 0 ? high : high ^ 0x80;
      pixels[out + 1] = low ?? 0;
    }
  }
}

/** Converts colour indexes to planes of red, green and blue, and alpha if one index is transparent. */
export function throughPalette(
  indexes: Uint8Array,
  palette: Uint8Array,
  hole: number | undefined,
  planes: Uint8Array,
): void {
  const size = indexes.length;
  const colours = Math.floor(palette.length / 3);
  for (let pixel = 0; pixel < size; pixel++) {
    const index = indexes[pixel] ?? 0;
    for (let channel = 0; channel < 3; channel++)
      planes[channel * size + pixel] = palette[channel * colours + index] ?? 0;
    if (hole !== undefined) planes[3 * size + pixel] = index === hole ? 0 : 255;
  }
}

/** Converts big-endian floats of linear light to big-endian 16-bit sRGB values. */
export function floatsToSrgb(floats: Buffer, pixels: Buffer): void {
  for (let index = 0; index * 4 < floats.length; index++) {
    const light = floats.readFloatBE(index * 4);
    // NaN also becomes 0.
    const bounded = light > 0 ? Math.min(light, 1) : 0;
    pixels.writeUInt16BE(Math.round(encodeSrgb(bounded) * 65535), index * 2);
  }
}

/**
 * Removes the white that Photoshop blends into transparent merged pictures; it stores the transparency separately.
 * Pictures by other writers hold plain colours and stay unchanged; a colour darker than blending with white allows
 * reveals them.
 */
export function separateFromWhite(pixels: Buffer, channels: number, bits: 8 | 16): void {
  const bytes = bits / 8;
  const most = 2 ** bits - 1;
  const plane = pixels.length / channels;
  const alphaAt = plane * (channels - 1);
  const tolerance = most / 64;
  for (let pixel = 0; pixel < plane; pixel += bytes) {
    const paper = most - pixels.readUIntBE(alphaAt + pixel, bytes);
    if (paper === 0) continue;
    for (let at = pixel; at < alphaAt; at += plane) {
      if (pixels.readUIntBE(at, bytes) < paper - tolerance) return;
    }
  }
  for (let pixel = 0; pixel < plane; pixel += bytes) {
    const alpha = pixels.readUIntBE(alphaAt + pixel, bytes);
    if (alpha === 0 || alpha === most) continue;
    for (let at = pixel; at < alphaAt; at += plane) {
      const colour = ((pixels.readUIntBE(at, bytes) - (most - alpha)) * most) / alpha;
      pixels.writeUIntBE(Math.max(0, Math.min(most, Math.round(colour))), at, bytes);
    }
  }
}
