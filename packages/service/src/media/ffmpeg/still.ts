import { confinedStill, QUIETLY, type StillDecoder, type StillFile } from './confinement.ts';
import { MediaFailure, runProgram } from './run.ts';
import type { MediaTools } from './tools.ts';

/** Pixels of one picture: red, green, blue and alpha, row by row from the top left. */
export interface Still {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

const MAX_BYTES = 4 * 2 ** 26 + 256;
const SECONDS = 15;
const HEADER = /^P7\nWIDTH (\d+)\nHEIGHT (\d+)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n/;
/** Decoder options by format. EXR stores linear light, which is converted to sRGB values. */
const SETTINGS: Partial<Record<StillDecoder, readonly string[]>> = { exr: ['-apply_trc', 'iec61966_2_1'] };

/**
 * Reads a still picture with the decoder of its format. Rejects with MediaFailure, even if the decoder only reports a
 * warning or a recoverable error.
 */
export async function readStill(tools: MediaTools, file: StillFile): Promise<Still> {
  const args = [
    ...QUIETLY,
    ...['-nostdin', '-xerror', '-err_detect', 'explode'],
    ...confinedStill(file, SETTINGS[file.decoder]),
    ...['-frames:v', '1', '-pix_fmt', 'rgba', '-threads', '1', '-f', 'image2pipe', '-c:v', 'pam', 'pipe:1'],
  ];
  const chunks: Buffer[] = [];
  const complaints = await runProgram(tools.ffmpeg, args, {
    seconds: SECONDS,
    maxBytes: MAX_BYTES,
    onOutput: (chunk) => chunks.push(chunk),
  });
  if (complaints !== '') throw new MediaFailure(complaints);
  const output = Buffer.concat(chunks);
  const [header = '', width = '', height = ''] = HEADER.exec(output.toString('latin1', 0, 256)) ?? [];
  const still = { width: Number(width), height: Number(height), pixels: output.subarray(header.length) };
  if (header === '' || still.pixels.length < still.width * still.height * 4) {
    throw new MediaFailure('the picture ends before its end');
  }
  return { ...still, pixels: still.pixels.subarray(0, still.width * still.height * 4) };
}
