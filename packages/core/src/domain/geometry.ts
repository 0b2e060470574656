/** Sizes and crops of pictures: parses what callers write and computes whole pixels. Pure arithmetic. */

/** Width and height, in pixels unless stated otherwise. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in pixels from its top left corner. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

/** A length in pixels or, if `isPercent`, in percent of the picture's own length. */
interface Extent {
  readonly value: number;
  readonly isPercent: boolean;
}

/** A crop as the caller writes it: a size `<w>x<h>` and an optional offset. */
export interface Geometry {
  readonly width: Extent;
  readonly height: Extent;
  /** Pixels from the left and from the top. Negative offsets lie outside the picture. */
  readonly x: number;
  readonly y: number;
}

/** Syntax of a crop (interface: download options). */
const GEOMETRY = /^(\d+(?:\.\d+)?)(%?)x(\d+(?:\.\d+)?)(%?)([+-]\d+)?([+-]\d+)?$/;
/** Longer texts are never valid crops. The limit spares the pattern from running on garbage. */
const MAX_CHARACTERS = 100;

/** Parses a crop. Returns undefined for any other syntax. A single offset is the one from the left. */
export function readGeometry(text: string): Geometry | undefined {
  const [, width, widthSign, height, heightSign, x = '0', y = '0'] =
    (text.length <= MAX_CHARACTERS && GEOMETRY.exec(text)) || [];
  if (width === undefined || height === undefined) return undefined;
  return {
    width: { value: Number(width), isPercent: widthSign === '%' },
    height: { value: Number(height), isPercent: heightSign === '%' },
    x: Number(x),
    y: Number(y),
  };
}

/** Returns the part of the picture that a crop covers; undefined if there is none or a side rounds to zero. */
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

/** Scales an area to another size of the same picture. Each side is at least one pixel. */
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

/** A box that a picture is fitted into (catalogue: convert). */
export interface Box {
  /** In pixels. At least one side is set; if only one is, the other follows from the aspect ratio. */
  readonly width?: number;
  readonly height?: number;
  readonly fit: 'inside' | 'cover' | 'contain' | 'fill' | 'outside';
  readonly enlarge: boolean;
}

/** A picture fitted into a box: scaled first, then cropped or placed on a larger canvas. */
export interface Fitted {
  readonly scaled: Size;
  /** The part of the scaled picture that remains after cropping. */
  readonly cut?: Area;
  /** Where the scaled picture lies on the canvas. */
  readonly sheet?: Area;
  readonly size: Size;
}

/** Fits a picture into a box, enlarged only if the box allows it; with `contain` the canvas fills the box anyway. */
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

/** Rounds each side to the nearest pixel, but to at least 1. */
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

/** Converts a length to whole pixels, at least one. */
export function pixelsOf(length: number, unit: LengthUnit, dpi: number): number {
  const inches = unit === 'mm' ? length / MILLIMETRES_PER_INCH : length;
  return Math.max(1, Math.round(unit === 'px' ? length : inches * dpi));
}
