import { confinedInput, QUIETLY } from './confinement.ts';
import { MediaFailure, outputOf } from './run.ts';
import type { MediaTools } from './tools.ts';

/** Pixels of one picture: red, green and blue, row by row from the top left. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** Which frame of a film to read, and how. */
export interface FrameChoice {
  /** Index of the video stream. */
  readonly stream: number;
  /** Video filters; the first frame that passes them is used. */
  readonly filters: readonly string[];
  /** Start position in seconds from the start of the film. */
  readonly from?: number;
  /** If true, decodes only key frames, which is many times faster. */
  readonly keysOnly?: boolean;
  /** Time limit for the search in seconds. */
  readonly seconds: number;
}

/** Limit of the output in bytes: a header, and three bytes for each of the most pixels that may be decoded. */
const MAX_BYTES = 3 * 2 ** 26 + 64;
const HEADER = /^P6\s(\d+)\s(\d+)\s255\s/;

/** Reads one frame of a film, rotated as shown; undefined if no frame passes the filters. Rejects with MediaFailure. */
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
    // The simplest format that states its size.
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
