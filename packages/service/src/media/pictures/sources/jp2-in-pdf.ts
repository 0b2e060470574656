import { pdfOf, pdfStream, profileChannels } from '../pdf-objects.ts';
import { JP2_SPACES, type Jp2Structure } from './jp2-structure.ts';

/**
 * Makes a one-page PDF that shows only a JPEG 2000 file, one point per pixel. With `backdrop` (red, green and blue from
 * 0 to 1), that colour shows where the picture doesn't decode, and transparent parts become opaque.
 */
export function jp2InPdf(bytes: Buffer, structure: Jp2Structure, backdrop?: readonly number[]): Buffer {
  const { width, height, profile, hasAlpha } = structure;
  const space = colourSpaceOf(structure);
  const painted = backdrop === undefined ? '' : `${backdrop.join(' ')} rg 0 0 ${width} ${height} re f `;
  const content = `${painted}${width} 0 0 ${height} 0 0 cm /I Do`;
  const image = [
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/Filter/JPXDecode`,
    space === undefined ? '' : `/ColorSpace ${space}`,
    hasAlpha && backdrop === undefined ? '/SMaskInData 1' : '',
  ].join('');
  const objects = [
    ['<</Type/Catalog/Pages 2 0 R>>'],
    ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    [`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>`],
    pdfStream('', Buffer.from(content)),
    pdfStream(image, bytes),
    ...(space === PROFILED ? [pdfStream(`/N ${profileChannels(profile)}`, profile ?? Buffer.alloc(0))] : []),
  ];
  return pdfOf(objects);
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
