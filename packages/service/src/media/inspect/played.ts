import { FILE_CATEGORIES, type FileProperties } from '../../domain/file-properties.ts';
import type { Size } from '../../domain/geometry.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { type Probe, sizeAsSeen } from '../ffmpeg/probe.ts';
import { BARS } from '../ffmpeg/waveform.ts';
import { hasOnlySound } from './audio-tags.ts';
import type { Detected } from './detect.ts';
import { typeOfKind } from './sound-or-film.ts';

/** What drawing a file that ffmpeg can't decode gives: its square placeholder, which has at most this size. */
const PLACEHOLDER: Size = { width: 1024, height: 1024 };

/** Opens a film or a sound with ffprobe; undefined if that is not installed. */
export type StreamProbe = ((path: string) => Promise<Probe>) | undefined;

/** What the streams of a film or a sound say. */
export interface Played {
  /** The kind of file by its streams: a film container without a film is a sound. */
  readonly kind: Detected;
  /** Properties that tags know less exactly, or not at all. */
  readonly properties: Partial<FileProperties>;
}

/** Reads the streams of a film or a sound. What isn't known is left out; nothing is known of other files. */
export async function readPlayed(
  path: string,
  { detected, isSizeKnown }: { detected: Detected; isSizeKnown: boolean },
  open: StreamProbe,
): Promise<Played> {
  const isFilm = detected.category === FILE_CATEGORIES.video;
  if (!isFilm && detected.category !== FILE_CATEGORIES.audio) return { kind: detected, properties: {} };
  if (open === undefined) {
    return { kind: asKind(detected, isFilm && (isSizeKnown || !(await hasOnlySound(path)))), properties: {} };
  }
  try {
    const probed = await open(path);
    return { kind: asKind(detected, probed.isFilm), properties: propertiesOf(probed) };
  } catch (error) {
    if (!(error instanceof CannotMake)) throw error;
    return { kind: asKind(detected, isFilm), properties: { drawn: PLACEHOLDER } };
  }
}

function asKind(detected: Detected, isFilm: boolean): Detected {
  // Its films may consist of drawings, which are no stream.
  if (detected.mediaType === 'application/x-shockwave-flash') return detected;
  const category = isFilm ? FILE_CATEGORIES.video : FILE_CATEGORIES.audio;
  return { ...detected, category, mediaType: typeOfKind(detected.mediaType, isFilm ? 'video' : 'audio') };
}

function propertiesOf({ seconds, video, coverSize }: Probe): Partial<FileProperties> {
  return {
    ...(seconds > 0 ? { durationSeconds: Math.round(seconds * 1000) / 1000 } : {}),
    ...(video ? sizeAsSeen(video) : { drawn: coverSize ?? BARS }),
  };
}
