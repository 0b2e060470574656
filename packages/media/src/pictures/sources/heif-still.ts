import { open } from 'node:fs/promises';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded, readExactly } from '../../inspect/bytes.ts';
import { readHeifHead } from '../../inspect/heif.ts';
import { type FirstFrame, firstFrame } from '../../inspect/heif-track.ts';

/** Limit of a file, or of a frame, that is rewritten in memory. */
const MAX_BYTES = 128 * 2 ** 20;
const BRAND_AT = 8;
/** First brands by which the image library knows a file. Others, such as that of moving AVIF, it refuses. */
const KNOWN_BRANDS: ReadonlySet<string> = new Set([
  ...['heic', 'heix', 'hevc', 'heim', 'heis', 'hevm', 'hevs', 'mif1', 'msf1', 'avif'],
]);

/**
 * Returns what the decoders of HEIF and AVIF read: the path of the file, or if they would refuse it, its bytes as a still
 * picture. Of a file with frames alone, that is the first frame. Rejects with CannotMake.
 */
export async function heifStill(path: string): Promise<string | Buffer> {
  await using file = await open(path);
  const { brand, meta, moov } = await readHeifHead(file);
  const frame = meta === undefined && moov !== undefined ? firstFrame(moov) : undefined;
  if (frame !== undefined) {
    if (frame.length > MAX_BYTES) throw new CannotMake('too_large', `a frame of ${frame.length} bytes`);
    return stillOf(frame, await readExactly(file, frame.at, frame.length));
  }
  if (KNOWN_BRANDS.has(brand) || meta === undefined) return path;
  const bytes = await readBounded(path, MAX_BYTES);
  bytes.write('avif', BRAND_AT, 'latin1');
  return bytes;
}

/** Writes a frame as the only picture of a file (ISO/IEC 23008-12). */
function stillOf({ coding, properties }: FirstFrame, data: Buffer): Buffer {
  const brand = coding === 'av01' ? 'avif' : 'heic';
  const start = box('ftyp', brand, [0, 0, 0, 0], 'mif1', brand);
  const numbers = properties.map((_, index) => ESSENTIAL | (index + 1));
  const meta = (at: number) =>
    box(
      'meta',
      FULL,
      box('hdlr', FULL, [0, 0, 0, 0], 'pict', Buffer.alloc(13)),
      box('pitm', FULL, [0, 1]),
      // One item in one piece; its place and length have four bytes each.
      box('iloc', FULL, [0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1], uint32(at), uint32(data.length)),
      box('iinf', FULL, [0, 1], box('infe', [2, 0, 0, 0, 0, 1, 0, 0], coding, [0])),
      box(
        'iprp',
        box('ipco', ...properties.map(({ type, content }) => box(type, content))),
        box('ipma', FULL, uint32(1), [0, 1, numbers.length, ...numbers]),
      ),
    );
  const at = start.length + meta(0).length + 8;
  return Buffer.concat([start, meta(at), box('mdat', data)]);
}

const FULL = [0, 0, 0, 0];
const ESSENTIAL = 0x80;

function box(type: string, ...parts: readonly (string | Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
