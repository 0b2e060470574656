/** Decides by the properties of a file how it is converted: size, crop, quality, resolution and metadata. */
import { FILE_CATEGORIES, type FileProperties } from '../../../core/src/domain/file-properties.ts';
import { type Box, fitInto, type Geometry, isSame, type Size } from '../../../core/src/domain/geometry.ts';
import type { Conversion } from '../../../core/src/domain/model.ts';
import { derivedKey, sorted } from '../derived/derived-files.ts';
import type { KeyedSource } from '../pictures/key.ts';
import { maxPixels } from '../pictures/most-pixels.ts';
import { ALL_MEANS, isPlaceholder } from '../pictures/preview-size.ts';
import type { Plan } from '../pictures/renderer.ts';

/** What a picture can be converted to: formats, named by their extensions, and the tiles of a viewer. */
export type PictureTarget = Exclude<Conversion['to'], 'mp4'> | 'tiles';

/** Everything about a converted file that can be decided before its source is opened. Plain data. */
export type ConversionPlan = PicturePlan | FilmPlan | DocumentPlan;

export interface PicturePlan {
  readonly kind: 'picture';
  readonly to: PictureTarget;
  /** Zero-based page of a multi-page TIFF; default the first. */
  readonly page?: number;
  /** Number of pages that all become pages of a PDF; absent if there is one. */
  readonly pages?: number;
  /**
   * Size of the upright picture in pixels, from the source's properties; absent if only opening the source can tell.
   */
  readonly picture?: Size;
  readonly crop?: Geometry;
  /** Box to fit the picture into; absent keeps its size. */
  readonly box?: Box;
  /** 1 to 100; ignored by lossless formats. */
  readonly quality: number;
  /** Dots per inch to write into the file; absent keeps the source's. */
  readonly dpi?: number;
  /** Dots per inch at which pages, which have no pixels, are drawn. */
  readonly pageDpi: number;
  readonly color: 'srgb' | 'cmyk' | 'keep' | 'unprofiled';
  readonly keepsMetadata: boolean;
  /** XMP with the marks of rights of a file that keeps no other metadata. */
  readonly marks?: string;
  /** The picture of the same file that this one is made of, in place of the file. */
  readonly from?: RenditionSource;
  /** True if the original needs no conversion, provided that it doesn't begin with a small copy of the picture. */
  readonly mayStay?: boolean;
}

/** A rendition: how it is drawn, of what, and which bytes it has had. */
export interface RenditionSource {
  readonly plan: Plan;
  readonly source: KeyedSource;
  readonly etag: string;
}

export interface FilmPlan {
  readonly kind: 'film';
  readonly box?: Box;
  /** 1 to 100. If absent, a suitable stream is copied and any other is encoded in good quality. */
  readonly quality?: number;
  readonly keepsMetadata: boolean;
  /** As of pictures. */
  readonly marks?: string;
  /** True if the original needs no conversion, provided that every program plays its streams. */
  readonly mayStay?: boolean;
}

interface DocumentPlan {
  readonly kind: 'document';
  /** True for a PDF, which needs no conversion unless it is behind other bytes. */
  readonly mayStay?: boolean;
}

export function planDocument({ mediaType }: FileProperties): DocumentPlan {
  return { kind: 'document', ...(mediaType === TYPES.pdf ? { mayStay: true } : {}) };
}

/** Choices of the caller in addition to the format. */
export interface Chosen {
  /** Box in pixels that the picture must fit inside; overrides the size of the format. */
  readonly size?: { readonly width?: number; readonly height?: number };
  /** True if the size was given as a length on paper. */
  readonly isPaper?: boolean;
  readonly crop?: Geometry;
}

/** Density if the format specifies none (interface decisions 7). */
export const DEFAULT_DPI = 300;
/** Default qualities, free of visible artefacts because the pictures may be edited further. */
const QUALITY: Readonly<Record<Exclude<PictureTarget, 'tiles'>, number>> = {
  jpg: 90,
  pdf: 90,
  webp: 82,
  avif: 60,
  png: 100,
  tif: 100,
};
/** Quality of tiles, as of previews: they are only looked at. */
const TILE_QUALITY = 82;
/** Enlarging beyond this many pixels a side is refused (interface decisions 7). */
export const MAX_PIXELS_A_SIDE = 10_000;
/** A picture with more pages doesn't become a PDF. */
export const MAX_PDF_PAGES = 1000;
/** Formats that store their density outside EXIF. */
const HAS_DENSITY: ReadonlySet<PictureTarget> = new Set<PictureTarget>(['jpg', 'tif', 'pdf']);
/** Densities outside this range are not real measurements and are ignored. */
const SENSIBLE_DPI = { least: 10, most: 10_000 };
/** Formats of pages or models. Their width and height, if any, are not pixels. */
const DRAWN =
  /^(?:application\/(?:pdf|postscript|eps|vnd\.adobe\.illustrator|x-indesign|epub\+zip)|model\/.*|text\/.*|image\/x-.*)$/;
/**
 * Exceptions from `DRAWN`: these `image/x-…` types state their size in pixels. All others are raw camera files, which
 * are drawn from a preview whose size is only known once it is opened.
 */
const NOT_RAW = /^image\/x-(?:icon|cursor|j2c)$/;
/** Its size is stated in pixels, but it has none. */
const SVG = 'image/svg+xml';

