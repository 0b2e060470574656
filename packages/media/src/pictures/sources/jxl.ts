import type Vips from 'wasm-vips';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded } from '../../inspect/bytes.ts';
import { blankTiffOf } from '../write-tiff.ts';
import type { Picture, Wanted } from './picture.ts';
import { openWithLibrary } from './raster.ts';

const MAX_BYTES = 128 * 2 ** 20;
/** Bytes of memory that the decoder needs per sample, including its own copy of the pixels. */
const DECODER_BYTES = 5.5;
/** Memory that remains of a render process's 1,024 MB after the libraries and the resulting picture. */
const MAX_NEEDED_BYTES = 760 * 2 ** 20;
/**
 * The decoded picture is first reduced to this many times the box, so that the final scaling still has enough pixels.
 */
const SPARE = 2;

type Library = NonNullable<typeof Vips>;
type DecodedImage = ReturnType<Library['Image']['jxlloadBuffer']>;

let library: Promise<Library> | undefined;

/** Opens a JPEG XL file; of an animation, the first frame. Its profile and bit depth are passed on in a TIFF. */
export async function openJxl({
  path,
  box,
  isAsStored = false,
}: { readonly path: string } & Pick<Wanted, 'box' | 'isAsStored'>): Promise<Picture> {
  const bytes = await readBounded(path, MAX_BYTES);
  const { file, width, height } = await withVips((vips) => {
    // Sequential access avoids a second copy of the decoded picture.
    using image = vips.Image.jxlloadBuffer(bytes, { access: 'sequential' });
    const { width, height, bands } = image;
    const factor = Math.max(1, Math.floor(Math.max(width, height) / (SPARE * box)));
    const numbers = width * height * bands;
    const needed = numbers * DECODER_BYTES + (numbers / factor ** 2) * bytesOf(image) + 2 * bytes.length;
    if (needed > MAX_NEEDED_BYTES) throw new CannotMake('too_large', `${width} x ${height} pixels`);
    using small = image.shrink(factor, factor);
    return { file: pixelsOf(small, vips), width, height };
  });
  const { pixels } = await openWithLibrary(file, { box, isAsStored }, {});
  return { pixels, width, height, pages: 1 };
}

function bytesOf({ format }: Pick<DecodedImage, 'format'>): number {
  return format === 'uchar' ? 1 : format === 'ushort' ? 2 : 4;
}

/** Converts the pixels to a TIFF with their profile. The decoder writes them there without an intermediate copy. */
function pixelsOf(image: DecodedImage, vips: Library): Buffer {
  const { width, height, bands, format } = image;
  // Floating-point samples.
  if (format !== 'uchar' && format !== 'ushort') return Buffer.from(image.tiffsaveBuffer());
  const hasProfile = image.getTypeof('icc-profile-data') !== 0;
  const { file, pixels } = blankTiffOf({
    width,
    height,
    channels: bands,
    bits: format === 'uchar' ? 8 : 16,
    photometric: bands < 3 ? 1 : 2,
    hasAlpha: image.hasAlpha(),
    isPlanar: false,
    profile: hasProfile ? Buffer.from(image.getBlob('icc-profile-data')) : undefined,
  });
  using target = new vips.TargetCustom();
  let at = 0;
  target.onWrite = (chunk) => {
    pixels.set(chunk, at);
    at += chunk.length;
    return chunk.length;
  };
  image.rawsaveTarget(target);
  // The decoder writes little-endian samples; the TIFF needs big-endian ones.
  if (format === 'ushort') Buffer.from(pixels.buffer, pixels.byteOffset, pixels.length).swap16();
  return file;
}

/** Decodes with libvips in WebAssembly, which reads formats that sharp lacks. Rejects with CannotMake. */
export async function withVips<Result>(decode: (vips: Library) => Result): Promise<Result> {
  // Loaded with the first file, because it takes memory that most processes never need.
  library ??= load();
  const vips = await library;
  try {
    return decode(vips);
  } catch (error) {
    // After an abort the WebAssembly instance is unusable, so it is discarded.
    if (error instanceof WebAssembly.RuntimeError) library = undefined;
    if (error instanceof CannotMake) throw error;
    throw new CannotMake('corrupt', 'the decoder refuses the file', { cause: error });
  }
}

async function load(): Promise<Library> {
  const { default: open } = await import('wasm-vips');
  const vips = await open({ dynamicLibraries: ['vips-jxl.wasm'], print() {}, printErr() {} });
  vips.concurrency(1);
  vips.Cache.max(0);
  return vips;
}
