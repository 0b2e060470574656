import { createRequire } from 'node:module';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Area, Size } from '../../../../core/src/domain/geometry.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { boxesIn } from '../../inspect/boxes.ts';
import { readBounded } from '../../inspect/bytes.ts';
import { needsMapping, readCicp } from '../../inspect/colours/cicp.ts';
import { contentOf, heifCut, heifSize, primaryPicture, propertiesOf } from '../../inspect/heif.ts';
import { referencesIn } from '../../inspect/heif-items.ts';
import { MAX_HEIF_PIXELS } from '../most-pixels.ts';
import { withoutAlpha } from '../without-alpha.ts';
import { blankTiffOf } from '../write-tiff.ts';
import { openAvif } from './avif.ts';
import { cicpToSrgb } from './cicp-to-srgb.ts';
import { decodeTiles } from './heic-tiles.ts';
import { heifStill } from './heif-still.ts';
import type { Picture, Wanted } from './picture.ts';
import { adobeProfileOf } from './stated-colours.ts';

/** Aspect ratios that differ by less than this differ only by rounding. */
const SAME_SHAPE = 0.01;
/** Of smaller pictures, starting ffmpeg takes longer than decoding them. */
const LARGE_PIXELS = 2_000_000;
/** Limited because decoding holds the file in memory twice. */
const MAX_BYTES = 128 * 2 ** 20;

/**
 * Opens a HEIF container. The image library can't decode HEVC, so libheif does. It returns upright pixels without the
 * colour profile, so the pixels are passed on as a TIFF with the profile.
 */
export async function openHeif({
  path,
  ...wanted
}: { readonly path: string } & Omit<Wanted, 'page'>): Promise<Picture> {
  const input = await heifStill(path);
  const metadata = await sharp(input, { limitInputPixels: false }).metadata();
  const { compression, width, height, hasAlpha } = metadata;
  if (compression === 'av1') return await openAvif({ path, ...wanted });
  if (compression !== 'hevc') throw new CannotMake('unsupported', `HEIF coded as ${compression ?? 'something else'}`);
  if (width * height > MAX_HEIF_PIXELS) throw new CannotMake('too_large', `${width} x ${height} pixels`);
  const cicp = await readCicp(input);
  const icc = metadata.icc ?? (await adobeProfileOf(metadata, cicp));
  const bytes = typeof input === 'string' ? await readBounded(input, MAX_BYTES) : input;
  if (!needsMapping(cicp, icc !== undefined)) return await decode(bytes, { icc, hasAlpha }, wanted);
  // Decodes as stored, so that no thumbnail is used: it may be made for other screens.
  const picture = await decode(bytes, { icc, hasAlpha }, { ...wanted, isAsStored: true });
  // Converts HDR too, because the decoder returns eight bits, too few to keep it.
  return { ...picture, pixels: await cicpToSrgb(picture.pixels, cicp, wanted.box) };
}

async function decode(
  bytes: Buffer,
  stored: Stored,
  { box, isAsStored = false }: Omit<Wanted, 'page'>,
): Promise<Picture> {
  const meta = contentOf(bytes, 'meta');
  const primary = meta && primaryPicture(meta);
  const properties = meta && primary !== undefined ? propertiesOf(meta, primary) : [];
  const size = heifSize(properties);
  // Prefers a thumbnail: decoding a whole photograph takes a second, its thumbnail a twentieth of that.
  const small =
    isAsStored || meta === undefined || primary === undefined || size === undefined
      ? []
      : thumbnailsOf(meta, primary).filter((id) => standsFor(heifSize(propertiesOf(meta, id)), size, box));
  const isLarge = size !== undefined && size.width * size.height > LARGE_PIXELS;
  if (small.length === 0 && meta && primary !== undefined && isLarge && !stored.hasAlpha) {
    const pixels = await decodeTiles(bytes, meta, primary, stored.icc);
    if (pixels) return { pixels, ...size, pages: 1 };
  }
  // Cuts the picture here, because the decoder refuses one of which it would cut off much.
  const cut = heifCut(properties);
  const library = libheif();
  const decoder = new library.HeifDecoder();
  const images = decoder.decode(cut && meta ? withoutCuts(bytes, meta) : bytes);
  const opened: HeifImage[] = [...images];
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
    if (image === undefined) throw new CannotMake('corrupt', 'an HEIF file without a picture');
    const { width, height } = cut ?? { width: image.get_width(), height: image.get_height() };
    for (const id of image.is_primary() ? small : []) {
      const handle = library.heif_js_context_get_image_handle(decoder.decoder, id);
      if (!handle || handle.code) continue;
      const thumbnail = new library.HeifImage(handle);
      opened.push(thumbnail);
      const pixels = await pixelsOf(thumbnail, stored);
      if (pixels) return { pixels, width, height, pages: 1 };
    }
    const pixels = await pixelsOf(image, stored, cut);
    if (!pixels) throw new CannotMake('corrupt', 'the HEVC picture does not decode');
    return { pixels, width, height, pages: 1 };
  } finally {
    for (const each of opened) each.free();
  }
}

