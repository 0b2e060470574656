import type { Fitted } from '../../domain/geometry.ts';
import { confinedInput, QUIETLY } from '../ffmpeg/confinement.ts';
import type { Probe } from '../ffmpeg/probe.ts';
import type { Conversion } from './rule.ts';

/** Longer side of an encoded film at most: Full HD. */
const MAX_SIDE = 1920;

/** How an encoded film is to be, where it isn't for playing in a page alone. */
export interface FilmLook {
  /** Even sides; absent: as large as it is. */
  readonly fitted?: Fitted;
  /** 0 to 51, lower is better. */
  readonly crf: number;
  readonly keepsMetadata: boolean;
}

/**
 * Arguments of ffmpeg that turn a file into one that browsers play. It ends well, with a part of
 * the film, when `maxBytes` are written.
 */
export function conversionArguments(
  source: string,
  target: string,
  {
    conversion,
    probe,
    maxBytes,
    look,
  }: { conversion: Conversion; probe: Probe; maxBytes: number; look?: FilmLook | undefined },
): readonly string[] {
  const { container, video, audio } = conversion;
  return [
    ...QUIETLY,
    '-nostdin',
    '-y',
    ...confinedInput(source),
    ...(video && probe.video ? ['-map', `0:${probe.video.index}`] : []),
    ...(audio && probe.audio ? ['-map', `0:${probe.audio.index}`] : []),
    // Whoever plays a film needn't learn where its camera stood.
    ...(look?.keepsMetadata ? ['-map_metadata', '0'] : ['-map_metadata', '-1']),
    ...['-map_chapters', '-1', '-sn', '-dn', '-fflags', '+bitexact', '-threads', '1'],
    ...(video === 'encode' ? encodeVideo(look) : video === 'copy' ? ['-c:v', 'copy'] : ['-vn']),
    ...(audio === 'encode' ? ENCODE_AUDIO : audio === 'copy' ? ['-c:a', 'copy'] : ['-an']),
    // Players begin before the whole file is there.
    ...(container === 'mp4' ? ['-movflags', '+faststart'] : []),
    ...['-max_muxing_queue_size', '4096', '-fs', String(maxBytes), '-f', container, `file:${target}`],
  ];
}

/** Even sides, as the pixel format wants them; square pixels; never enlarged. */
const SCALE = [
  `scale=w='trunc(min(1,${MAX_SIDE}/max(iw*sar,ih))*iw*sar/2)*2':h='trunc(min(1,${MAX_SIDE}/max(iw*sar,ih))*ih/2)*2'`,
  'setsar=1',
  'format=yuv420p',
].join(',');
const CRF = 22;

function encodeVideo(look: FilmLook | undefined): readonly string[] {
  const filter = look ? [...filtersOf(look), 'setsar=1', 'format=yuv420p'].join(',') : SCALE;
  const crf = String(look?.crf ?? CRF);
  return ['-vf', filter, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', crf, '-flags:v', '+bitexact'];
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
