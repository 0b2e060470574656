import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { after } from 'node:test';
import sharp from 'sharp';
import { type FileProperties, NO_FILE_PROPERTIES } from '../../../core/src/domain/file-properties.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import type { MediaTools } from '../../src/ffmpeg/tools.ts';
import { planRendition, type RenditionRequest } from '../../src/pictures/plan.ts';
import type { DrawableFile, Plan, Rendered } from '../../src/pictures/renderer.ts';
import { SharpRenderer } from '../../src/pictures/renderer-sharp.ts';

/** A file to draw together with all its properties. */
export interface SourceFile extends DrawableFile {
  readonly properties: FileProperties;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ...{ '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png', '.tif': 'image/tiff' },
  ...{ '.tiff': 'image/tiff', '.webp': 'image/webp', '.avif': 'image/avif', '.gif': 'image/gif' },
  ...{ '.svg': 'image/svg+xml', '.heic': 'image/heic', '.heif': 'image/heif', '.bmp': 'image/bmp' },
  ...{ '.ico': 'image/x-icon', '.jp2': 'image/jp2', '.j2k': 'image/j2c', '.jxl': 'image/jxl' },
  ...{ '.psd': 'image/vnd.adobe.photoshop', '.psb': 'image/vnd.adobe.photoshop', '.nef': 'image/x-nikon-nef' },
  ...{ '.dng': 'image/x-adobe-dng', '.orf': 'image/x-olympus-orf', '.rw2': 'image/x-panasonic-rw2' },
  ...{ '.cr3': 'image/x-canon-cr3', '.raf': 'image/x-fujifilm-raf', '.icc': 'application/vnd.iccprofile' },
  ...{ '.glb': 'model/gltf-binary', '.gltf': 'model/gltf+json', '.obj': 'model/obj', '.stl': 'model/stl' },
  ...{ '.ply': 'model/ply', '.pdf': 'application/pdf', '.txt': 'text/plain', '.md': 'text/markdown' },
  ...{ '.csv': 'text/csv', '.fits': 'image/fits' },
};

/** A source described by its name only. */
export function sourceAt(path: string, properties: Partial<FileProperties> = {}): SourceFile {
  const extension = extname(path).toLowerCase();
  return {
    path,
    properties: {
      ...NO_FILE_PROPERTIES,
      category: 1,
      extension: extension.slice(1),
      mediaType: MEDIA_TYPES[extension] ?? 'application/octet-stream',
      ...properties,
    },
  };
}

/** The default sizes of the service. */
export const LIMITS = { thumb: { size: 256, big: 1024 }, preview: { size: 1024, big: 3000 } };

/** A plan with the defaults of a request. */
export function planFor(request: Partial<RenditionRequest> = {}): Plan {
  return planRendition({ kind: 'thumb', big: false, page: 0, ...request }, LIMITS);
}

/** A signal that never aborts. */
export function patiently(): { readonly signal: AbortSignal } {
  return { signal: new AbortController().signal };
}

const openRenderer = (processes = 1, media?: MediaTools) =>
  new SharpRenderer({ processes, seconds: 120, megabytes: 1024, queue: 1000 }, { media });

/** Ends with the process. */
const SHARED = openRenderer();

/** A folder of files, and a renderer of the current suite, or the one that all suites share. */
export function useRenderer(processes = 1, media?: MediaTools) {
  const folder = newFolder();
  const isOwn = processes > 1 || media !== undefined;
  const renderer = isOwn ? openRenderer(processes, media) : SHARED;
  if (isOwn) after(() => renderer[Symbol.asyncDispose]());
  const at = (name: string) => join(folder, name);

  /** Writes a file and draws it. */
  async function draw(
    name: string,
    content: string | Uint8Array,
    properties: Partial<FileProperties> = {},
    request: Partial<RenditionRequest> = {},
  ): Promise<Rendered> {
    writeFileSync(at(name), content);
    return await renderer.render(planFor(request), sourceAt(at(name), properties), patiently());
  }
  return { renderer, folder, at, draw };
}

/** Red, green, blue of a picture scaled to 32 x 32, row by row. */
export async function coarsePixels(bytes: Uint8Array): Promise<Uint8Array> {
  return await sharp(bytes).removeAlpha().toColourspace('srgb').resize(32, 32, { fit: 'fill' }).raw().toBuffer();
}

/** Mean difference of two pictures per channel, 0 to 255. */
export async function distance(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([coarsePixels(one), coarsePixels(other)]);
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

/** Red, green, blue in the middle of a picture. */
export async function middle(bytes: Uint8Array): Promise<readonly number[]> {
  return [...(await coarsePixels(bytes)).subarray((16 * 32 + 16) * 3, (16 * 32 + 16) * 3 + 3)];
}

/** True when no channel of two colours differs by more than `tolerance`. */
export function isNear(one: readonly number[], other: readonly number[], tolerance: number): boolean {
  return one.length === other.length && one.every((value, index) => Math.abs(value - (other[index] ?? 0)) <= tolerance);
}

/** Brightness of a picture on a grid of 16 x 16 fields, row by row, 0 to 255. */
export async function greyGrid(bytes: Uint8Array): Promise<readonly number[]> {
  const grid = sharp(bytes)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(16, 16, { fit: 'fill', kernel: 'cubic' });
  return [...(await grid.raw().toBuffer())];
}

/** Mean difference of two grids, 0 to 255. */
export function gridDistance(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
}
