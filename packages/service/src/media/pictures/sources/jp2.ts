import sharp from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { withPdf } from '../../ffmpeg/pdfium.ts';
import { isBalanced } from '../profile.ts';
import { withoutAlpha } from '../without-alpha.ts';
import { readBounded } from './bytes.ts';
import { jp2InPdf } from './jp2-in-pdf.ts';
import { type Jp2Structure, readJp2Structure } from './jp2-structure.ts';
import type { Picture, Wanted } from './picture.ts';

const MAX_BYTES = 128 * 2 ** 20;
const MAX_PIXELS = 400_000_000;
/** Limit after the halvings that the decoder does itself. */
const MAX_DECODED_PIXELS = 28_000_000;
/** Width in pixels of the control drawing; at smaller sizes the library draws nothing. */
const GLANCE = 32;

/**
 * Opens a JPEG 2000 file, boxed or bare, as the only image of a PDF page, because the PDF library contains a decoder.
 * The page is drawn at a whole fraction of its size, which the decoder can deliver without decoding the rest.
 */
export async function openJp2({ path, ...wanted }: { readonly path: string } & Wanted): Promise<Picture> {
  return await openJp2Bytes(await readBounded(path, MAX_BYTES), wanted);
}

/** Opens a JPEG 2000 file in memory like `openJp2`. */
export async function openJp2Bytes(bytes: Buffer, { box }: Pick<Wanted, 'box'>): Promise<Picture> {
  const structure = readJp2Structure(bytes);
  const { width, height, halvings, profile } = structure;
  if (profile !== undefined && !isBalanced(profile))
    throw new CannotMake('unsupported', 'a colour profile that turns white into a colour');
  const side = Math.max(width, height);
  const factor = 2 ** Math.min(halvings, Math.max(0, Math.floor(Math.log2(side / box))));
  if (width * height > MAX_PIXELS || (width * height) / factor ** 2 > MAX_DECODED_PIXELS)
    throw new CannotMake('too_large', `${width} x ${height} pixels`);

  return await withPdf(jp2InPdf(bytes, structure), async (document) => {
    const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
    // A picture with alpha is blended with white before it is drawn; drawn on white again, it would be too light.
    const transparent = structure.hasAlpha;
    const { data } = await document.getPage(0).render({ ...size, render: 'bitmap', transparent });
    const isUntouched = data.every((value) => value === (transparent ? 0 : 255));
    const pixels = sharp(withoutAlpha(data), { raw: { ...size, channels: 3 }, limitInputPixels: false });
    const isIntact = async () => !isUntouched || (await leavesItsMark(bytes, structure));
    return { pixels, width, height, pages: 1, isIntact };
  });
}

/**
 * Checks that the picture can be decoded, because the decoder doesn't report failures: a readable picture covers the
 * backdrop.
 */
async function leavesItsMark(bytes: Buffer, structure: Jp2Structure): Promise<boolean> {
  return await withPdf(jp2InPdf(bytes, structure, [1, 0, 1]), async (document) => {
    const { data } = await document.getPage(0).render({ width: GLANCE, height: GLANCE, render: 'bitmap' });
    const middle = ((GLANCE * GLANCE) / 2 + GLANCE / 2) * 4;
    return !(data[middle] === 255 && data[middle + 1] === 0 && data[middle + 2] === 255);
  });
}
