import { open } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { readFrames } from '../ffmpeg/moving.ts';
import { requireTools } from '../ffmpeg/tools.ts';
import { readHeifHead } from '../inspect/heif.ts';
import { bordered, layOutOrRefuse, marked } from './encode.ts';
import type { DrawableFile, Plan, Rendered } from './renderer.ts';

/** A picture whose frames stand one above the other. */
interface Moving extends Size {
  readonly pixels: Sharp;
  /** The first frame alone. */
  first(): Sharp;
  readonly delays?: readonly number[];
  readonly loop?: number;
}

/** Low, because there are many frames. */
const EFFORT = 1;

/**
 * Draws all frames of a moving picture as WebP. Undefined of what doesn't move, or has too many pixels in all frames.
 * Rejects with CannotMake.
 */
export async function drawMoving(
  source: DrawableFile,
  plan: Plan & { readonly maxFramePixels: number },
): Promise<Rendered | undefined> {
  const moving = await openMoving(source, plan.maxFramePixels);
  if (moving === undefined) return undefined;
  const { width, height, first, delays, loop } = moving;
  const layout = layOutOrRefuse(plan, { width, height });
  const { area, scaled, size } = layout;
  const cut = layout.cut === 'striking' ? await strikingPart(first().extract(area), size, scaled) : layout.cut;
  let pixels = moving.pixels.extract(area).resize({ ...scaled, fit: 'fill' });
  if (cut) pixels = pixels.extract(cut);
  if (plan.frame?.fit === 'contain') pixels = pixels.flatten({ background: plan.background });
  pixels = marked(bordered(pixels, layout, plan).toColourspace('srgb'), size, plan);
  const times = { ...(delays ? { delay: [...delays] } : {}), ...(loop === undefined ? {} : { loop }) };
  const bytes = await pixels.webp({ quality: plan.quality, effort: EFFORT, ...times }).toBuffer();
  return { bytes, format: 'webp', ...size, pages: 1, natural: { width, height } };
}

/** The same part of every frame: what is most striking in the first one. */
async function strikingPart(first: Sharp, size: Size, scaled: Size) {
  const { info } = await first
    .resize({ ...size, fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const start = (offset: number | undefined, room: number) => Math.min(Math.max(0, -(offset ?? 0)), room);
  return {
    ...size,
    left: start(info.cropOffsetLeft, scaled.width - size.width),
    top: start(info.cropOffsetTop, scaled.height - size.height),
  };
}

async function openMoving({ path, properties }: DrawableFile, maxPixels: number): Promise<Moving | undefined> {
  switch (properties.mediaType) {
    case 'image/gif':
    case 'image/webp':
      return await openWithLibrary(path, maxPixels);
    case 'image/png':
    case 'image/apng': {
      const frames = await apngFrames(path);
      return frames > 1 ? await openWithTools(path, 'apng', maxPixels) : undefined;
    }
    case 'image/avif':
      return (await hasTrack(path)) ? await openWithTools(path, 'mov', maxPixels) : undefined;
    default:
      return undefined;
  }
}

async function openWithLibrary(path: string, maxPixels: number): Promise<Moving | undefined> {
  const options = { failOn: 'none', limitInputPixels: false } as const;
  const pixels = sharp(path, { ...options, animated: true });
  const { width, height, pages = 1, pageHeight: side = height, orientation = 1 } = await pixels.metadata();
  // The library turns no frames.
  if (pages < 2 || width * side * pages > maxPixels || orientation > 1) return undefined;
  return { pixels, width, height: side, first: () => sharp(path, options) };
}

async function openWithTools(path: string, container: 'apng' | 'mov', maxPixels: number): Promise<Moving | undefined> {
  const tools = requireTools('no_tool', 'moving PNG and AVIF need ffmpeg, which is not there');
  const frames = await readFrames(tools, path, { container, maxPixels });
  if (frames === undefined) return undefined;
  const { width, height, pixels, delays } = frames;
  const raw = { width, height: height * delays.length, channels: 4, pageHeight: height } as const;
  return {
    pixels: sharp(pixels, { raw, animated: true, limitInputPixels: false }),
    ...{ width, height, delays, loop: 0 },
    first: () => sharp(pixels.subarray(0, width * height * 4), { raw: { width, height, channels: 4 } }),
  };
}

const PNG_SIGNATURE_BYTES = 8;
const MAX_CHUNKS = 1000;

/** Number of frames that a PNG has, which stands before its first pixels; 0 if it doesn't move. */
async function apngFrames(path: string): Promise<number> {
  await using file = await open(path);
  let at = PNG_SIGNATURE_BYTES;
  for (let n = 0; n < MAX_CHUNKS; n++) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, at);
    const type = buffer.toString('latin1', 4, 8);
    if (bytesRead < 12 || type === 'IDAT') return 0;
    if (type === 'acTL') return buffer.readUInt32BE(8);
    at += buffer.readUInt32BE(0) + 12;
  }
  return 0;
}

async function hasTrack(path: string): Promise<boolean> {
  await using file = await open(path);
  return (await readHeifHead(file)).moov !== undefined;
}
