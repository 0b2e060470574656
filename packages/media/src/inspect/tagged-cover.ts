import { open } from 'node:fs/promises';
import { parseBuffer } from 'music-metadata';
import { oldCover } from '../ffmpeg/old-cover.ts';
import type { Probe } from '../ffmpeg/probe.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { isFront } from './audio-tags.ts';
import { boxesIn } from './boxes.ts';
import { readExactly } from './bytes.ts';
import { readHeifHead } from './heif.ts';

const MP4 = /^mov\b/;
/** Formats that ffmpeg reads an ID3 of at their beginning. */
const WITH_ID3 = /^(?:mp3|aac|flac|tta)$/;
const ID3_HEAD_BYTES = 10;
const UNSYNCHRONISED = 0x80;
/** Larger parts are not read. */
const MAX_BYTES = 48 * 2 ** 20;
/** Types of a cover that ffmpeg reads: JPEG, PNG, and BMP. */
const READ_BY_FFMPEG: ReadonlySet<number> = new Set([13, 14, 27]);

/** Returns the front cover of a sound that is in its tags, but not what ffmpeg takes for it; undefined if there is none. */
export async function taggedCover(
  tools: Pick<MediaTools, 'ffprobe'>,
  path: string,
  probed: Probe,
): Promise<Buffer | undefined> {
  const { isFilm, isFrontCover, format, cover } = probed;
  if (isFilm || isFrontCover) return undefined;
  if (MP4.test(format)) return await untypedCover(path).catch(() => undefined);
  if (cover === undefined || !WITH_ID3.test(format)) return await oldCover(tools, path, probed);
  return await unsynchronisedCover(path).catch(() => undefined);
}

/**
 * Returns the front cover of an ID3 before 2.4 whose bytes were spread as a whole, so that none look like those of sound: ffmpeg
 * misses what follows the first picture.
 */
async function unsynchronisedCover(path: string): Promise<Buffer | undefined> {
  await using file = await open(path);
  const head = await readExactly(file, 0, ID3_HEAD_BYTES);
  const [version = 0, flags = 0, ...size] = [head[3], head[5], ...head.subarray(6)];
  const length = size.reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  const isSpread = head.toString('latin1', 0, 3) === 'ID3' && version < 4 && (flags & UNSYNCHRONISED) !== 0;
  if (!isSpread || length > MAX_BYTES) return undefined;
  const spread = await readExactly(file, ID3_HEAD_BYTES, length);
  const tag = spread.filter((byte, at) => !(byte === 0 && spread[at - 1] === 0xff));
  head[5] = flags & ~UNSYNCHRONISED;
  for (let at = 9, rest = tag.length; at >= 6; at -= 1, rest >>= 7) head[at] = rest & 127;
  const { common } = await parseBuffer(Buffer.concat([head, tag]), { mimeType: 'audio/mpeg' });
  const front = common.picture?.find(isFront);
  return front && Buffer.from(front.data);
}

/** Returns the first cover of an MP4 if it has no type, or one that ffmpeg doesn't know. */
async function untypedCover(path: string): Promise<Buffer | undefined> {
  await using file = await open(path);
  const { moov: movie = Buffer.alloc(0) } = await readHeifHead(file, MAX_BYTES);
  let [from, end] = [0, movie.length];
  for (const wanted of ['udta', 'meta', 'ilst', 'covr', 'data']) {
    const box = boxesIn(movie, from, end).find(({ type }) => type === wanted);
    if (box === undefined) return undefined;
    [from, end] = [box.contentAt + (wanted === 'meta' ? 4 : 0), box.end];
  }
  const isRead = READ_BY_FFMPEG.has(movie.readUInt32BE(from) & 0xff_ffff);
  return isRead || end - from <= 8 ? undefined : movie.subarray(from + 8, end);
}
