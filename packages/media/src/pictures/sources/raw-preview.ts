import type { Size } from '../../../../core/src/domain/geometry.ts';

/** A JPEG that a camera stored beside its sensor data. */
interface EmbeddedJpeg extends Size {
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

const START_OF_SCAN = 0xda;
/**
 * Frame types that browsers show: baseline, extended and progressive. Sensor data is often lossless JPEG, which is a
 * different frame type.
 */
const SHOWABLE = new Set([0xc0, 0xc1, 0xc2]);
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Returns the size of the JPEG that begins at `at`; undefined if no displayable JPEG begins there. */
export function jpegSizeAt(bytes: Buffer, at: number): Size | undefined {
  if (at + 4 > bytes.length || bytes.readUInt16BE(at) !== 0xffd8) return undefined;
  let marker = at + 2;
  while (marker + 9 <= bytes.length) {
    if (bytes[marker] !== 0xff) return undefined;
    const kind = bytes[marker + 1] ?? 0;
    if (kind === 0xff) {
      marker += 1; // padding
      continue;
    }
    if (SHOWABLE.has(kind)) {
      const height = bytes.readUInt16BE(marker + 5);
      const width = bytes.readUInt16BE(marker + 7);
      return bytes[marker + 4] === 8 && width > 0 && height > 0 ? { width, height } : undefined;
    }
    if (OTHER_FRAMES.has(kind) || kind < 0xc4 || kind === START_OF_SCAN || (kind >= 0xd0 && kind <= 0xd9))
      return undefined;
    marker += 2 + bytes.readUInt16BE(marker + 2);
  }
  return undefined;
}

const START_OF_IMAGE_BYTES = 2;

/** Adds an EXIF orientation (1 to 8) to a JPEG, which must not have one already. */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'),
    // One entry (tag, type, count, value, padding), then no further directory.
    Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
  ]);
  const segment = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, START_OF_IMAGE_BYTES), segment, exif, jpeg.subarray(START_OF_IMAGE_BYTES)]);
}
