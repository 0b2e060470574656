/** Reads single frames of films, and still pictures of rare formats, with ffmpeg. */
import { CannotMake } from '../derived/cannot-make.ts';
import { confinedInput, confinedStill, QUIETLY, type StillDecoder, type StillFile } from './confinement.ts';
import { outputOf, runProgram } from './run.ts';
import type { MediaTools } from './tools.ts';

/** Pixels of one picture, row by row from the top left. */
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
  /** Limit of the search in whole seconds of a processor, so that a busy machine finds the same frame as an idle one. */
  readonly seconds: number;
}

/** Limit of the output in bytes: a header, and three bytes for each of the most pixels that may be decoded. */
const MAX_FRAME_BYTES = 3 * 2 ** 26 + 64;
const FRAME_HEADER = /^P6\s(\d+)\s(\d+)\s255\s/;

/** Reads one frame of a film, rotated as shown; undefined if no frame passes the filters. Rejects with CannotMake. */
export async function readFrame(tools: MediaTools, path: string, choice: FrameChoice): Promise<Frame | undefined> {
  const { stream, filters, from, keysOnly = false, seconds } = choice;
  const args = [
    ...QUIETLY,
    ...['-timelimit', String(seconds)],
    '-nostdin',
    ...(keysOnly ? ['-discard:v', 'nokey', '-skip_frame', 'nokey'] : []),
    ...(from === undefined ? [] : ['-ss', String(from)]),
    ...confinedInput(path),
    ...['-map', `0:${stream}`, '-frames:v', '1'],
    ...(filters.length === 0 ? [] : ['-vf', filters.join(',')]),
    // The simplest format that states its size; of films with more than eight bits it would keep all.
    ...['-pix_fmt', 'rgb24', '-threads', '1', '-f', 'image2pipe', '-c:v', 'ppm', 'pipe:1'],
  ];
  const output = await outputOf(tools.ffmpeg, args, { maxBytes: MAX_FRAME_BYTES });
  return output.length === 0 ? undefined : pixelsOf(output, FRAME_HEADER, 3);
}

/** Reads a picture of one byte per channel behind a header that states its size. */
function pixelsOf(output: Buffer, pattern: RegExp, channels: number): Frame {
  const [header = '', width = '', height = ''] = pattern.exec(output.toString('latin1', 0, 256)) ?? [];
  const size = { width: Number(width), height: Number(height) };
  const pixels = output.subarray(header.length, header.length + size.width * size.height * channels);
  if (header === '' || pixels.length < size.width * size.height * channels) {
    throw new CannotMake('corrupt', 'the picture ends before its end');
  }
  return { ...size, pixels };
}

/** Seconds to check from the beginning of the film, from which its poster is taken. */
const CHECKED_SECONDS = 5;
const MAX_FRAMES = 100;

/**
 * Returns whether the beginning of a film decodes without an error. ffmpeg fills what it can't decode, for example with
 * grey.
 */
export async function decodesCleanly(tools: MediaTools, path: string, stream: number): Promise<boolean> {
  const args = [
    ...QUIETLY,
    '-nostdin',
    ...['-t', String(CHECKED_SECONDS)],
    ...confinedInput(path),
    ...['-map', `0:${stream}`, '-frames:v', String(MAX_FRAMES), '-threads', '1', '-f', 'null', '-'],
  ];
  try {
    return (await runProgram(tools.ffmpeg, args)) === '';
  } catch (error) {
    if (error instanceof CannotMake) return false;
    throw error;
  }
}

const MAX_STILL_BYTES = 4 * 2 ** 26 + 256;
const STILL_SECONDS = 15;
const STILL_HEADER = /^P7\nWIDTH (\d+)\nHEIGHT (\d+)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n/;
/** Decoder options by format. EXR stores linear light, which is converted to sRGB values. */
const SETTINGS: Partial<Record<StillDecoder, readonly string[]>> = { exr: ['-apply_trc', 'iec61966_2_1'] };

/**
 * Reads a still picture with alpha, with the decoder of its format. Rejects with CannotMake, even if the decoder only reports a
 * warning or a recoverable error.
 */
export async function readStill(tools: MediaTools, file: StillFile): Promise<Frame> {
  const args = [
    ...QUIETLY,
    ...['-nostdin', '-xerror', '-err_detect', 'explode'],
    ...confinedStill(file, SETTINGS[file.decoder]),
    ...['-frames:v', '1', '-pix_fmt', 'rgba', '-threads', '1', '-f', 'image2pipe', '-c:v', 'pam', 'pipe:1'],
  ];
  const chunks: Buffer[] = [];
  const complaints = await runProgram(tools.ffmpeg, args, {
    seconds: STILL_SECONDS,
    maxBytes: MAX_STILL_BYTES,
    onOutput: (chunk) => chunks.push(chunk),
  });
  if (complaints !== '') throw new CannotMake('corrupt', complaints);
  return pixelsOf(Buffer.concat(chunks), STILL_HEADER, 4);
}
