import { type JpegSize, jpegSizeAt } from './jpeg-header.ts';

/** A JPEG that a camera stored beside its sensor data. */
export interface EmbeddedJpeg extends JpegSize {
  readonly offset: number;
}

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
const MAX_LOOKED_AT = 10_000;
const ORIENTATION = 0x112;
/** Signatures of TIFF and of its variants by Olympus and Panasonic. */
const TIFF_STARTS = ['II*\0', 'MM\0*', 'IIRO', 'IIRS', 'MMOR', 'IIU\0'];

/**
 * Finds the largest JPEG in a raw file. Every manufacturer stores it elsewhere, but all store it in one piece. Sensor
 * data that happens to look like the start of a JPEG does not continue like one.
 */
export function largestJpeg(bytes: Buffer): EmbeddedJpeg | undefined {
  let best: EmbeddedJpeg | undefined;
  let offset = bytes.indexOf(JPEG_START);
  for (let looked = 0; offset >= 0 && looked < MAX_LOOKED_AT; looked++) {
    const size = jpegSizeAt(bytes, offset);
    if (size !== undefined && (best === undefined || size.width * size.height > best.width * best.height))
      best = { ...size, offset };
    offset = bytes.indexOf(JPEG_START, offset + 1);
  }
  return best;
}

/**
 * Returns the orientation (1 to 8), from the first directory of a TIFF or from the one in Canon's newer files (`CMT1`).
 */
export function rawOrientation(bytes: Buffer): number {
  const boxed = bytes.subarray(0, 64 * 1024).indexOf('CMT1');
  const tiff = boxed < 0 ? bytes : bytes.subarray(boxed + 4);
  if (tiff.length < 8 || !TIFF_STARTS.includes(tiff.toString('latin1', 0, 4))) return 1;
  const isLittle = tiff[0] === 0x49;
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = short(directory);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return 1;
    if (short(at) !== ORIENTATION) continue;
    const orientation = short(at + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}
