import type { Metadata } from 'sharp';
import { imagePage, PdfBytes, pdfStream, profileChannels, profileObject } from '../pictures/write-pdf.ts';

const POINTS_PER_INCH = 72;
/** Longest page side in points that PDF readers show. */
const MAX_POINTS = 14_400;
/** Number of the first page's object, before which are the PDF catalogue and the list of pages. */
const FIRST_PAGE = 3;
/** Those of its page, and its colour profile or nothing. */
const OBJECTS_OF_A_JPEG = 4;

interface Jpeg extends Pick<Metadata, 'width' | 'height' | 'space' | 'icc'> {
  readonly bytes: Buffer;
}

/**
 * Yields the bytes of a PDF in which each JPEG fills a page, whose size follows from the dots per inch. The pictures keep
 * their colour profiles. `count` is their number, and `marks` XMP for the document.
 */
export async function* jpegsInPdf(
  jpegs: AsyncIterable<Jpeg>,
  { count, dpi, marks }: { readonly count: number; readonly dpi: number; readonly marks: string | undefined },
): AsyncGenerator<Buffer> {
  const pdf = new PdfBytes();
  const pages = Array.from({ length: count }, (_, index) => FIRST_PAGE + index * OBJECTS_OF_A_JPEG);
  const marksAt = FIRST_PAGE + count * OBJECTS_OF_A_JPEG;
  yield pdf.head();
  yield pdf.object([`<</Type/Catalog/Pages 2 0 R${marks === undefined ? '' : `/Metadata ${marksAt} 0 R`}>>`]);
  yield pdf.object([`<</Type/Pages/Kids[${pages.map((at) => `${at} 0 R`).join(' ')}]/Count ${count}>>`]);
  // Pages often share a profile, which may be larger than a picture.
  let last: { readonly profile: Buffer; readonly at: number } | undefined;
  let at = FIRST_PAGE;
  for await (const { bytes, width, height, space, icc } of jpegs) {
    const channels = space === 'cmyk' ? 4 : space === 'b-w' ? 1 : 3;
    const profile = profileChannels(icc) === channels ? icc : undefined;
    const isNew = profile !== undefined && !last?.profile.equals(profile);
    if (isNew) last = { profile, at: at + OBJECTS_OF_A_JPEG - 1 };
    const plain = channels === 4 ? '/DeviceCMYK' : channels === 1 ? '/DeviceGray' : '/DeviceRGB';
    const image = [
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/Filter/DCTDecode`,
      `/ColorSpace ${profile && last ? `[/ICCBased ${last.at} 0 R]` : plain}`,
      // CMYK JPEG files store inverted values.
      channels === 4 ? '/Decode[1 0 1 0 1 0 1 0]' : '',
    ].join('');
    const scale = Math.min(POINTS_PER_INCH / dpi, MAX_POINTS / Math.max(width, height));
    const page = { across: points(width * scale), down: points(height * scale), at };
    for (const object of imagePage(page, pdfStream(image, bytes))) yield pdf.object(object);
    yield pdf.object(isNew ? profileObject(profile) : ['null']);
    at += OBJECTS_OF_A_JPEG;
  }
  if (marks !== undefined) yield pdf.object(pdfStream('/Type/Metadata/Subtype/XML', Buffer.from(marks)));
  yield pdf.tail();
}

function points(length: number): number {
  return Math.round(length * 1000) / 1000;
}
