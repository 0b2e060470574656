import {
  FILE_CATEGORIES,
  type FileCategory,
  type FileProperties,
  UNKNOWN_TYPE,
} from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { type Probe, sizeAsSeen } from '../ffmpeg/probe.ts';
import { BARS } from '../ffmpeg/waveform.ts';
import { hasOnlySound } from './audio-tags.ts';
import { categoryOfExtension } from './categories.ts';
import { isoDate } from './dates.ts';
import type { WrittenMetadata } from './descriptive-metadata.ts';
import type { Detected } from './detect.ts';
import { flatKeywords } from './keywords.ts';
import { typeOfKind } from './sound-or-film.ts';

/** What drawing a file that ffmpeg can't decode gives: its square placeholder, which has at most this size. */
export const PLACEHOLDER: Size = { width: 1024, height: 1024 };

/** Opens a film or a sound with ffprobe; undefined if that is not installed. */
export type StreamProbe = ((path: string) => Promise<Probe>) | undefined;

/** What the streams of a film or a sound say. */
export interface Played {
  /** The kind of file by its streams: a film container without a film is a sound. */
  readonly kind: Detected;
  /** Properties that tags know less exactly, or not at all. */
  readonly properties: Partial<FileProperties>;
  /** What ffprobe knows of containers that no other reader does. */
  readonly metadata: readonly WrittenMetadata[];
}

/** Reads the streams of a film or a sound. What isn't known is left out; nothing is known of other files. */
export async function readPlayed(
  path: string,
  { detected, extension, isSizeKnown }: { detected: Detected; extension: string; isSizeKnown: boolean },
  open: StreamProbe,
): Promise<Played> {
  const { category, mediaType } = detected;
  if (mediaType === UNKNOWN_TYPE && PLAYED.has(categoryOfExtension(extension)) && open)
    return await readUnknown(path, detected, open);
  const isFilm = category === FILE_CATEGORIES.video;
  if (!isFilm && category !== FILE_CATEGORIES.audio) return { kind: detected, ...NOTHING };
  if (open === undefined) {
    return { kind: asKind(detected, isFilm && (isSizeKnown || !(await hasOnlySound(path)))), ...NOTHING };
  }
  const probed = await open(path).catch(unlessUnreadable);
  return probed === undefined
    ? { kind: asKind(detected, isFilm), properties: { drawn: PLACEHOLDER }, metadata: [] }
    : { kind: asKind(detected, probed.isFilm), ...factsOf(probed) };
}

const NOTHING = { properties: {}, metadata: [] } as const;
const PLAYED: ReadonlySet<FileCategory> = new Set([FILE_CATEGORIES.video, FILE_CATEGORIES.audio]);
/** Formats of bare streams with a registered media type, by ffmpeg's names. */
const BARE_TYPES: Readonly<Record<string, string>> = {
  h264: 'video/h264',
  hevc: 'video/h265',
  obu: 'video/av1',
  truehd: 'audio/vnd.dolby.mlp',
};
/** A guess by the name alone has this certainty. */
const GUESSED = 50;

/** Asks ffprobe for the kind of a file that only its name calls a film or a sound: it knows rarer formats. */
async function readUnknown(path: string, detected: Detected, open: NonNullable<StreamProbe>): Promise<Played> {
  const probed = await open(path).catch(unlessUnreadable);
  if (probed === undefined || probed.certainty <= GUESSED) return { kind: detected, ...NOTHING };
  const { format, isFilm } = probed;
  const mediaType = BARE_TYPES[format] ?? `${isFilm ? 'video' : 'audio'}/x-${format.split(',', 1)[0]}`;
  return { kind: asKind({ ...detected, mediaType }, isFilm), ...factsOf(probed) };
}

/** Undefined for a file that ffmpeg can't decode. */
function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof CannotMake)) throw error;
}

function asKind(detected: Detected, isFilm: boolean): Detected {
  // Its films may consist of drawings, which are no stream.
  if (detected.mediaType === 'application/x-shockwave-flash') return detected;
  const category = isFilm ? FILE_CATEGORIES.video : FILE_CATEGORIES.audio;
  return { ...detected, category, mediaType: typeOfKind(detected.mediaType, isFilm ? 'video' : 'audio') };
}

/** What the streams say, apart from the kind of the file. */
function factsOf({ seconds, video, coverSize, texts }: Probe): Omit<Played, 'kind'> {
  const { title, artist, author, description, comment, synopsis, copyright, date = '', keywords = '' } = texts;
  const properties = {
    ...(seconds > 0 ? { durationSeconds: Math.round(seconds * 1000) / 1000 } : {}),
    ...(video ? sizeAsSeen(video) : { drawn: coverSize ?? BARS }),
  };
  const metadata = {
    title: [title],
    description: [description, comment, synopsis],
    creator: [artist, author],
    copyright: [copyright],
    captured: isoDate(date),
    keywords: flatKeywords([keywords]),
  };
  return { properties, metadata: [metadata] };
}
