import { confinedInput, QUIETLY } from '../media/confinement.ts';
import type { Probe } from '../media/probe.ts';
import type { Conversion } from './rule.ts';

/** Longer side of an encoded film at most: Full HD. */
const MAX_SIDE = 1920;

/**
 * Arguments of ffmpeg that turn a file into one that browsers play. It ends well, with a part of
 * the film, when `maxBytes` are written.
 */
export function conversionArguments(
  source: string,
  target: string,
  { conversion, probe, maxBytes }: { conversion: Conversion; probe: Probe; maxBytes: number },
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
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn', '-fflags', '+bitexact', '-threads', '1'],
    ...(video === 'encode' ? ENCODE_VIDEO : video === 'copy' ? ['-c:v', 'copy'] : ['-vn']),
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
const ENCODE_VIDEO = ['-vf', SCALE, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-flags:v', '+bitexact'];
const ENCODE_AUDIO = ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-flags:a', '+bitexact'];
