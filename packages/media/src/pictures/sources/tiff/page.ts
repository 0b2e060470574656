/** Reads what the directory of a TIFF says of a page. */
import { isAdobeRgb } from '../../../inspect/colours/exif-colours.ts';
import { ADOBE_RGB, iccProfile } from '../../../inspect/colours/icc-profile.ts';
import type { TiffDirectory, TiffPicture } from '../../../inspect/tiff-directories.ts';

const TAGS = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planar: 284,
  predictor: 317,
  colours: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  extra: 338,
  format: 339,
  jpegFrom: 513,
  jpegQuantisation: 519,
  jpegDc: 520,
  jpegAc: 521,
  subsampling: 530,
  profile: 34675,
  noData: 42113,
} as const;

/** Values of the TIFF tag PhotometricInterpretation. */
export const PHOTOMETRIC = { white: 0, black: 1, rgb: 2, palette: 3, cmyk: 5, ycbcr: 6, lab: 8 } as const;
/** Values of the TIFF tag Compression that this code handles itself. */
export const COMPRESSION = {
  none: 1,
  lzw: 5,
  oldJpeg: 6,
  deflate: 8,
  packBits: 32773,
  lzma: 34925,
  zstd: 50000,
} as const;
/** Values of the TIFF tag SampleFormat. */
export const FORMAT = { unsigned: 1, signed: 2, float: 3 } as const;

/** A page of a TIFF as described by its directory; untrusted. */
export interface TiffPage {
  readonly isLittle: boolean;
  readonly width: number;
  readonly height: number;
  /** Bits per sample; 0 if the channels differ. */
  readonly bits: number;
  readonly samples: number;
  readonly format: number;
  readonly photometric: number;
  readonly compression: number;
  readonly predictor: number;
  readonly isPlanar: boolean;
  readonly isLowBitFirst: boolean;
  readonly orientation: number;
  /** Meaning of the samples beyond the colours: 1 premultiplied alpha, 2 alpha. */
  readonly extra: readonly number[];
  readonly isTiled: boolean;
  /** Size of a tile or strip in pixels. */
  readonly block: { readonly width: number; readonly height: number };
  readonly offsets: readonly number[];
  readonly lengths: readonly number[];
  /** Palette: all reds, all greens, all blues, 16 bits each. */
  readonly colours: readonly number[];
  readonly profile: Buffer | undefined;
  /** True if the profile is not in the file, because EXIF says that the colours are Adobe RGB. */
  readonly isProfileStated: boolean;
  /** Value that marks missing measurements (GDAL_NODATA); NaN if there is none. */
  readonly noData: number;
  /** Fields of old-style JPEG (TIFF 6). */
  readonly jpeg: {
    readonly from: number | undefined;
    readonly quantisation: readonly number[];
    readonly dc: readonly number[];
    readonly ac: readonly number[];
    readonly subsampling: readonly [number, number];
  };
}

/**
 * Describes a page by its directory. A part of another directory (SubIFD) has that directory's orientation and profile
 * if it has none of its own.
 */
export async function readTiffPage({ directory, parent }: TiffPicture): Promise<TiffPage> {
  const all = (name: keyof typeof TAGS) => directory.numbers(TAGS[name]);
  const one = async (name: keyof typeof TAGS, otherwise: number) => (await all(name))[0] ?? otherwise;
  const bits = await all('bits');
  const [width, height] = [await one('width', 0), await one('height', 0)];
  const tileWidth = await one('tileWidth', 0);
  const tileOffsets = await all('tileOffsets');
  const isTiled = tileOffsets.length > 0 || tileWidth > 0;
  const samples = await one('samples', Math.max(1, bits.length));
  const own = await directory.bytes(TAGS.profile);
  const stored = own.length === 0 && parent ? await parent.bytes(TAGS.profile) : own;
  const photometric = await one('photometric', -1);
  const profile = stored.length > 128 ? stored : await statedProfile(photometric, [directory, parent]);
  const [inherited = 1] = (await parent?.numbers(TAGS.orientation)) ?? [];
  const [across = 2, down = 2] = await all('subsampling');
  return {
    isLittle: directory.isLittle,
    width,
    height,
    bits: bits.length === 0 ? 1 : bits.every((each) => each === bits[0]) ? (bits[0] ?? 0) : 0,
    samples,
    format: await one('format', FORMAT.unsigned),
    photometric,
    compression: await one('compression', COMPRESSION.none),
    predictor: await one('predictor', 1),
    isPlanar: (await one('planar', 1)) === 2,
    isLowBitFirst: (await one('fillOrder', 1)) === 2,
    orientation: await one('orientation', inherited),
    extra: await all('extra'),
    isTiled,
    block: isTiled
      ? { width: tileWidth, height: await one('tileHeight', height) }
      : { width, height: Math.min(height, await one('rowsPerStrip', height)) },
    offsets: tileOffsets.length > 0 ? tileOffsets : await all('stripOffsets'),
    lengths: isTiled && tileOffsets.length > 0 ? await all('tileBytes') : await all('stripBytes'),
    colours: await all('colours'),
    profile,
    isProfileStated: profile !== undefined && profile !== stored,
    noData: Number.parseFloat((await directory.bytes(TAGS.noData)).toString('latin1')),
    jpeg: {
      from: (await all('jpegFrom'))[0],
      quantisation: await all('jpegQuantisation'),
      dc: await all('jpegDc'),
      ac: await all('jpegAc'),
      subsampling: [across, down],
    },
  };
}

const GREY: ReadonlySet<number> = new Set([PHOTOMETRIC.white, PHOTOMETRIC.black]);
const COLOURED: ReadonlySet<number> = new Set([PHOTOMETRIC.rgb, PHOTOMETRIC.palette, PHOTOMETRIC.ycbcr]);

/** Returns the profile of colours that EXIF alone states. */
async function statedProfile(
  photometric: number,
  directories: readonly (TiffDirectory | undefined)[],
): Promise<Buffer | undefined> {
  if (!GREY.has(photometric) && !COLOURED.has(photometric)) return undefined;
  for (const directory of directories)
    if (await isAdobeRgb(directory)) return iccProfile(GREY.has(photometric) ? { curve: ADOBE_RGB.curve } : ADOBE_RGB);
  return undefined;
}
