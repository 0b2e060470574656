/** Decodes pictures of HEVC with ffmpeg. */
import { confinedHevc, QUIETLY } from './confinement.ts';
import { runProgram } from './run.ts';
import type { MediaTools } from './tools.ts';

/** Pictures of one size, coded one after the other. */
export interface HevcPictures {
  /** With start codes, as in Annex B. */
  readonly stream: Buffer;
  readonly count: number;
  readonly width: number;
  readonly height: number;
  /** The colours by ffmpeg's names; by default those that the stream states. */
  readonly colours?: { readonly matrix: string; readonly range: 'pc' | 'tv' };
}

const SECONDS = 15;
const CHANNELS = 3;
/** By so many pixels a picture may be coded larger than it is shown. */
const MARGIN = 64;

/**
 * Decodes pictures and calls `onPicture` for each, with its RGB pixels, which may be changed once it returns. Resolves with
 * false if not all decode without a complaint. Rejects with CannotMake.
 */
export async function readHevc(
  { ffmpeg }: MediaTools,
  { stream, count, width, height, colours }: HevcPictures,
  onPicture: (index: number, pixels: Buffer) => void,
): Promise<boolean> {
  const stated = colours ? `in_color_matrix=${colours.matrix}:in_range=${colours.range}:` : '';
  const picture = Buffer.alloc(width * height * CHANNELS);
  let index = 0;
  let filled = 0;
  const complaints = await runProgram(
    ffmpeg,
    [
      ...[...QUIETLY, '-nostdin', ...confinedHevc((width + MARGIN) * (height + MARGIN))],
      // Each colour is that of the nearest sample, as in the library, so that tiles have no seams.
      ...['-vf', `scale=${stated}out_range=pc:flags=neighbor+accurate_rnd+full_chroma_int:sws_dither=none`],
      ...['-pix_fmt', 'rgb24', '-threads', '1', '-f', 'rawvideo', 'pipe:1'],
    ],
    {
      ...{ input: stream, seconds: SECONDS, maxBytes: picture.length * count },
      onOutput(chunk) {
        for (let from = 0; from < chunk.length; ) {
          const taken = chunk.copy(picture, filled, from);
          from += taken;
          filled += taken;
          if (filled < picture.length) continue;
          onPicture(index, picture);
          index += 1;
          filled = 0;
        }
      },
    },
  );
  return complaints === '' && index === count && filled === 0;
}
