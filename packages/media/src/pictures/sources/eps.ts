import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { isPdf } from '../../inspect/signatures.ts';
import { blankTiffOf } from '../write-tiff.ts';
import { largestEmbedded } from './indesign.ts';
import { openPdf } from './pdf.ts';
import type { OpenSource, Picture } from './picture.ts';
import { openRasterBytes } from './raster.ts';

const DOS_MAGIC = 0xc6d3d0c5;
const MAX_PREVIEW_BYTES = 64 * 2 ** 20;
/** Limit for reading the text; a preview in it is near its beginning. */
const MAX_TEXT_BYTES = 16 * 2 ** 20;

/** Opens PostScript by its embedded preview, because running its program would require an interpreter. */
export const openPostScript: OpenSource = async (source) => {
  const { path, page } = source;
  const { tiff, text, isCut } = await readPreviews(path);
  // Illustrator's own files are PDF under another name.
  if (isPdf(text, 'ai')) return await openPdf(source);
  const pages = Math.max(1, Number(/^%%Pages:\s*(\d{1,9})\b/m.exec(text)?.[1] ?? 1));
  if (page >= pages) throw new CannotMake('no_such_page', `page ${page} of ${pages}`);
  if (page > 0) throw new CannotMake('unsupported', 'a page of PostScript that has no preview');
  const picture =
    (await openTiffPreview(tiff, source.box)) ?? openTextPreview(text) ?? (await largestEmbedded(path, 0, source.box));
  if (picture === undefined) throw new CannotMake(isCut ? 'corrupt' : 'unsupported', 'PostScript without a preview');
  return { ...picture, pages };
};

interface Previews {
  readonly tiff: Buffer | undefined;
  readonly text: string;
  /** True if the file ends before its preview does. */
  readonly isCut: boolean;
}

/** Reads the TIFF that the DOS header refers to, if any, and the beginning of the program text. */
async function readPreviews(path: string): Promise<Previews> {
  await using file = await open(path);
  const { size } = await file.stat();
  const read = async (at: number, length: number) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
    return bytes.subarray(0, bytesRead);
  };
  const head = await read(0, 32);
  if (head.length < 32 || head.readUInt32LE(0) !== DOS_MAGIC) {
    const text = (await read(0, MAX_TEXT_BYTES)).toString('latin1');
    const begin = Math.max(text.indexOf('%%BeginPreview'), text.indexOf('<?xpacket begin'));
    return { tiff: undefined, text, isCut: begin >= 0 && !/%%EndPreview|<\?xpacket end/.test(text.slice(begin)) };
  }
  const [start, , , , tiffAt, tiffLength] = [4, 8, 12, 16, 20, 24].map((at) => head.readUInt32LE(at)) as number[];
  const isThere = tiffLength !== undefined && tiffLength > 0 && tiffLength <= MAX_PREVIEW_BYTES;
  const tiff = isThere ? await read(tiffAt ?? 0, tiffLength) : undefined;
  return {
    tiff,
    isCut: isThere && (tiff?.length ?? 0) < tiffLength,
    text: (await read(start ?? 0, MAX_TEXT_BYTES)).toString('latin1'),
  };
}

async function openTiffPreview(bytes: Buffer | undefined, box: number): Promise<Picture | undefined> {
  return bytes && (await openRasterBytes(bytes, box).catch(() => undefined));
}

/** Opens a preview written as hexadecimal digits after percent signs. Its samples are amounts of ink, so 0 is white. */
function openTextPreview(text: string): Picture | undefined {
  // Matches only the header: a pattern that includes the end would search for that end again from each header.
  const found = /^%%BeginPreview:\s*(\d{1,5})\s+(\d{1,5})\s+([1248])\s+\d+[^\r\n]*/m.exec(text);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const end = text.indexOf('%%EndPreview', start);
  if (end < 0) return undefined;
  const [width = 0, height = 0, depth = 8] = found.slice(1, 4).map(Number);
  const bytes = Buffer.from(text.slice(start, end).replaceAll(/[^0-9a-f]/gi, ''), 'hex');
  const rowBytes = Math.ceil((width * depth) / 8);
  if (width * height === 0 || bytes.length < rowBytes * height) return undefined;
  const bits = depth as 1 | 2 | 4 | 8; // by the pattern
  const tiff = blankTiffOf({ width, height, channels: 1, bits, photometric: 0, hasAlpha: false, isPlanar: false });
  tiff.pixels.set(bytes.subarray(0, rowBytes * height));
  return { pixels: sharp(tiff.file), width, height, pages: 1 };
}
