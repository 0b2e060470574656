import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import { confinedInput, QUIETLY } from '../ffmpeg/confinement.ts';
import type { VideoStream } from '../ffmpeg/probe.ts';
import { mappedToScreens } from '../ffmpeg/shown-on-screens.ts';

/**
 * Layout of a film strip: thumbnails at equal intervals, tiled into one picture, which a player shows above its
 * timeline.
 */
export interface StripPlan {
  /** Size of one thumbnail in pixels. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Seconds between thumbnails; the first one is at 0. */
  readonly interval: number;
}

const BOX = 160;
const MAX_COLUMNS = 10;
const MAX_PICTURES = 100;
/** Films up to this many seconds are decoded completely, because they may have only one key frame. */
const DECODED_WHOLE_SECONDS = 60;

/** Plans a strip; undefined if the film's duration or size is unknown. */
export function planStrip({
  durationSeconds,
  width,
  height,
}: Pick<FileProperties, 'durationSeconds' | 'width' | 'height'>): StripPlan | undefined {
  if (!(durationSeconds > 0 && width > 0 && height > 0)) return undefined;
  const scale = BOX / Math.max(width, height);
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  const pictures = Math.min(MAX_PICTURES, Math.max(1, Math.ceil(durationSeconds)));
  const columns = Math.min(MAX_COLUMNS, pictures);
  const rows = Math.ceil(pictures / columns);
  return { width: even(width), height: even(height), columns, rows, interval: durationSeconds / pictures };
}

/** Returns the ffmpeg arguments that write a strip as JPEG. */
export function stripArguments(source: string, target: string, plan: StripPlan, video: VideoStream): readonly string[] {
  const { width, height, columns, rows, interval } = plan;
  const isLong = interval * columns * rows > DECODED_WHOLE_SECONDS;
  const filters = [
    `fps=fps=1/${interval.toFixed(6)}`,
    `scale=${width}:${height}`,
    ...mappedToScreens(video),
    `tpad=stop_mode=clone:stop=${columns * rows}`,
    `tile=${columns}x${rows}`,
  ];
  return [
    ...QUIETLY,
    '-nostdin',
    '-y',
    // In a long film, decodes only key frames, which need no other parts of the file.
    ...(isLong ? ['-discard:v', 'nokey', '-skip_frame', 'nokey'] : []),
    ...confinedInput(source),
    ...['-map', `0:${video.index}`, '-an', '-sn', '-dn'],
    ...['-vf', filters.join(',')],
    ...['-frames:v', '1', '-threads', '1', '-c:v', 'mjpeg', '-q:v', '5', '-f', 'mjpeg', `file:${target}`],
  ];
}
