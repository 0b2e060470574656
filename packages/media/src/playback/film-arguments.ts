import type { Fitted } from '../../../core/src/domain/geometry.ts';
import { confinedInput, QUIETLY } from '../ffmpeg/confinement.ts';
import type { Probe, VideoStream } from '../ffmpeg/probe.ts';
import { deinterlaced, isHdr, mappedToScreens } from '../ffmpeg/shown-on-screens.ts';
import type { FilmConversion } from './way-to-play.ts';

/** Limit of the longer side of an encoded film in pixels: Full HD. */
const MAX_SIDE = 1920;

/** Look of an encoded film; given only for films that are not made just for playing in a page. */
export interface FilmLook {
  /** Target size with even sides; absent keeps the source's size. */
  readonly fitted?: Fitted;
  /** Constant rate factor of H.264, 0 to 51; lower is better. */
  readonly crf: number;
  readonly keepsMetadata: boolean;
  /** XMP for an MP4 without other metadata. */
  readonly marks?: string;
}

/**
 * Returns the ffmpeg arguments that convert a file for browsers. When the output reaches `maxBytes`, ffmpeg exits with
 * success although the film is incomplete; `requireWhole` detects this.
 */
export function filmArguments(
  source: string,
  target: string,
  {
    conversion,
    probe,
    maxBytes,
    look,
  }: { conversion: FilmConversion; probe: Probe; maxBytes: number; look?: FilmLook | undefined },
): readonly string[] {
  const { container, video, audio } = conversion;
  return [
    ...QUIETLY,
    '-nostdin',
    '-y',
    ...confinedInput(source),
    ...(video && probe.video ? ['-map', `0:${probe.video.index}`] : []),
    ...(audio && probe.audio ? ['-map', `0:${probe.audio.index}`] : []),
    // Removes metadata by default, so that viewers do not learn where the film was shot.
    ...(look?.keepsMetadata ? ['-map_metadata', '0'] : ['-map_metadata', '-1']),
    ...['-map_chapters', '-1', '-sn', '-dn', '-fflags', '+bitexact', '-threads', '1'],
    ...(video === 'encode' && probe.video
      ? encodeVideo(probe.video, look)
      : video === 'copy'
        ? ['-c:v', 'copy']
        : ['-vn']),
    ...(audio === 'encode' ? ENCODE_AUDIO : audio === 'copy' ? ['-c:a', 'copy'] : ['-an']),
    // Lets players start before the whole file has arrived.
    ...(container === 'mp4' ? ['-movflags', '+faststart'] : []),
    ...['-max_muxing_queue_size', '4096', '-fs', String(maxBytes), '-f', container, `file:${target}`],
  ];
}

/** Scales to even sides, which the pixel format requires, and to square pixels; never enlarges. */
const SCALE = `scale=w='trunc(min(1,${MAX_SIDE}/max(iw*sar,ih))*iw*sar/2)*2':h='trunc(min(1,${MAX_SIDE}/max(iw*sar,ih))*ih/2)*2'`;
const CRF = 22;
const TAGGED_FOR_SCREENS = [
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
];

function encodeVideo(video: VideoStream, look: FilmLook | undefined): readonly string[] {
  const [scale = SCALE, ...rest] = look ? filtersOf(look) : [];
  const filters = [deinterlaced(video), scale, ...mappedToScreens(video), ...rest, 'setsar=1', 'format=yuv420p'];
  return [
    ...['-vf', filters.join(','), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(look?.crf ?? CRF)],
    ...(isHdr(video) ? TAGGED_FOR_SCREENS : []),
    ...['-flags:v', '+bitexact'],
  ];
}

function filtersOf({ fitted }: FilmLook): string[] {
  if (!fitted) return ["scale=w='max(2,trunc(iw*sar/2)*2)':h='max(2,trunc(ih/2)*2)'"];
  const { scaled, cut, sheet, size } = fitted;
  return [
    `scale=${scaled.width}:${scaled.height}`,
    ...(cut ? [`crop=${cut.width}:${cut.height}:${cut.left}:${cut.top}`] : []),
    ...(sheet ? [`pad=${size.width}:${size.height}:${sheet.left}:${sheet.top}:black`] : []),
  ];
}

const ENCODE_AUDIO = ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-flags:a', '+bitexact'];
