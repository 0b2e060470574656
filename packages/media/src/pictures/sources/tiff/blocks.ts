import { constants, inflateSync, zstdDecompressSync } from 'node:zlib';
import { crc32 } from '../../../../../core/src/platform/crc32.ts';
import { CannotMake } from '../../../derived/cannot-make.ts';
import { unpackBits } from '../../../inspect/bytes.ts';
import { COMPRESSION } from './page.ts';

const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
const MAX_CODES = 4096;

/** Unpacks a strip or tile to at most `length` bytes; to fewer if its data ends early. */
type Unpack = (packed: Buffer, length: number) => Buffer | Promise<Buffer>;

const UNPACK: ReadonlyMap<number, Unpack> = new Map<number, Unpack>([
  [COMPRESSION.none, (packed, length) => packed.subarray(0, length)],
  [COMPRESSION.lzw, unpackLzw],
  [COMPRESSION.deflate, inflate],
  [32946, inflate],
  [COMPRESSION.packBits, unpackRows],
  [COMPRESSION.zstd, (packed, length) => zstdDecompressSync(packed, { maxOutputLength: Math.max(1, length) })],
  [COMPRESSION.lzma, unpackXz],
]);

/** Returns true if `unpackBlock` supports a compression. */
export function canUnpack(compression: number): boolean {
  return UNPACK.has(compression);
}

/** Unpacks a strip or tile. Rejects with CannotMake. */
export async function unpackBlock(compression: number, packed: Buffer, length: number): Promise<Buffer> {
  const unpack = UNPACK.get(compression);
  if (unpack === undefined) throw new CannotMake('unsupported', `TIFF of compression ${compression}`);
  try {
    return await unpack(packed, length);
  } catch (error) {
    throw new CannotMake('corrupt', `a block of compression ${compression} does not unpack`, { cause: error });
  }
}

function unpackRows(packed: Buffer, length: number): Buffer {
  const out = Buffer.alloc(length);
  return out.subarray(0, unpackBits(packed, 0, packed.length, out));
}

function inflate(packed: Buffer, length: number): Buffer {
  // Some writers make the last strip longer than the picture.
  return inflateSync(packed, { maxOutputLength: length * 2 + 1024, finishFlush: constants.Z_SYNC_FLUSH });
}

/**
 * Decodes LZW with codes of 9 to 12 bits, highest bit first. The dictionary stores the position and length of each
 * sequence in the output.
 */
function unpackLzw(packed: Buffer, length: number): Buffer {
  if (packed[0] === 0 && ((packed[1] ?? 0) & 1) === 1) throw new Error('the lowest bit first');
  const out = Buffer.alloc(length);
  const starts = new Uint32Array(MAX_CODES);
  const sizes = new Uint32Array(MAX_CODES);
  let [to, next, width] = [0, FIRST_FREE, 9];
  let last: { readonly start: number; readonly size: number } | undefined;
  let [bits, held] = [0, 0];
  for (const byte of packed) {
    bits = ((bits << 8) | byte) & 0xffffff;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (bits >>> held) & ((1 << width) - 1);
    if (code === END || to >= length) break;
    if (code === CLEAR) {
      [next, width, last] = [FIRST_FREE, 9, undefined];
      continue;
    }
    if (code > next || (code === next && last === undefined)) throw new Error(`code ${code} of ${next}`);
    const start = to;
    if (code < CLEAR) {
      out[to++] = code;
    } else {
      // A code that is being defined right now means the last sequence followed by its own first byte.
      const from = code === next ? (last?.start ?? 0) : (starts[code] ?? 0);
      const size = code === next ? (last?.size ?? 0) + 1 : (sizes[code] ?? 0);
      for (let index = 0; index < size && to < length; index++) out[to++] = out[from + index] ?? 0;
    }
    if (last !== undefined && next < MAX_CODES) {
      starts[next] = last.start;
      sizes[next] = last.size + 1;
      next += 1;
    }
    last = { start, size: to - start };
    // TIFF widens its codes one code earlier than LZW requires, following the first writers.
    if (next + 1 >= 1 << width && width < 12) width += 1;
  }
  return out.subarray(0, to);
}

/** Unpacks LZMA in an xz container. */
async function unpackXz(packed: Buffer, length: number): Promise<Buffer> {
  const { default: xz } = await import('xz-decompress');
  const { plain, distance } = withoutDelta(packed);
  const unpacked = new xz.XzReadableStream(new Blob([new Uint8Array(plain)]).stream());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unpacked) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= length) break;
  }
  const bytes = Buffer.concat(chunks).subarray(0, length);
  for (let at = distance; distance > 0 && at < bytes.length; at++)
    bytes[at] = (bytes[at] ?? 0) + (bytes[at - distance] ?? 0);
  return bytes;
}

/** Position of the first block's header in an xz file. */
const XZ_BLOCK = 12;
const DELTA = 3;

/**
 * Removes the delta filter that TIFF writers put before LZMA and that the decoder lacks. Only the block header's own
 * checksum covers it. Returns the filter's distance, so that the caller can undo the filter.
 */
function withoutDelta(packed: Buffer): { readonly plain: Buffer; readonly distance: number } {
  const [units = 0, flags, filter, sizeOfSettings, less = 0] = packed.subarray(XZ_BLOCK);
  const end = XZ_BLOCK + units * 4;
  if (flags !== 1 || filter !== DELTA || sizeOfSettings !== 1 || end + 4 > packed.length)
    return { plain: packed, distance: 0 };
  const plain = Buffer.from(packed);
  plain[XZ_BLOCK + 1] = 0;
  packed.copy(plain, XZ_BLOCK + 2, XZ_BLOCK + 5, end);
  plain.fill(0, end - 3, end);
  plain.writeUInt32LE(crc32(plain.subarray(XZ_BLOCK, end)), end);
  return { plain, distance: less + 1 };
}
