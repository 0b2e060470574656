import sharp, { type Sharp } from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { type Cicp, isHdr, PRIMARIES, TRANSFERS } from '../../inspect/colours/cicp.ts';
import { decodeSrgb, encodeSrgb } from '../srgb.ts';
import { blankTiffOf, type PixelLayout } from '../write-tiff.ts';

/** Limited because all pixels are in memory twice, with up to four channels of two bytes each. */
const MAX_PIXELS = 50_000_000;
/** Luminance of white on an SDR screen in cd/m²; tone mapping of films uses the same value. */
const WHITE = 100;
/** Peak luminance relative to white, used if the file doesn't state it. */
const USUAL_PEAK = 10;
/** Peak luminance of the reference screen of HLG, in cd/m². */
const HLG_SCREEN = 1000;
const STEPS = 65_536;
const GAMMA_28 = 5;

type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** Matrices that convert linear light of other primaries to that of sRGB. */
const TO_BT709: ReadonlyMap<number, Matrix> = new Map<number, Matrix>([
  [PRIMARIES.bt709, [1, 0, 0, 0, 1, 0, 0, 0, 1]],
  [PRIMARIES.unspecified, [1, 0, 0, 0, 1, 0, 0, 0, 1]],
  [PRIMARIES.bt2020, [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187]],
  [PRIMARIES.p3, [1.2249, -0.2247, 0, -0.042, 1.0419, 0, -0.0197, -0.0786, 1.0979]],
]);
/** Converts a picture to 16-bit sRGB, upright and no larger than the box. HDR is tone-mapped like films. */
export async function cicpToSrgb(pixels: Sharp, cicp: Cicp, box: number): Promise<Sharp> {
  const { numbers, tiff, channels, bitsPerSample } = await decoded(pixels, box, { bits: 16 });
  const isDeep = numbers instanceof Uint16Array;
  // The library shifts values of fewer bits to the top of 16 bits and fills the rest with zeros.
  const most = isDeep ? (2 ** bitsPerSample - 1) * 2 ** (16 - bitsPerSample) : 255;
  const out = Buffer.from(tiff.pixels.buffer, tiff.pixels.byteOffset, tiff.pixels.byteLength);
  mapAll(numbers, out, { channels, most, cicp });
  return sharp(tiff.file, { limitInputPixels: false });
}

/** Returns a picture with a profile that its file lacks, upright and no larger than the box. */
export async function withProfile(pixels: Sharp, profile: Buffer, box: number): Promise<Sharp> {
  const { numbers, tiff } = await decoded(pixels, box, { profile });
  tiff.pixels.set(
    numbers instanceof Uint16Array
      ? Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).swap16()
      : numbers,
  );
  return sharp(tiff.file, { limitInputPixels: false });
}

/** Decodes a picture with 8 or 16 bits, and prepares a file for what becomes of it. */
async function decoded(pixels: Sharp, box: number, layout: Partial<PixelLayout>) {
  const { autoOrient, bitsPerSample = 8, hasAlpha, depth } = await pixels.metadata();
  const scale = Math.min(1, box / Math.max(autoOrient.width, autoOrient.height));
  if (autoOrient.width * autoOrient.height * scale ** 2 > MAX_PIXELS)
    throw new CannotMake('too_large', `${autoOrient.width} x ${autoOrient.height} pixels of other colours`);
  const isDeep = depth === 'ushort';
  const { data, info } = await pixels
    .clone()
    .autoOrient()
    .resize({ width: box, height: box, fit: 'inside', withoutEnlargement: true })
    .toColourspace(isDeep ? 'rgb16' : 'srgb')
    .raw({ depth: isDeep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const numbers = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const { width, height, channels } = info;
  const tiff = blankTiffOf({
    ...{ width, height, channels, hasAlpha: hasAlpha && channels === 4 },
    ...{ bits: isDeep ? 16 : 8, photometric: 2, isPlanar: false, ...layout },
  });
  return { numbers, tiff, channels, bitsPerSample };
}

function mapAll(
  numbers: Uint8Array | Uint16Array,
  out: Buffer,
  { channels, most, cicp }: { readonly channels: number; readonly most: number; readonly cicp: Cicp },
): void {
  const light = Float32Array.from({ length: most + 1 }, (_, value) => lightOf(value / most, cicp.transfer));
  const curve = isHdr(cicp) ? filmCurve : encodeSrgb;
  const screen = Uint16Array.from({ length: STEPS }, (_, value) => Math.round(curve(value / (STEPS - 1)) * 65_535));
  const [rr, rg, rb, gr, gg, gb, br, bg, bb] = TO_BT709.get(cicp.primaries) ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const isBright = isHdr(cicp);
  const whole = hable(cicp.brightest > WHITE ? cicp.brightest / WHITE : USUAL_PEAK);
  const put = (value: number, at: number) => {
    const step = value > 0 ? Math.min(STEPS - 1, Math.round(value * (STEPS - 1))) : 0;
    out.writeUInt16BE(screen[step] ?? 0, at * 2);
  };
  for (let at = 0; at + channels <= numbers.length; at += channels) {
    let red = light[Math.min(most, numbers[at] ?? 0)] ?? 0;
    let green = light[Math.min(most, numbers[at + 1] ?? 0)] ?? 0;
    let blue = light[Math.min(most, numbers[at + 2] ?? 0)] ?? 0;
    if (cicp.transfer === TRANSFERS.hlg) {
      // Applies the OOTF of HLG (ITU-R BT.2100): a screen shows dark parts darker than the camera recorded them.
      const brightness = 0.2627 * red + 0.678 * green + 0.0593 * blue;
      const factor = (HLG_SCREEN / WHITE) * brightness ** 0.2;
      red *= factor;
      green *= factor;
      blue *= factor;
    }
    const r = rr * red + rg * green + rb * blue;
    const g = gr * red + gg * green + gb * blue;
    const b = br * red + bg * green + bb * blue;
    const signal = Math.max(r, g, b, 1e-6);
    const factor = isBright ? hable(signal) / whole / signal : 1;
    put(r * factor, at);
    put(g * factor, at + 1);
    put(b * factor, at + 2);
    if (channels === 4) out.writeUInt16BE(Math.round(((numbers[at + 3] ?? 0) / most) * 65_535), (at + 3) * 2);
  }
}

/** Converts a value from 0 to 1 to linear light. White is 1 and HDR goes beyond; HLG gives scene light from 0 to 1. */
function lightOf(value: number, transfer: number): number {
  if (transfer === TRANSFERS.linear) return value;
  if (transfer === TRANSFERS.gamma22) return value ** 2.2;
  if (transfer === GAMMA_28) return value ** 2.8;
  if (transfer === TRANSFERS.pq) {
    const power = value ** (32 / 2523);
    return (10_000 / WHITE) * (Math.max(0, power - 107 / 128) / (2413 / 128 - (2392 / 128) * power)) ** (8192 / 1305);
  }
  if (transfer === TRANSFERS.hlg)
    return value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return decodeSrgb(value);
}

/** The transfer function that ffmpeg uses to map films to SDR. */
function filmCurve(light: number): number {
  return light ** (1 / 2.4);
}

/** John Hable's filmic tone mapping curve, the same that films are mapped with. */
function hable(light: number): number {
  return (light * (light * 0.15 + 0.05) + 0.004) / (light * (light * 0.15 + 0.5) + 0.06) - 0.004 / 0.06;
}
