/** Sizes and crops of pictures, as callers write them and in whole pixels. Pure arithmetic. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in pixels from its top left corner. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

/** A length in pixels, or a share of the picture's own in percent. */
export interface Extent {
  readonly value: number;
  readonly isPercent: boolean;
}

/** What a caller cuts out: `<w>x<h>` and where it begins. */
export interface Geometry {
  readonly width: Extent;
  readonly height: Extent;
  /** Pixels from the left and from the top; below 0 is outside. */
  readonly x: number;
  readonly y: number;
}

/** Interface: download options. */
const GEOMETRY = /^(\d+(?:\.\d+)?)(%?)x(\d+(?:\.\d+)?)(%?)([+-]\d+)?([+-]\d+)?$/;
/** Longer numbers are no sizes; this keeps the pattern from work on nonsense. */
const MOST_CHARACTERS = 100;

/** Undefined for any other syntax. One offset is that from the left. */
export function readGeometry(text: string): Geometry | undefined {
  const [, width, widthSign, height, heightSign, x = '0', y = '0'] =
    (text.length <= MOST_CHARACTERS && GEOMETRY.exec(text)) || [];
  if (width === undefined || height === undefined) return undefined;
  return {
    width: { value: Number(width), isPercent: widthSign === '%' },
    height: { value: Number(height), isPercent: heightSign === '%' },
    x: Number(x),
    y: Number(y),
  };
}

/** As `readGeometry` reads it. */
export function writeGeometry({ width, height, x, y }: Geometry): string {
  const extent = ({ value, isPercent }: Extent) => `${value}${isPercent ? '%' : ''}`;
  const offset = (value: number) => (value < 0 ? String(value) : `+${value}`);
  return `${extent(width)}x${extent(height)}${offset(x)}${offset(y)}`;
}

/**
 * The part of a picture that a geometry cuts out: what of it lies on the picture. Undefined where that is nothing, or where a side
 * rounds to no pixel.
 */
export function areaOf({ width, height, x, y }: Geometry, picture: Size): Area | undefined {
  const right = x + pixels(width, picture.width);
  const bottom = y + pixels(height, picture.height);
  const left = Math.max(0, x);
  const top = Math.max(0, y);
  const area = {
    left,
    top,
    width: Math.min(right, picture.width) - left,
    height: Math.min(bottom, picture.height) - top,
  };
  return area.width >= 1 && area.height >= 1 ? area : undefined;
}

function pixels({ value, isPercent }: Extent, whole: number): number {
  return Math.round(isPercent ? (value / 100) * whole : value);
}

/** The same part of the same picture at another size; at least a pixel. */
export function areaAt({ left, top, width, height }: Area, from: Size, to: Size): Area {
  const [across, down] = [to.width / from.width, to.height / from.height];
  const start = { left: Math.round(left * across), top: Math.round(top * down) };
  const placed = { left: Math.min(start.left, to.width - 1), top: Math.min(start.top, to.height - 1) };
  return {
    ...placed,
    width: Math.max(1, Math.min(Math.round((left + width) * across), to.width) - placed.left),
    height: Math.max(1, Math.min(Math.round((top + height) * down), to.height) - placed.top),
  };
}

/** How a picture is brought into a box (catalogue: convert). */
export interface Box {
  /** Pixels; at least one side. With one alone the other follows the aspect. */
  readonly width?: number;
  readonly height?: number;
  readonly fit: 'inside' | 'cover' | 'contain' | 'fill' | 'outside';
  readonly enlarge: boolean;
}

/** A picture brought into a box: scaled first, then cut or put onto a larger sheet. */
export interface Fitted {
  readonly scaled: Size;
  /** Part of the scaled picture that is left. */
  readonly cut?: Area;
  /** Where the scaled picture lies on the sheet that it is put onto. */
  readonly sheet?: Area;
  /** Of the result. */
  readonly size: Size;
}

/** Every number of a fit. Nothing is enlarged unless the box says so; the sheet around a small picture is as large as the box. */
export function fitInto(picture: Size, box: Box): Fitted {
  const { width, height, fit, enlarge } = box;
  if (width === undefined || height === undefined) {
    const factor = width === undefined ? (height ?? picture.height) / picture.height : width / picture.width;
    return whole(scale(picture, enlarge ? factor : Math.min(1, factor)));
  }
  if (fit === 'fill') {
    return whole(
      enlarge ? { width, height } : { width: Math.min(width, picture.width), height: Math.min(height, picture.height) },
    );
  }
  const factors = [width / picture.width, height / picture.height];
  const factor = fit === 'cover' || fit === 'outside' ? Math.max(...factors) : Math.min(...factors);
  const scaled = scale(picture, enlarge ? factor : Math.min(1, factor));
  if (fit === 'cover') {
    const size = { width: Math.min(width, scaled.width), height: Math.min(height, scaled.height) };
    return isSame(size, scaled) ? whole(scaled) : { scaled, cut: centred(size, scaled), size };
  }
  if (fit === 'contain' && !isSame(scaled, { width, height })) {
    const size = { width, height };
    return { scaled, sheet: { ...centred(scaled, size) }, size };
  }
  return whole(scaled);
}

function whole(size: Size): Fitted {
  return { scaled: size, size };
}

/** Within half a pixel, never below 1. */
function scale({ width, height }: Size, factor: number): Size {
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

function centred(inner: Size, outer: Size): Area {
  return {
    ...inner,
    left: Math.floor((outer.width - inner.width) / 2),
    top: Math.floor((outer.height - inner.height) / 2),
  };
}

export function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

const MILLIMETRES_PER_INCH = 25.4;

export const LENGTH_UNITS = ['px', 'mm', 'inch'] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** Whole pixels of a length, at least one. */
export function pixelsOf(length: number, unit: LengthUnit, dpi: number): number {
  const inches = unit === 'mm' ? length / MILLIMETRES_PER_INCH : length;
  return Math.max(1, Math.round(unit === 'px' ? length : inches * dpi));
}
