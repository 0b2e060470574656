import { inflateSync } from 'node:zlib';

const LAYERS = '/OCProperties';
const COMPRESSED = '/ObjStm';
const START = /^stream\r?\n/;
/** Compressed objects after which the others are not looked at, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns false for a PDF that surely has no layers. What names them is among its objects, which may be compressed. */
export function mayHaveLayers(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.includes(LAYERS)) return true;
  let left = MAX_BYTES;
  let start = 0;
  for (let at = file.indexOf(COMPRESSED); at >= 0; at = file.indexOf(COMPRESSED, start)) {
    start = file.indexOf('stream', at + COMPRESSED.length);
    const [mark] = START.exec(file.toString('latin1', start, start + 'stream\r\n'.length)) ?? [];
    if (start < 0 || mark === undefined) return true;
    try {
      const objects = inflateSync(file.subarray(start + mark.length), { maxOutputLength: left });
      if (objects.includes(LAYERS)) return true;
      left -= objects.length;
    } catch {
      // Encrypted, compressed in another way or too large.
      return true;
    }
  }
  return false;
}
