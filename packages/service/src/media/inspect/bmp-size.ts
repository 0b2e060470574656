import type { FileProperties } from '../../domain/file-properties.ts';

const HEADER_AT = 14;
/** Size of the oldest header, which stores width and height in two bytes each. */
const OLDEST = 12;

/** Reads the size of a bitmap from any version of its header; exiftool does not know those of OS/2 2. */
export function bmpSize(head: Buffer): Partial<FileProperties> {
  if (head.length < HEADER_AT + OLDEST) return {};
  const isOldest = head.readUInt32LE(HEADER_AT) === OLDEST;
  const width = isOldest ? head.readUInt16LE(HEADER_AT + 4) : head.readInt32LE(HEADER_AT + 4);
  const height = isOldest ? head.readUInt16LE(HEADER_AT + 6) : Math.abs(head.readInt32LE(HEADER_AT + 8));
  return width > 0 && height > 0 ? { width, height } : {};
}
