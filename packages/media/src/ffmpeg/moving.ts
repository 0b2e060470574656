/** Reads all frames of pictures that move, of formats whose first frame alone the image library reads. */
import { CannotMake } from '../derived/cannot-make.ts';
import { confinedMoving, type MovingContainer, QUIETLY } from './confinement.ts';
import { outputOf } from './run.ts';
import type { MediaTools } from './tools.ts';

export interface Frames {
  readonly width: number;
  /** Of one frame. */
  readonly height: number;
  /** RGBA, frame after frame. */
  readonly pixels: Buffer;
  /** How long each frame is shown, in milliseconds. */
  readonly delays: readonly number[];
}

const MAX_PROBE_BYTES = 4 * 2 ** 20;
const FRAMES_A_SECOND = 25;
/** Frames are shown at least so long, as browsers do. */
const SHORTEST_MILLISECONDS = 10;
const DEFAULT_MILLISECONDS = 100;

interface Probed {
  readonly streams?: readonly {
    readonly index?: number;
    readonly codec_type?: string;
    readonly width?: number;
    readonly height?: number;
    readonly pix_fmt?: string;
  }[];
  readonly packets?: readonly { readonly stream_index?: number; readonly duration_time?: string }[];
}

/**
 * Reads the frames of a moving picture, upright. Undefined if there is only one, or if they have more than `maxPixels`
 * pixels together. Rejects with CannotMake.
 */
export async function readFrames(
  tools: MediaTools,
  path: string,
  { container, maxPixels }: { readonly container: MovingContainer; readonly maxPixels: number },
): Promise<Frames | undefined> {
  const input = confinedMoving(path, container);
  const entries = 'stream=index,codec_type,width,height,pix_fmt:packet=stream_index,duration_time';
  const json = await outputOf(tools.ffprobe, [...QUIETLY, ...input, '-of', 'json', '-show_entries', entries], {
    maxBytes: MAX_PROBE_BYTES,
  });
  const { streams = [], packets = [] } = JSON.parse(json.toString('utf8')) as Probed;
  const [main, second] = streams.filter(({ codec_type }) => codec_type === 'video');
  const { width = 0, height = 0 } = main ?? {};
  const shown = packets.filter(({ stream_index }) => stream_index === main?.index);
  if (shown.length < 2 || width * height * shown.length > maxPixels) return undefined;
  // The transparency of AVIF is a film of its own.
  const isMask = second?.width === width && second.height === height && /^gray/.test(second.pix_fmt ?? '');
  const [from, mask] = [`[0:${main?.index}]`, isMask ? `[0:${second.index}]alphamerge,` : ''];
  // Equal distances keep ffmpeg from leaving out or repeating frames; how long each is shown is known already.
  const filter = `${from}${mask}setpts=N/${FRAMES_A_SECOND}/TB,fps=${FRAMES_A_SECOND},format=rgba[out]`;
  const bytes = 4 * width * height;
  const pixels = await outputOf(
    tools.ffmpeg,
    [
      ...QUIETLY,
      ...['-nostdin', '-noautorotate', ...input],
      ...['-filter_complex', filter, '-map', '[out]'],
      ...['-frames:v', String(shown.length), '-f', 'rawvideo', 'pipe:1'],
    ],
    { maxBytes: bytes * shown.length },
  );
  const count = Math.floor(pixels.length / bytes);
  if (count < 2) throw new CannotMake('corrupt', 'a moving picture without frames');
  const delays = shown.slice(0, count).map(({ duration_time: time }) => {
    const milliseconds = Math.round(Number(time) * 1000);
    return milliseconds > 0 ? Math.max(SHORTEST_MILLISECONDS, milliseconds) : DEFAULT_MILLISECONDS;
  });
  return { width, height, pixels: pixels.subarray(0, count * bytes), delays };
}
