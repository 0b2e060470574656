/** Content codings of texts (RFC 9110, section 8.4). */
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../../core/src/concurrency/get-or-make.ts';

/** Content codings that the service supports. */
export type Encoding = 'br' | 'gzip' | 'zstd' | 'identity';

/** Shorter texts are not compressed: they fit into one packet anyway. */
const MIN_BYTES = 1400;
/**
 * Quality of Brotli, of 11, and level of gzip, of 9. What is kept is a tenth larger than the best, in a fiftieth of the time; what
 * is sent once is a tenth larger than that, in less than half of its time.
 */
const EFFORTS = {
  once: { br: 3, gzip: 3 },
  kept: { br: 5, gzip: 6 },
  best: { br: 11, gzip: 9 },
} as const;
/** Level of zstd, of 22; only what is sent once is coded so. */
const ZSTD_LEVEL = 1;
/**
 * Up to this many bytes, what is sent once is compressed at once, in a third of a millisecond: to wait for another thread takes as
 * long, and what Node hands to it stays in memory until the next full garbage collection, which then comes three times as often.
 */
const AT_ONCE_BYTES = 128 * 1024;
/** Longest header that is cached, in characters; browsers send less than fifty. */
const LONGEST_CACHED = 200;
/** Choices by header; browsers send only a handful of different ones. */
const choices = new LRUCache<string, Choice>({ max: 1000 });

interface Choice {
  readonly kept: Encoding;
  readonly once: Encoding;
}

const PLAIN: Choice = { kept: 'identity', once: 'identity' };

/**
 * Chooses the caller's preferred coding among the supported ones; on a tie the one with the smaller result, but of what is sent
 * once zstd, which takes a third of the time of Brotli for as few bytes.
 */
export function encodingFor(acceptEncoding: string | undefined, effort: keyof Choice = 'kept'): Encoding {
  return choiceFor(acceptEncoding)[effort];
}

function choiceFor(acceptEncoding: string | undefined): Choice {
  if (acceptEncoding === undefined || acceptEncoding === '') return PLAIN;
  if (acceptEncoding.length > LONGEST_CACHED) return chooseEncoding(acceptEncoding);
  return getOrMake(choices, acceptEncoding, () => chooseEncoding(acceptEncoding));
}

function chooseEncoding(header: string): Choice {
  const qualities = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
    qualities.set(name, quality === undefined ? 1 : Number(quality) || 0);
  }
  const of = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0;
  const brotli = of('br');
  const gzipped = Math.max(of('gzip'), qualities.get('x-gzip') ?? 0);
  const plain = qualities.get('identity') ?? 0;
  // Who accepts anything seldom means what is younger than itself.
  const zstd = qualities.get('zstd') ?? 0;
  const best = Math.max(brotli, gzipped, plain);
  const kept = brotli > 0 && brotli === best ? 'br' : gzipped > 0 && gzipped === best ? 'gzip' : 'identity';
  return { kept, once: zstd > 0 && zstd >= best ? 'zstd' : kept };
}

/** True if a text of this many bytes is sent compressed. */
export function isWorthEncoding(bytes: number): boolean {
  return bytes >= MIN_BYTES;
}

/** Compresses into a buffer of its own; what is long, or kept, outside the event loop. */
export async function encode(
  bytes: Uint8Array,
  encoding: Exclude<Encoding, 'identity'>,
  effort: keyof typeof EFFORTS = 'kept',
): Promise<Uint8Array> {
  const isAtOnce = effort === 'once' && bytes.length <= AT_ONCE_BYTES;
  if (encoding === 'zstd') {
    const options = { pledgedSrcSize: bytes.length, params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } };
    return ownBuffer(isAtOnce ? zstdCompressSync(bytes, options) : await promisify(zstdCompress)(bytes, options));
  }
  const level = EFFORTS[effort][encoding];
  if (encoding === 'gzip')
    return ownBuffer(isAtOnce ? gzipSync(bytes, { level }) : await promisify(gzip)(bytes, { level }));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes.length),
  };
  return ownBuffer(
    isAtOnce ? brotliCompressSync(bytes, { params }) : await promisify(brotliCompress)(bytes, { params }),
  );
}

/**
 * The smallest window, as a power of two, that holds a whole text, less the 16 bytes that the format keeps. Brotli's own of 4 MB
 * takes 9 MB for each text of 40 kB, which leaves the memory of the process in pieces; this one takes 0.7 MB and makes texts as small.
 */
function windowFor(bytes: number): number {
  const needed = Math.ceil(Math.log2(bytes + 16));
  return Math.min(Math.max(needed, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);
}

/**
 * Returns the same bytes in a buffer of their own. Node cuts small buffers out of blocks of 64 KiB, and zlib leaves its
 * output at the front of a larger buffer. A cached slice would keep its whole block in memory, which no size
 * calculation includes.
 */
export function ownBuffer(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
