import type { FileProperties } from '../../../../core/src/domain/file-properties.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { decodesCleanly, type Frame, readFrame } from '../../ffmpeg/frame.ts';
import { readPeaks } from '../../ffmpeg/peaks.ts';
import { readPoster } from '../../ffmpeg/poster.ts';
import { probe, sizeAsSeen, type VideoStream } from '../../ffmpeg/probe.ts';
import { type MediaTools, requireTools } from '../../ffmpeg/tools.ts';
import { BARS, drawWaveform } from '../../ffmpeg/waveform.ts';
import { taggedCover } from '../../inspect/tagged-cover.ts';
import type { DrawableFile } from '../renderer.ts';
import { type Picture, pictureOf, type Wanted } from './picture.ts';
import { openRasterBytes } from './raster.ts';

/** Aspect ratios of one film may differ by this much, because containers and decoders round or crop. */
const SAME_SHAPE = 0.05;
const WAVEFORM = {
  ...BARS,
  fill: 0.72,
  margin: 100,
  colours: [
    [0x1f, 0x9e, 0x93],
    [0x5b, 0x6c, 0xe0],
  ],
} as const;
const BAR_COUNT = 56;
/**
 * Only this many seconds are read for a waveform: an hour takes several seconds to read, and its picture looks no
 * better.
 */
const DRAWN_SECONDS = 1200;

/** Opens a film or a sound: the poster of a film, else the cover picture, else a waveform of bars. */
export async function openFilm({ path, properties, box }: DrawableFile & Pick<Wanted, 'box'>): Promise<Picture> {
  const tools = requireTools('no_tool', 'films and sounds need ffmpeg, which is not there');
  const probed = await probe(tools, path);
  const { video, audio, cover } = probed;
  if (video) {
    const poster = await readPoster(tools, path, video);
    const { width, height } = sizeOf(video, properties);
    return {
      ...pictureOf(poster.pixels, poster, 3),
      width,
      height,
      isIntact: () => decodesCleanly(tools, path, video.index),
    };
  }
  const tagged = await taggedCover(tools, path, probed);
  const picture = tagged && (await openRasterBytes(tagged, box).catch(() => undefined));
  if (picture) return { ...picture, pages: 1 };
  const front = cover === undefined ? undefined : await coverOf(tools, path, cover);
  if (front) return pictureOf(front.pixels, front, 3);
  if (!audio) throw new CannotMake('corrupt', 'neither pictures nor sound');
  return await waveform(tools, path, audio.index);
}

/**
 * Returns the size from the properties, so that pictures have the planned size; if these don't match the film's aspect
 * ratio, the size from the file.
 */
function sizeOf(
  video: VideoStream,
  properties: Pick<FileProperties, 'width' | 'height'>,
): { width: number; height: number } {
  const seen = sizeAsSeen(video);
  const isKnown = Math.abs((properties.width * seen.height) / (properties.height * seen.width) - 1) < SAME_SHAPE;
  return isKnown ? properties : seen;
}

/** Reads the cover picture; undefined if it is damaged, so that the rest of the file is still drawn. */
async function coverOf(tools: MediaTools, path: string, stream: number): Promise<Frame | undefined> {
  return await readFrame(tools, path, { stream, filters: [], seconds: 3 }).catch((error: unknown) => {
    if (error instanceof CannotMake) return undefined;
    throw error;
  });
}

async function waveform(tools: MediaTools, path: string, stream: number): Promise<Picture> {
  const peaks = await readPeaks(tools, path, { stream, count: BAR_COUNT, first: DRAWN_SECONDS });
  const drawn = drawWaveform(peaks, WAVEFORM);
  return pictureOf(drawn.pixels, drawn, 4);
}