export function planPicture(
  conversion: Conversion & { readonly to: Exclude<PictureTarget, 'tiles'> },
  properties: FileProperties,
  chosen: Chosen,
): PicturePlan {
  const { to } = conversion;
  const { size, isPaper = false, crop } = chosen;
  const box = boxOf(conversion, size);
  const keepsMetadata = conversion.metadata !== 'strip';
  const isTold = keepsMetadata || HAS_DENSITY.has(to);
  const dpi = conversion.dpi ?? (isPaper ? DEFAULT_DPI : isTold ? sensible(properties.dpi) : undefined);
  const picture = sizeInPixels(properties);
  return {
    kind: 'picture',
    to,
    ...(picture ? { picture } : {}),
    // A crop is measured on the first page alone.
    ...(to === 'pdf' && properties.pages > 1 && !crop ? { pages: properties.pages } : {}),
    ...(crop ? { crop } : {}),
    ...(box ? { box } : {}),
    quality: conversion.quality ?? QUALITY[to],
    ...(dpi === undefined ? {} : { dpi }),
    pageDpi: conversion.dpi ?? DEFAULT_DPI,
    // Stripping the metadata removes the profile too, and a picture without a profile is shown as sRGB.
    color: conversion.color ?? (keepsMetadata ? 'keep' : 'unprofiled'),
    keepsMetadata,
    ...(mayBeginWithCopy(conversion, properties) && isAsWanted(conversion, properties, chosen)
      ? { mayStay: true }
      : {}),
  };
}

/** Plans the tiles of a picture. Undefined for files that aren't drawn or drawn at any size, or whose size is not known. */
export function planTiles(properties: FileProperties): (PicturePlan & { readonly picture: Size }) | undefined {
  const picture = properties.mediaType === SVG ? undefined : sizeInPixels(properties);
  if (!picture || properties.category !== FILE_CATEGORIES.image) return undefined;
  const isTooLarge = picture.width * picture.height > maxPixels(properties.mediaType);
  if (isTooLarge || isPlaceholder({ file: { sha256: '', size: 0, crc32: 0 }, properties }, ALL_MEANS)) return undefined;
  return tilesOf(picture);
}

/** Plans the tiles of a picture of this size. */
export function tilesOf(picture: Size): PicturePlan & { readonly picture: Size } {
  return {
    kind: 'picture',
    to: 'tiles',
    picture,
    quality: TILE_QUALITY,
    pageDpi: DEFAULT_DPI,
    color: 'srgb',
    keepsMetadata: false,
  };
}

/** Returns the size of the upright picture in pixels; undefined if only opening the file can tell. */
export function sizeInPixels({ width, height, mediaType }: FileProperties): Size | undefined {
  const isKnown = width > 0 && height > 0 && (!DRAWN.test(mediaType) || NOT_RAW.test(mediaType));
  return isKnown ? { width, height } : undefined;
}

export function planFilm(conversion: Conversion, properties: FileProperties, chosen: Chosen): FilmPlan {
  const { quality, metadata } = conversion;
  const box = boxOf(conversion, chosen.size);
  return {
    kind: 'film',
    ...(isAsWanted(conversion, properties, chosen) ? { mayStay: true } : {}),
    ...(box ? { box } : {}),
    ...(quality === undefined ? {} : { quality }),
    keepsMetadata: metadata !== 'strip',
  };
}

/** Returns the requested size as a box with fit `inside`, or else the box of the format. */
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

/**
 * True if the original already meets the request. It is then delivered unchanged, because every new encoding loses
 * quality. Of a film, a PDF or a TIFF with one picture, only its content can tell (`mayStay` of their plans).
 */
export function isOriginalEnough(conversion: Conversion, properties: FileProperties, chosen: Chosen): boolean {
  if (conversion.to === 'mp4' || conversion.to === 'pdf' || mayBeginWithCopy(conversion, properties)) return false;
  return isAsWanted(conversion, properties, chosen);
}

/** A TIFF with several pages stays as it is all the same, because a conversion has the first alone. */
function mayBeginWithCopy({ to }: Conversion, { pages }: FileProperties): boolean {
  return to === 'tif' && pages === 1;
}

/** True if the original has the type, the size and all else that is requested. */
function isAsWanted(conversion: Conversion, properties: FileProperties, chosen: Chosen): boolean {
  const { to, quality, dpi, color = 'keep', metadata = 'keep' } = conversion;
  if (properties.mediaType !== TYPES[to] || quality !== undefined || color !== 'keep' || metadata !== 'keep')
    return false;
  if ((dpi !== undefined && dpi !== properties.dpi) || chosen.crop) return false;
  const box = boxOf(conversion, chosen.size);
  if (!box) return true;
  if (!(properties.width > 0 && properties.height > 0)) return false;
  const { size, scaled } = fitInto(properties, box);
  return isSame(size, properties) && isSame(scaled, properties);
}

/**
 * Hashes everything that determines the bytes of a converted file: 32 hexadecimal digits. `converter` must change
 * whenever files have to be converted again.
 */
export function conversionKey({ sha256, properties }: KeyedSource, plan: ConversionPlan, converter: string): string {
  const { mediaType, width, height, pages } = properties;
  return derivedKey([converter, sha256, mediaType, width, height, pages, sorted(plan)]);
}
