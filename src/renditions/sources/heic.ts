import { createRequire } from 'node:module';
import sharp from 'sharp';
import { CannotRender } from '../../ports/renderer.ts';
import { blankTiff } from '../tiff.ts';
import { openAvif } from './avif.ts';
import { readBounded } from './bytes.ts';
import { readCicp } from './cicp.ts';
import { needsMapping, toSrgb } from './cicp-to-srgb.ts';
import type { Picture, Wanted } from './picture.ts';

/** The decoder holds the picture several times over. */
const MAX_PIXELS = 100_000_000;
/** The file is held twice while it is decoded. */
const MAX_BYTES = 128 * 2 ** 20;

/**
 * Opens an HEIF container. Pictures coded as HEVC go through a decoder of their own, since the image library has none;
 * it hands out upright pixels but knows nothing of colour profiles, so they travel on in a TIFF with the profile.
 */
export async function openHeif({
  path,
  ...wanted
}: { readonly path: string } & Omit<Wanted, 'page'>): Promise<Picture> {
  const { compression, width, height, icc } = await sharp(path, { limitInputPixels: false }).metadata();
  if (compression === 'av1') return await openAvif({ path, ...wanted });
  if (compression !== 'hevc') throw new CannotRender('unsupported', `HEIF coded as ${compression ?? 'something else'}`);
  if (width * height > MAX_PIXELS) throw new CannotRender('too_large', `${width} x ${height} pixels`);
  const picture = await decode(await readBounded(path, MAX_BYTES), icc);
  const cicp = await readCicp(path);
  // The decoder gives eight bits, too few to keep HDR.
  if (!needsMapping(cicp, icc !== undefined)) return picture;
  return { ...picture, pixels: await toSrgb(picture.pixels, cicp, wanted.box) };
}

async function decode(bytes: Buffer, profile: Buffer | undefined): Promise<Picture> {
  const images = new (libheif().HeifDecoder)().decode(bytes);
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
    if (image === undefined) throw new CannotRender('corrupt', 'an HEIF file without a picture');
    const width = image.get_width();
    const height = image.get_height();
    const tiff = blankTiff({ width, height, profile });
    const isDecoded = await new Promise<boolean>((resolve) => {
      image.display({ data: tiff.pixels, width, height }, (result) => resolve(result !== null));
    });
    if (!isDecoded) throw new CannotRender('corrupt', 'the HEVC picture does not decode');
    return { pixels: sharp(tiff.file, { limitInputPixels: false }), width, height, pages: 1 };
  } finally {
    for (const image of images) image.free();
  }
}

interface LibHeif {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

interface HeifImage {
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  /** Fills `data` with RGBA, transformations of the container applied; calls back with null when it can't. */
  display(target: HeifPixels, done: (result: HeifPixels | null) => void): void;
  free(): void;
}

interface HeifPixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

let loaded: LibHeif | undefined;

/** Loaded with the first HEIC file: it takes memory that most workers never need. */
function libheif(): LibHeif {
  // The package has no types for this entry.
  loaded ??= createRequire(import.meta.url)('libheif-js/wasm-bundle') as LibHeif;
  return loaded;
}
