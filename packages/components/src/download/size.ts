import type { PixelSize } from './crop.ts';

/** Units of a length that downloads accept. */
export const UNITS = ['px', 'mm', 'inch'] as const;

/** A unit of a length. */
export type Unit = (typeof UNITS)[number];

/** The size that a person wants. A side of 0 follows from the other side; NaN stands for input that is not a positive number. */
export interface WantedSize {
  readonly width: number;
  readonly height: number;
  readonly unit: Unit;
  /** Dots per inch, which turn lengths on paper into pixels. */
  readonly density: number;
}

/** The size as the person entered it. If its density is undefined or 0, the density of the format applies. */
export type SizeChoice = Omit<WantedSize, 'density'> & { readonly density: number | undefined };

/** Dots per inch by which the service turns lengths on paper into pixels, unless a format has its own. */
const DEFAULT_DENSITY = 300;

/** The longest side that the service accepts, in pixels. */
export const MAX_PIXELS = 10_000;

const MILLIMETRES_PER_INCH = 25.4;

/** Turns a length into pixels, at least one; 0 stays 0. */
export function pixelsOf(length: number, unit: Unit, density: number): number {
  if (length <= 0) return 0;
  const inches = unit === 'mm' ? length / MILLIMETRES_PER_INCH : length;
  return Math.max(1, Math.round(unit === 'px' ? length : inches * density));
}

/** Converts a length into another unit, rounded as people write it: whole pixels, tenths of millimetres, hundredths of inches. */
export function inUnit(length: number, from: Unit, to: Unit, density: number): number {
  if (from === to || length <= 0) return length;
  const inches = from === 'px' ? length / density : from === 'mm' ? length / MILLIMETRES_PER_INCH : length;
  if (to === 'px') return Math.round(inches * density);
  return to === 'mm' ? Math.round(inches * MILLIMETRES_PER_INCH * 10) / 10 : Math.round(inches * 100) / 100;
}

/** Adds a density to a size: the chosen one, or else that of the format. */
export function atDensity(size: SizeChoice, formatDensity: number = DEFAULT_DENSITY): WantedSize {
  return { ...size, density: size.density === 0 ? formatDensity : (size.density ?? formatDensity) };
}

/** Reads a field for numbers: 0 if it is empty, NaN if its content is not a positive number. */
export function readPositive({ value, valueAsNumber, validity }: HTMLInputElement): number {
  if (value === '' && !validity.badInput) return 0;
  return valueAsNumber > 0 ? valueAsNumber : Number.NaN;
}

/** True if each part of a size could be read as a number. */
export function isSizeRead({ width, height, density }: WantedSize): boolean {
  return ![width, height, density].some(Number.isNaN);
}

/** True if the service accepts the size. */
export function isSizeAccepted(size: WantedSize): boolean {
  const { width, height, unit, density } = size;
  return isSizeRead(size) && [width, height].every((side) => side >= 0 && pixelsOf(side, unit, density) <= MAX_PIXELS);
}

/** The size of the resulting file. It keeps the ratio of the picture, and is not larger than the picture without `enlarge`. */
export function resultingSize(
  picture: PixelSize,
  { width, height, unit, density }: WantedSize,
  enlarge = false,
): PixelSize {
  const box = { width: pixelsOf(width, unit, density), height: pixelsOf(height, unit, density) };
  const factors = [box.width / picture.width, box.height / picture.height].filter((factor) => factor > 0);
  return scaled(picture, Math.min(...factors, enlarge && factors.length > 0 ? Number.POSITIVE_INFINITY : 1));
}

/** A size times a factor, in whole pixels, at least one. */
export function scaled({ width, height }: PixelSize, factor: number): PixelSize {
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/** Writes numbers of pixels without separators, as everywhere. */
export function inDigits(numbers: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(numbers).map(([name, pixels]) => [name, String(pixels)]));
}

/**
 * Writes a size as options of a download; none without a side. If its density is not that of the format, writes pixels, because the
 * service knows only the density of the format.
 */
export function sizeOptions(
  { width, height, unit, density }: WantedSize,
  formatDensity: number = DEFAULT_DENSITY,
): readonly string[] {
  if (width <= 0 && height <= 0) return [];
  const keepsUnit = unit === 'px' || density === formatDensity;
  const write = (name: string, side: number) =>
    side > 0 ? [`${name}=${keepsUnit ? side : pixelsOf(side, unit, density)}`] : [];
  return [
    ...write('width', width),
    ...write('height', height),
    ...(keepsUnit && unit !== 'px' ? [`unit=${unit}`] : []),
  ];
}
