import type { PixelSize } from './crop.ts';

/** Units of a length that downloads accept. */
export const UNITS = ['px', 'mm', 'inch'] as const;

/** A unit of a length. */
export type Unit = (typeof UNITS)[number];

/** The size that a person asks for. A side that is 0 follows from the other; what is no positive number is NaN. */
export interface WantedSize {
  readonly width: number;
  readonly height: number;
  readonly unit: Unit;
  /** Dots per inch, which turn lengths on paper into pixels. */
  readonly density: number;
}

/** The size as it was written. Without a density, or with 0, that of the format holds. */
export type SizeChoice = Omit<WantedSize, 'density'> & { readonly density: number | undefined };

/** Density at which the service turns lengths on paper into pixels, unless a format says another. */
export const USUAL_DENSITY = 300;

/** Most pixels of a side that the service accepts. */
export const MOST_PIXELS = 10_000;

const MILLIMETRES_PER_INCH = 25.4;

/** Turns a length into pixels, at least one; 0 stays 0. */
export function pixelsOf(length: number, unit: Unit, density: number): number {
  if (length <= 0) return 0;
  const inches = unit === 'mm' ? length / MILLIMETRES_PER_INCH : length;
  return Math.max(1, Math.round(unit === 'px' ? length : inches * density));
}

/** The same length in another unit, rounded to what people write: whole pixels, tenths of millimetres, hundredths of inches. */
export function inUnit(length: number, from: Unit, to: Unit, density: number): number {
  if (from === to || length <= 0) return length;
  const inches = from === 'px' ? length / density : from === 'mm' ? length / MILLIMETRES_PER_INCH : length;
  if (to === 'px') return Math.round(inches * density);
  return to === 'mm' ? Math.round(inches * MILLIMETRES_PER_INCH * 10) / 10 : Math.round(inches * 100) / 100;
}

/** A size at the density that was chosen, or else at that of a format. */
export function atDensity(size: SizeChoice, formatDensity: number = USUAL_DENSITY): WantedSize {
  return { ...size, density: size.density === 0 ? formatDensity : (size.density ?? formatDensity) };
}

/** Reads what is written into a field of numbers: 0 where it is empty, and NaN for what is no positive number. */
export function readPositive({ value, valueAsNumber, validity }: HTMLInputElement): number {
  if (value === '' && !validity.badInput) return 0;
  return valueAsNumber > 0 ? valueAsNumber : Number.NaN;
}

/** True if each part of a size is a number. */
export function isSizeRead({ width, height, density }: WantedSize): boolean {
  return ![width, height, density].some(Number.isNaN);
}

/** True if the service accepts the size. */
export function isSizeAccepted(size: WantedSize): boolean {
  const { width, height, unit, density } = size;
  return isSizeRead(size) && [width, height].every((side) => side >= 0 && pixelsOf(side, unit, density) <= MOST_PIXELS);
}

/** The size of the file in pixels. It keeps the picture's ratio, and is no larger than the picture without `enlarge`. */
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

/**
 * Writes a size as options of a download; empty without one. At a density of its own it is written in pixels, because the
 * service knows only that of the format.
 */
export function sizeOptions(
  { width, height, unit, density }: WantedSize,
  formatDensity: number = USUAL_DENSITY,
): readonly string[] {
  if (width <= 0 && height <= 0) return [];
  const isPlain = unit === 'px' || density === formatDensity;
  const write = (name: string, side: number) =>
    side > 0 ? [`${name}=${isPlain ? side : pixelsOf(side, unit, density)}`] : [];
  return [...write('width', width), ...write('height', height), ...(isPlain && unit !== 'px' ? [`unit=${unit}`] : [])];
}
