import { confinedInput, QUIETLY } from './confinement.ts';
import { MediaFailure, outputOf } from './run.ts';
import type { MediaTools } from './tools.ts';

/** Pixels of one picture: red, green, blue, row by row from the top left. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

export interface FrameChoice {
  /** Number of the stream. */
  readonly stream: number;
  /** The first frame that passes the filters counts. */
  readonly filters: readonly string[];
  /** Where to begin, in seconds from the start. */
  readonly from?: number;
  /** Whether only frames that need no others are decoded, which is many times faster. */
  readonly keysOnly?: boolean;
  /** Longest time to look for the frame. */
  readonly seconds: number;
}

/** A header and three bytes for each of the most pixels that are decoded. */
const MAX_BYTES = 3 * 2 ** 26 + 64;
const HEADER = /^P6\s(\d+)\s(\d+)\s255\s/;

/** One frame of a film, turned as it is seen; undefined where none passes. Rejects with MediaFailure. */
export async function readFrame(tools: MediaTools, path: string, choice: FrameChoice): Promise<Frame | undefined> {
  const { stream, filters, from, keysOnly = false, seconds } = choice;
  const args = [
    ...QUIETLY,
    '-nostdin',
    ...(keysOnly ? ['-discard:v', 'nokey', '-skip_frame', 'nokey'] : []),
    ...(from === undefined ? [] : ['-ss', String(from)]),
    ...confinedInput(path),
    ...['-map', `0:${stream}`, '-frames:v', '1'],
    ...(filters.length === 0 ? [] : ['-vf', filters.join(',')]),
    // The simplest format that says its size.
    ...['-threads', '1', '-f', 'image2pipe', '-c:v', 'ppm', 'pipe:1'],
  ];
  const output = await outputOf(tools.ffmpeg, args, { seconds, maxBytes: MAX_BYTES });
  return output.length === 0 ? undefined : readPixmap(output);
}

function readPixmap(bytes: Buffer): Frame {
  const [header = '', width = '', height = ''] = HEADER.exec(bytes.toString('latin1', 0, 64)) ?? [];
  const frame = { width: Number(width), height: Number(height), pixels: bytes.subarray(header.length) };
  if (header === '' || frame.pixels.length < frame.width * frame.height * 3) {
    throw new MediaFailure('the picture ends before its end');
  }
  return { ...frame, pixels: frame.pixels.subarray(0, frame.width * frame.height * 3) };
}
