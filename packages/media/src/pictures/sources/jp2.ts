import sharp from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { withPdf } from '../../ffmpeg/pdfium.ts';
import { readBounded } from '../../inspect/bytes.ts';
import { MAX_HALVED_JP2_PIXELS, MAX_JP2_PIXELS } from '../most-pixels.ts';
import { withoutAlpha } from '../without-alpha.ts';
import { pdfOfImage, pdfStream, profileChannels } from '../write-pdf.ts';
import { JP2_SPACES, type Jp2Structure, readJp2Structure } from './jp2-structure.ts';
import type { Picture, Wanted } from './picture.ts';

const MAX_BYTES = 128 * 2 ** 20;
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
export async function openJp2Bytes(bytes: Buffer, { box, isSound }: Pick<Wanted, 'box' | 'isSound'>): Promise<Picture> {
  const structure = readJp2Structure(bytes);
  // The decoder returns what it has of a truncated picture, and white for the rest.
  if (isSound && !structure.isWhole) throw new CannotMake('corrupt', 'the JPEG 2000 picture is truncated');
  const { width, height, halvings, profile } = structure;
  if (profile !== undefined && !isBalanced(profile))
    throw new CannotMake('unsupported', 'a colour profile that turns white into a colour');
  const side = Math.max(width, height);
  const factor = 2 ** Math.min(halvings, Math.max(0, Math.floor(Math.log2(side / box))));
  if (width * height > MAX_HALVED_JP2_PIXELS || (width * height) / factor ** 2 > MAX_JP2_PIXELS)
    throw new CannotMake('too_large', `${width} x ${height} pixels`);

  return await withPdf(jp2InPdf(structure), async (document) => {
    const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
    // A picture with alpha is blended with white before it is drawn; drawn on white again, it would be too light.
    const transparent = structure.hasAlpha;
    const { data } = await document.getPage(0).render({ ...size, render: 'bitmap', transparent });
    const isUntouched = data.every((value) => value === (transparent ? 0 : 255));
    const pixels = sharp(withoutAlpha(data), { raw: { ...size, channels: 3 }, limitInputPixels: false });
    const isIntact = async () => !isUntouched || (await leavesItsMark(structure));
    return { pixels, width, height, pages: 1, isIntact };
  });
}

/**
 * Checks that the picture can be decoded, because the decoder doesn't report failures: a readable picture covers the
 * backdrop.
 */
async function leavesItsMark(structure: Jp2Structure): Promise<boolean> {
  return await withPdf(jp2InPdf(structure, [1, 0, 1]), async (document) => {
    const { data } = await document.getPage(0).render({ width: GLANCE, height: GLANCE, render: 'bitmap' });
    const middle = ((GLANCE * GLANCE) / 2 + GLANCE / 2) * 4;
    return !(data[middle] === 255 && data[middle + 1] === 0 && data[middle + 2] === 255);
  });
}

/** X, Y and Z of D50, the reference white of ICC profiles. */
const WHITE = [0.9642, 1, 0.8249];
/** Larger than the deviations that rounding and unusual white points cause in real profiles. */
const TOLERANCE = 0.15;
const HEADER = 128;
const MAX_TAGS = 1000;

/** Returns false for an RGB profile whose primaries don't add up to white, because it would tint greys. */
function isBalanced(profile: Buffer): boolean {
  if (profile.toString('latin1', 16, 20) !== 'RGB ') return true;
  const tags = tagsOf(profile);
  if (tags.has('A2B0') || tags.has('A2B1')) return true;
  const sums = [0, 0, 0];
  for (const name of ['rXYZ', 'gXYZ', 'bXYZ']) {
    const tag = tags.get(name);
    if (tag === undefined || tag.length < 20) return false;
    for (const axis of [0, 1, 2]) sums[axis] = (sums[axis] ?? 0) + tag.readInt32BE(8 + axis * 4) / 65_536;
  }
  return sums.every((sum, axis) => Math.abs(sum - (WHITE[axis] ?? 0)) < TOLERANCE);
}

function tagsOf(profile: Buffer): ReadonlyMap<string, Buffer> {
  const tags = new Map<string, Buffer>();
  const count = profile.length < HEADER + 4 ? 0 : Math.min(profile.readUInt32BE(HEADER), MAX_TAGS);
  for (let index = 0; index < count; index++) {
    const at = HEADER + 4 + index * 12;
    if (at + 12 > profile.length) break;
    const start = profile.readUInt32BE(at + 4);
    tags.set(profile.toString('latin1', at, at + 4), profile.subarray(start, start + profile.readUInt32BE(at + 8)));
  }
  return tags;
}

/**
 * Makes a one-page PDF that shows only a JPEG 2000 file, one point per pixel. With `backdrop` (red, green and blue from
 * 0 to 1), that colour shows where the picture doesn't decode, and transparent parts become opaque.
 */
function jp2InPdf(structure: Jp2Structure, backdrop?: readonly number[]): Buffer {
  const { width, height, profile, hasAlpha } = structure;
  const space = colourSpaceOf(structure);
  const painted = backdrop === undefined ? '' : `${backdrop.join(' ')} rg 0 0 ${width} ${height} re f `;
  const image = [
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/Filter/JPXDecode`,
    space === undefined ? '' : `/ColorSpace ${space}`,
    hasAlpha && backdrop === undefined ? '/SMaskInData 1' : '',
  ].join('');
  return pdfOfImage({
    across: width,
    down: height,
    painted,
    image: pdfStream(image, structure.file),
    ...(space === PROFILED && profile ? { profile } : {}),
  });
}

const PROFILED = '[/ICCBased 6 0 R]';

/** Returns the PDF colour space; undefined leaves it to the picture itself. */
function colourSpaceOf({ channels, profile, colourSpace, hasPalette, hasAlpha }: Jp2Structure): string | undefined {
  if (hasPalette) return undefined;
  const colours = hasAlpha ? channels - 1 : channels;
  if (profileChannels(profile) === colours) return PROFILED;
  if (colourSpace === JP2_SPACES.cmyk) return '/DeviceCMYK';
  if (colourSpace === JP2_SPACES.sycc) return undefined;
  return colours < 3 ? '/DeviceGray' : '/DeviceRGB';
}
