/** Rewrites pages of TIFF that the image library reads wrong or not at all. */
import { CannotMake } from '../../../derived/cannot-make.ts';
import { readBounded } from '../../../inspect/bytes.ts';
import { encodeSrgb } from '../../srgb.ts';
import { blankTiffOf } from '../../write-tiff.ts';
import { COMPRESSION, FORMAT, PHOTOMETRIC, type TiffPage } from './page.ts';
import { type Numbers, readNumbers } from './tiff-samples.ts';

const MAX_BYTES = 384 * 2 ** 20;
/** Compressions that the image library decodes. `old-jpeg.ts` handles old-style JPEG. */
const LIBRARY_COMPRESSIONS: ReadonlySet<number> = new Set([
  ...[1, 2, 3, 4, 5, COMPRESSION.oldJpeg, 7, 8, 32771, 32773, 32809, 32946, 34676, 34677, 50001],
]);
/** LogL and LogLuv, which the image library supports. */
const LOG_LIGHT: ReadonlySet<number> = new Set([32844, 32845]);
/** Samples per colour, without alpha. */
const COLOURS: Readonly<Record<number, number>> = {
  ...{ [PHOTOMETRIC.white]: 1, [PHOTOMETRIC.black]: 1, [PHOTOMETRIC.palette]: 1 },
  ...{ [PHOTOMETRIC.rgb]: 3, [PHOTOMETRIC.cmyk]: 4 },
};

/** Returns true if the image library reads a page correctly. */
export function isForLibrary(page: TiffPage): boolean {
  const { compression, photometric, bits, samples, format, isPlanar, isTiled } = page;
  if (!LIBRARY_COMPRESSIONS.has(compression) || (isPlanar && isTiled)) return false;
  if (LOG_LIGHT.has(photometric)) return true;
  if (format === FORMAT.signed || format === FORMAT.float) return false;
  if (samples > (COLOURS[photometric] ?? 3) + 1) return false;
  return bits === 8 || bits === 16 || (samples === 1 && (bits === 1 || bits === 2 || bits === 4));
}

/** Rewrites a page as a TIFF that the image library can read: interleaved 16-bit samples. Rejects with CannotMake. */
export async function plainTiff(path: string, page: TiffPage): Promise<Buffer> {
  const { width, height, samples, photometric, bits, extra, profile, orientation } = page;
  const colours = COLOURS[photometric];
  if (colours === undefined || samples < colours)
    throw new CannotMake('unsupported', `TIFF of kind ${photometric} with ${samples} numbers of ${bits} bits`);
  const isPalette = photometric === PHOTOMETRIC.palette;
  const [first = 0] = extra;
  const hasAlpha = !isPalette && samples > colours && (first === 1 || first === 2);
  const kept = colours + (hasAlpha ? 1 : 0);
  const numbers = await readNumbers(await readBounded(path, MAX_BYTES), page, kept);
  const scaled = isPalette ? throughPalette(numbers, page) : toShares(numbers, page, kept, hasAlpha);
  const channels = isPalette ? 3 : kept;
  const tiff = blankTiffOf({
    ...{ width, height, channels, hasAlpha, profile, orientation },
    bits: 16,
    photometric: isPalette ? 2 : colours === 1 ? 1 : colours === 3 ? 2 : 5,
    isPlanar: false,
  });
  for (let index = 0; index < width * height * channels; index++) {
    const value = scaled(index);
    tiff.pixels[index * 2] = value >> 8;
    tiff.pixels[index * 2 + 1] = value & 255;
  }
  return tiff.file;
}

/** Returns the number at an index, scaled to 16 bits. */
type Scaled = (index: number) => number;

function throughPalette(numbers: Numbers, { colours, bits }: TiffPage): Scaled {
  const size = colours.length / 3;
  if (size < 2 ** bits) throw new CannotMake('corrupt', `a palette of ${size} colours for ${bits} bits`);
  // Some writers store 8-bit palette values where 16 bits are required.
  const factor = colours.every((each) => each < 256) ? 257 : 1;
  return (index) => (colours[(index % 3) * size + (numbers[Math.floor(index / 3)] ?? 0)] ?? 0) * factor;
}

function toShares(numbers: Numbers, page: TiffPage, kept: number, hasAlpha: boolean): Scaled {
  const { photometric, extra } = page;
  const share = shareOf(numbers, page, hasAlpha ? kept : 0);
  const isInverted = photometric === PHOTOMETRIC.white;
  const isDarkened = hasAlpha && extra[0] === 1;
  return (index) => {
    const isAlpha = hasAlpha && index % kept === kept - 1;
    const value = numbers[index] ?? 0;
    if (isAlpha) return bounded(alphaOf(value, page));
    const alpha = isDarkened ? alphaOf(numbers[index - (index % kept) + kept - 1] ?? 0, page) : 1;
    const shown = alpha > 0 && alpha < 1 ? share(value / alpha) : share(value);
    return bounded(isInverted ? 1 - shown : shown);
  };
}

function alphaOf(value: number, { format, bits }: TiffPage): number {
  if (format === FORMAT.float) return value;
  return value / (2 ** (format === FORMAT.signed ? bits - 1 : bits) - 1);
}

function bounded(share: number): number {
  // NaN also becomes 0.
  return share > 0 ? Math.min(65535, Math.round(share * 65535)) : 0;
}

/**
 * Returns a function that scales a sample to 0 to 1. Unsigned integers use the range of their bit depth. Floats up to
 * 1, and RGB floats whose mean is up to 1, are light. Other floats and signed integers are measurements, scaled between
 * the picture's minimum and maximum.
 */
function shareOf(numbers: Numbers, page: TiffPage, alphaEvery: number): (value: number) => number {
  const { format, bits, profile, photometric, noData } = page;
  if (format !== FORMAT.signed && format !== FORMAT.float) {
    const most = 2 ** bits - 1;
    return (value) => value / most;
  }
  let [least, greatest, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (let index = 0; index < numbers.length; index++) {
    const value = numbers[index] ?? 0;
    const isAlpha = alphaEvery > 0 && index % alphaEvery === alphaEvery - 1;
    if (isAlpha || !Number.isFinite(value) || value === Math.fround(noData)) continue;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
    sum += value;
    count += 1;
  }
  if (count === 0) throw new CannotMake('corrupt', 'a picture without numbers');
  // In light, highlights may exceed white, but not the average of the whole picture.
  const isLight = least >= 0 && (greatest <= 1 || (photometric === PHOTOMETRIC.rgb && sum / count <= 1));
  if (format === FORMAT.float && isLight) return profile === undefined ? onScreen : (value) => value;
  const range = greatest - least || 1;
  return (value) => (value - least) / range;
}

const STEPS = 65_536;
const CURVE = Float32Array.from({ length: STEPS }, (_, step) => encodeSrgb(step / (STEPS - 1)));

/** Converts linear light to an sRGB value, using a lookup table. */
function onScreen(light: number): number {
  return light >= 1 ? 1 : (CURVE[Math.round(light * (STEPS - 1))] ?? 0);
}
