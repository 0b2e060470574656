import type { FileFacts } from '../../domain/facts.ts';
import { type Box, fitInto, type Geometry, isSame, type Size } from '../../domain/geometry.ts';
import type { Conversion } from '../../domain/model.ts';

export type PictureTarget = Exclude<Conversion['to'], 'mp4'>;

/** Everything about one converted file that is decided before its source is opened. Plain data. */
export type ConversionPlan = PicturePlan | FilmPlan | { readonly kind: 'document' };

export interface PicturePlan {
  readonly kind: 'picture';
  readonly to: PictureTarget;
  /** Pixels as seen, by the source's facts; absent where only opening it can tell. */
  readonly picture?: Size;
  readonly crop?: Geometry;
  /** Absent: as large as it is. */
  readonly box?: Box;
  /** 1 to 100; without meaning where nothing is lost. */
  readonly quality: number;
  /** Written into the file; absent: as it is. */
  readonly dpi?: number;
  /** At which pages are drawn, that have no pixels. */
  readonly pageDpi: number;
  readonly color: 'srgb' | 'cmyk' | 'keep' | 'unprofiled';
  readonly keepsMetadata: boolean;
}

export interface FilmPlan {
  readonly kind: 'film';
  readonly box?: Box;
  /** 1 to 100; absent: a stream that fits is copied, any other is encoded well. */
  readonly quality?: number;
  readonly keepsMetadata: boolean;
}

/** What a caller chooses beside the format. */
export interface Chosen {
  /** Pixels: the box that the picture fits inside. It takes the place of the format's. */
  readonly size?: { readonly width?: number; readonly height?: number };
  /** True where the size was given as a length of paper. */
  readonly isPaper?: boolean;
  readonly crop?: Geometry;
}

/** decisions 7: where a format says nothing. */
export const DEFAULT_DPI = 300;
/** Free of visible artefacts, for pictures that are used further. */
const QUALITY: Readonly<Record<PictureTarget, number>> = { jpg: 90, pdf: 90, webp: 82, avif: 60, png: 100, tif: 100 };
/** decisions 7: a size above is refused. */
export const MOST_PIXELS_A_SIDE = 10_000;
/** Files that tell their density without EXIF. */
const HAS_DENSITY: ReadonlySet<PictureTarget> = new Set<PictureTarget>(['jpg', 'tif', 'pdf']);
/** Others are not what anybody has measured. */
const SENSIBLE_DPI = { least: 10, most: 10_000 };
/** Formats that describe themselves as pages or models: their width and height, if any, are no pixels. */
const DRAWN =
  /^(?:application\/(?:pdf|postscript|eps|vnd\.adobe\.illustrator|x-indesign|epub\+zip)|model\/.*|text\/.*|image\/x-.*)$/;
/** `image/x-…` are the raw files of cameras, drawn by a picture whose size only they know; these are not. */
const NOT_RAW = /^image\/x-(?:icon|cursor|j2c)$/;

/** A picture of a file. */
export function planPicture(
  conversion: Conversion & { readonly to: PictureTarget },
  facts: FileFacts,
  { size, isPaper = false, crop }: Chosen,
): PicturePlan {
  const { to } = conversion;
  const box = boxOf(conversion, size);
  const keepsMetadata = conversion.metadata !== 'strip';
  const isTold = keepsMetadata || HAS_DENSITY.has(to);
  const dpi = conversion.dpi ?? (isPaper ? DEFAULT_DPI : isTold ? sensible(facts.dpi) : undefined);
  const isKnown =
    facts.width > 0 && facts.height > 0 && (!DRAWN.test(facts.mediaType) || NOT_RAW.test(facts.mediaType));
  return {
    kind: 'picture',
    to,
    ...(isKnown ? { picture: { width: facts.width, height: facts.height } } : {}),
    ...(crop ? { crop } : {}),
    ...(box ? { box } : {}),
    quality: conversion.quality ?? QUALITY[to],
    ...(dpi === undefined ? {} : { dpi }),
    pageDpi: conversion.dpi ?? DEFAULT_DPI,
    // Without its profile a picture has the colours of screens.
    color: conversion.color ?? (keepsMetadata ? 'keep' : 'unprofiled'),
    keepsMetadata,
  };
}

/** A film as MP4. */
export function planFilm(conversion: Conversion, { size }: Chosen): FilmPlan {
  const { quality, metadata } = conversion;
  const box = boxOf(conversion, size);
  return {
    kind: 'film',
    ...(box ? { box } : {}),
    ...(quality === undefined ? {} : { quality }),
    keepsMetadata: metadata !== 'strip',
  };
}

/** The size asked for, which fits inside, else that of the format. */
function boxOf({ width, height, fit = 'inside', enlarge = false }: Conversion, size: Chosen['size']): Box | undefined {
  if (size) return { ...size, fit: 'inside', enlarge };
  if (width === undefined && height === undefined) return undefined;
  return { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }), fit, enlarge };
}

function sensible(dpi: number): number | undefined {
  return dpi >= SENSIBLE_DPI.least && dpi <= SENSIBLE_DPI.most ? dpi : undefined;
}

const TYPES: Readonly<Record<Conversion['to'], string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  tif: 'image/tiff',
  avif: 'image/avif',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
};

export function mediaTypeOf(to: Conversion['to']): string {
  return TYPES[to];
}

/** True where the file is already what the conversion asks for: it is delivered as it is, for every encoding anew loses something. */
export function isOriginalEnough(conversion: Conversion, facts: FileFacts, chosen: Chosen): boolean {
  const { to, quality, dpi, color = 'keep', metadata = 'keep' } = conversion;
  if (to === 'pdf') return facts.mediaType === TYPES.pdf;
  if (facts.mediaType !== TYPES[to] || quality !== undefined || color !== 'keep' || metadata !== 'keep') return false;
  if ((dpi !== undefined && dpi !== facts.dpi) || chosen.crop) return false;
  const { box } = to === 'mp4' ? planFilm(conversion, chosen) : planPicture({ ...conversion, to }, facts, chosen);
  if (!box) return true;
  if (!(facts.width > 0 && facts.height > 0)) return false;
  const { size, scaled } = fitInto(facts, box);
  return isSame(size, facts) && isSame(scaled, facts);
}