/** What the image library reports about the file without decoding it. */
type Stored = Pick<Metadata, 'icc' | 'hasAlpha'>;

/** Returns true for a thumbnail of the same aspect ratio whose longer side is at least the box. */
function standsFor(small: Size | undefined, { width, height }: Size, box: number): boolean {
  if (small === undefined) return false;
  const isSameShape = Math.abs((small.width / small.height) * (height / width) - 1) < SAME_SHAPE;
  return isSameShape && Math.max(small.width, small.height) >= box;
}

/**
 * Decodes an image; undefined if that fails. The decoder adds an alpha channel to every picture; it is meaningless in
 * an opaque one.
 */
async function pixelsOf(image: HeifImage, { icc, hasAlpha }: Stored, cut?: Area): Promise<Sharp | undefined> {
  const whole = { width: image.get_width(), height: image.get_height() };
  const { left, top, width, height } = cut ?? { left: 0, top: 0, ...whole };
  if (left + width > whole.width || top + height > whole.height) return undefined;
  const tiff = blankTiffOf({
    ...{ width, height, channels: hasAlpha ? 4 : 3, hasAlpha, bits: 8, photometric: 2, isPlanar: false, profile: icc },
    roomBytes: width * height * 4,
  });
  const data = cut ? new Uint8ClampedArray(whole.width * whole.height * 4) : tiff.pixels;
  const isDecoded = await new Promise<boolean>((resolve) => {
    image.display({ data, ...whole }, (result) => resolve(result !== null));
  });
  if (!isDecoded) return undefined;
  for (let row = 0; cut && row < height; row++) {
    const from = ((top + row) * whole.width + left) * 4;
    tiff.pixels.set(data.subarray(from, from + width * 4), row * width * 4);
  }
  if (!hasAlpha) withoutAlpha(tiff.pixels);
  return sharp(tiff.file, { limitInputPixels: false });
}

/** Returns a copy of a file with the cuts of all its pictures taken out. */
function withoutCuts(bytes: Buffer, meta: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const all = contentOf(meta, 'iprp', VERSION_BYTES);
  const stored = all && contentOf(all, 'ipco');
  for (const { type, at } of stored ? boxesIn(stored) : [])
    if (type === 'clap' && stored) copy.write('free', stored.byteOffset - bytes.byteOffset + at + 4, 'latin1');
  return copy;
}

interface LibHeif {
  readonly HeifDecoder: new () => { readonly decoder: HeifContext; decode(bytes: Uint8Array): HeifImage[] };
  readonly HeifImage: new (handle: HeifHandle) => HeifImage;
  /** Returns any picture of the file by its ID, even one that isn't shown by itself. An error has a `code`. */
  heif_js_context_get_image_handle(context: HeifContext, id: number): (HeifHandle & { readonly code?: unknown }) | null;
}

type HeifContext = object;
type HeifHandle = object;

interface HeifImage {
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  /** Fills `data` with RGBA, with the container's transformations applied. Calls back with null on failure. */
  display(target: HeifPixels, done: (result: HeifPixels | null) => void): void;
  free(): void;
}

interface HeifPixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

let loaded: LibHeif | undefined;

/** Loads libheif with the first HEIC file, because it takes memory that most workers never need. */
function libheif(): LibHeif {
  // The package has no types for this entry point.
  loaded ??= createRequire(import.meta.url)('libheif-js/wasm-bundle') as LibHeif;
  return loaded;
}

/**
 * Returns the IDs of the thumbnails of one picture of a HEIF file, from the `thmb` references in its `iref` box
 * (ISO/IEC 23008-12). Leaves out those that are not cut, turned and mirrored like the picture. Empty if the file is
 * damaged.
 */
export function thumbnailsOf(meta: Buffer, picture: number): readonly number[] {
  const changes = changesOf(meta, picture);
  // The area of a cut is in pixels of each picture.
  if (changes.includes('clap')) return [];
  return referencesIn(meta)
    .filter(({ type, to }) => type === 'thmb' && to.includes(picture))
    .map(({ from }) => from)
    .filter((thumbnail) => changesOf(meta, thumbnail) === changes);
}

const VERSION_BYTES = 4;

/** Describes how a picture is cut, turned and mirrored. */
function changesOf(meta: Buffer, picture: number): string {
  return propertiesOf(meta, picture)
    .filter(({ type }) => /^(?:clap|irot|imir)$/.test(type))
    .map(({ type, content }) => `${type} ${content.toString('hex')}`)
    .join();
}
