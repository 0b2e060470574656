import type { Metadata } from 'sharp';
import { pdfOf, pdfStream, profileChannels } from '../pictures/pdf-objects.ts';

const POINTS_PER_INCH = 72;
/** Longest page side in points that PDF readers show. */
const MOST_POINTS = 14_400;

type Stored = Pick<Metadata, 'width' | 'height' | 'space' | 'icc'>;

/**
 * Wraps a JPEG in a PDF with one page, whose size follows from the dots per inch. The picture keeps its colour profile.
 */
export function jpegInPdf(jpeg: Buffer, { width, height, space, icc: profile }: Stored, dpi: number): Buffer {
  const channels = space === 'cmyk' ? 4 : space === 'b-w' ? 1 : 3;
  const isProfiled = profileChannels(profile) === channels;
  const plain = channels === 4 ? '/DeviceCMYK' : channels === 1 ? '/DeviceGray' : '/DeviceRGB';
  const scale = Math.min(POINTS_PER_INCH / dpi, MOST_POINTS / Math.max(width, height));
  const [across, down] = [points(width * scale), points(height * scale)];
  const image = [
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/Filter/DCTDecode`,
    `/ColorSpace ${isProfiled ? '[/ICCBased 6 0 R]' : plain}`,
    // CMYK JPEG files store inverted values.
    channels === 4 ? '/Decode[1 0 1 0 1 0 1 0]' : '',
  ].join('');
  return pdfOf([
    ['<</Type/Catalog/Pages 2 0 R>>'],
    ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    [`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${across} ${down}]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>`],
    pdfStream('', Buffer.from(`${across} 0 0 ${down} 0 0 cm /I Do`)),
    pdfStream(image, jpeg),
    ...(isProfiled && profile ? [pdfStream(`/N ${channels}`, profile)] : []),
  ]);
}

function points(length: number): number {
  return Math.round(length * 1000) / 1000;
}
