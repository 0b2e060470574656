/** Writes small PDFs: of one picture that fills a page, or of any objects. */
import type { Metadata } from 'sharp';

/** Number of colour components by the colour space signature of an ICC profile. */
const PROFILE_CHANNELS = new Map(Object.entries({ GRAY: 1, 'RGB ': 3, CMYK: 4 }));
const COLOUR_SPACE_AT = 16;

/**
 * Returns the number of colour components of an ICC profile; undefined if it is not one or is of another colour space.
 */
export function profileChannels(profile: Buffer | undefined): number | undefined {
  return PROFILE_CHANNELS.get(profile?.toString('latin1', COLOUR_SPACE_AT, COLOUR_SPACE_AT + 4) ?? '');
}

export type PdfPart = string | Buffer;

/** Makes a stream object; `dictionary` holds its entries except the length. */
export function pdfStream(dictionary: string, content: Buffer): PdfPart[] {
  return [`<<${dictionary}/Length ${content.length}>>stream\n`, content, '\nendstream'];
}

/** Makes a PDF. Objects refer to each other by their position, starting at 1; the first is the PDF catalogue. */
export function pdfOf(objects: readonly (readonly PdfPart[])[]): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const add = (part: PdfPart) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  add('%PDF-1.7\n');
  objects.forEach((object, index) => {
    offsets.push(length);
    for (const part of [`${index + 1} 0 obj\n`, ...object, '\nendobj\n']) add(part);
  });
  const tableAt = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
  add(`trailer<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${tableAt}\n%%EOF`);
  return Buffer.concat(parts);
}

const POINTS_PER_INCH = 72;
/** Longest page side in points that PDF readers show. */
const MAX_POINTS = 14_400;

interface Stored extends Pick<Metadata, 'width' | 'height' | 'space' | 'icc'> {
  /** XMP for the document. */
  readonly marks?: string | undefined;
}

/**
 * Wraps a JPEG in a PDF with one page, whose size follows from the dots per inch. The picture keeps its colour profile.
 */
export function jpegInPdf(jpeg: Buffer, { width, height, space, icc: profile, marks }: Stored, dpi: number): Buffer {
  const channels = space === 'cmyk' ? 4 : space === 'b-w' ? 1 : 3;
  const isProfiled = profileChannels(profile) === channels;
  const plain = channels === 4 ? '/DeviceCMYK' : channels === 1 ? '/DeviceGray' : '/DeviceRGB';
  const scale = Math.min(POINTS_PER_INCH / dpi, MAX_POINTS / Math.max(width, height));
  const [across, down] = [points(width * scale), points(height * scale)];
  const image = [
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/Filter/DCTDecode`,
    `/ColorSpace ${isProfiled ? '[/ICCBased 6 0 R]' : plain}`,
    // CMYK JPEG files store inverted values.
    channels === 4 ? '/Decode[1 0 1 0 1 0 1 0]' : '',
  ].join('');
  return pdfOfImage({
    across,
    down,
    image: pdfStream(image, jpeg),
    ...(isProfiled && profile ? { profile } : {}),
    marks,
  });
}

function points(length: number): number {
  return Math.round(length * 1000) / 1000;
}

/** Makes a PDF with one page of this size in points, which an image fills. Its profile is object 6. */
export function pdfOfImage(page: {
  readonly across: number;
  readonly down: number;
  /** Drawn below the image. */
  readonly painted?: string;
  readonly image: readonly PdfPart[];
  readonly profile?: Buffer;
  /** XMP; the last object. */
  readonly marks?: string | undefined;
}): Buffer {
  const { across, down, painted = '', image, profile, marks } = page;
  return pdfOf([
    [`<</Type/Catalog/Pages 2 0 R${marks === undefined ? '' : `/Metadata ${profile ? 7 : 6} 0 R`}>>`],
    ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    [`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${across} ${down}]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>`],
    pdfStream('', Buffer.from(`${painted}${across} 0 0 ${down} 0 0 cm /I Do`)),
    image,
    ...(profile ? [pdfStream(`/N ${profileChannels(profile)}`, profile)] : []),
    ...(marks === undefined ? [] : [pdfStream('/Type/Metadata/Subtype/XML', Buffer.from(marks))]),
  ]);
}
