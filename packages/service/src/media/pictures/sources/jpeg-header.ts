/** Size of a JPEG in pixels, as stored. */
export interface JpegSize {
  readonly width: number;
  readonly height: number;
}

const START_OF_SCAN = 0xda;
/**
 * Frame types that browsers show: baseline, extended and progressive. Sensor data is often lossless JPEG, which is a
 * different frame type.
 */
const SHOWABLE = new Set([0xc0, 0xc1, 0xc2]);
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Returns the size of the JPEG that begins at `at`; undefined if no displayable JPEG begins there. */
export function jpegSizeAt(bytes: Buffer, at: number): JpegSize | undefined {
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
