import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { CannotRender } from '../../ports/renderer.ts';
import type { Picture } from './picture.ts';

/** Read row by row, so memory doesn't grow with the height; the deadline of the job bounds the rest. */
const MAX_STREAMED_PIXELS = 1_000_000_000;
/** Decoded whole before the first row can be had. */
const MAX_WHOLE_PIXELS = 2 ** 28;
const STREAMED_FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'tiff']);

/** Opens one of the formats that the image library decodes itself: JPEG, PNG, WebP, AVIF, the first frame of GIF. */
export function openRaster({ path }: { readonly path: string }): Promise<Picture> {
  return open(path, {});
}

/** Opens one page of a TIFF. */
export async function openTiff({ path, page }: { readonly path: string; readonly page: number }): Promise<Picture> {
  if (page === 0) return await open(path, {});
  const { pages } = await open(path, {});
  if (page >= pages) throw new CannotRender('no_such_page', `page ${page} of ${pages}`);
  return await open(path, { page });
}

async function open(path: string, options: SharpOptions): Promise<Picture> {
  const pixels = sharp(path, { ...options, failOn: 'none', limitInputPixels: false });
  const metadata = await pixels.metadata();
  const { width, height } = metadata.autoOrient;
  if (width * height > mostPixels(metadata)) throw new CannotRender('too_large', `${width} x ${height} pixels`);
  // Frames of an animation are no pages.
  const pages = metadata.format === 'tiff' ? (metadata.pages ?? 1) : 1;
  return { pixels, width, height, pages };
}

function mostPixels({ format, isProgressive, orientation = 1 }: Metadata): number {
  // A turned picture is read by columns or from its end.
  const isStreamed = STREAMED_FORMATS.has(format) && isProgressive !== true && orientation <= 2;
  return isStreamed ? MAX_STREAMED_PIXELS : MAX_WHOLE_PIXELS;
}
