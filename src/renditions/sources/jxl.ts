import sharp from 'sharp';
import type Vips from 'wasm-vips';
import { CannotRender } from '../../ports/renderer.ts';
import { throughProfile } from '../deep-colour.ts';
import { readBounded } from './bytes.ts';
import type { Picture, Wanted } from './picture.ts';

const MAX_BYTES = 128 * 2 ** 20;
/** The decoder takes some 30 bytes a pixel. */
const MAX_PIXELS = 30_000_000;

let library: Promise<NonNullable<typeof Vips>> | undefined;

/** Opens a JPEG XL file; of an animation the first frame. Its profile and its depth travel on in a TIFF. */
export async function openJxl({
  path,
  isAsStored = false,
}: { readonly path: string } & Partial<Wanted>): Promise<Picture> {
  const bytes = await readBounded(path, MAX_BYTES);
  library ??= load();
  const vips = await library;
  try {
    using image = vips.Image.jxlloadBuffer(bytes);
    const { width, height } = image;
    if (width * height > MAX_PIXELS) throw new CannotRender('too_large', `${width} x ${height} pixels`);
    const tiff = Buffer.from(image.tiffsaveBuffer());
    const pixels = sharp(tiff, { limitInputPixels: false });
    return {
      pixels: isAsStored ? pixels : throughProfile(pixels, await pixels.metadata()),
      width,
      height,
      pages: 1,
    };
  } catch (error) {
    // After an abort nothing in it works any more.
    if (error instanceof WebAssembly.RuntimeError) library = undefined;
    if (error instanceof CannotRender) throw error;
    throw new CannotRender('corrupt', 'the JPEG XL decoder refuses the file', { cause: error });
  }
}

/** Loaded with the first such file: it takes memory that most processes never need. */
async function load(): Promise<NonNullable<typeof Vips>> {
  const { default: open } = await import('wasm-vips');
  const vips = await open({ dynamicLibraries: ['vips-jxl.wasm'], print() {}, printErr() {} });
  vips.concurrency(1);
  vips.Cache.max(0);
  return vips;
}
