import {
  CouldNotDetermineFileTypeError,
  type IAudioMetadata,
  type IPicture,
  parseFile,
  ratingToStars,
  UnsupportedFileTypeError,
} from 'music-metadata';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { isNamedCover } from '../ffmpeg/probe.ts';
import { BARS } from '../ffmpeg/waveform.ts';
import { isoDate } from './dates.ts';
import type { WrittenMetadata } from './descriptive-metadata.ts';
import { flatKeywords } from './keywords.ts';
import { pictureHeader } from './picture-size.ts';
import { readUndeclaredUtf8 } from './undeclared-text.ts';

/**
 * Reads the duration and descriptive metadata of an audio file from its own tags, and the size of the picture that
 * represents it: the cover, or else the waveform. Returns undefined for formats without a reader. Throws for a damaged
 * file.
 */
export async function audioTags(
  path: string,
): Promise<{ durationSeconds: number; metadata: WrittenMetadata; drawn: Size } | undefined> {
  const tags = await parseFile(path, { duration: true }).catch((error: unknown) => {
    // The reader does not support the format, which says nothing about the file.
    if (error instanceof CouldNotDetermineFileTypeError || error instanceof UnsupportedFileTypeError) return undefined;
    throw error;
  });
  if (tags === undefined) return undefined;
  const { format, common } = tags;
  const all = common.picture ?? [];
  const cover = all.find(isFront) ?? all.find(({ name }) => isNamedCover(name)) ?? all[0];
  const seconds = format.duration ?? 0;
  return {
    drawn: (cover && (await sizeOfCover(cover.data))) ?? BARS,
    durationSeconds: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) / 1000 : 0,
    metadata: {
      title: read(common.title),
      description: read(...(common.description ?? []), ...commentsOf(tags)),
      creator: read(creatorsOf(common)),
      copyright: read(common.copyright),
      captured: [common.date, dayOfYear(tags), common.originaldate, common.releasedate]
        .map((text = '') => isoDate(text))
        .find((date) => date !== undefined),
      rating: starsOf(tags),
      keywords: flatKeywords(read(...(common.keywords ?? []))),
    },
  };
}

/** Returns true for a film container of which it is known that it holds sounds alone. */
export async function hasOnlySound(path: string): Promise<boolean> {
  const { format } = await parseFile(path, { skipCovers: true }).catch(() => ({ format: undefined }));
  return format?.hasAudio === true && format.hasVideo === false;
}

/** Returns the text that names all artists, as `Ann with Bo` does, else all names. */
function creatorsOf({ artist, artists = [] }: IAudioMetadata['common']): string | undefined {
  return artists.every((each) => artist?.includes(each)) ? artist : artists.join(', ');
}

/** Comments in which programs keep what concerns themselves alone. */
const OF_PROGRAMS = /^(?:iTun|Songs-DB_|MusicMatch_)/;

/** Returns the comments for readers; those without a name come first. */
function commentsOf(tags: IAudioMetadata): (string | undefined)[] {
  const comments = (tags.common.comment ?? []).filter(({ descriptor = '' }) => !OF_PROGRAMS.test(descriptor));
  const [plain, named] = [comments.filter((each) => !each.descriptor), comments.filter((each) => each.descriptor)];
  // Some programs write them into frames of their own names.
  const own = ['TXXX:comment', 'TXXX:description'].flatMap((id) => nativeTexts(tags, id));
  return [...[...plain, ...named].map(({ text }) => text), ...own];
}

/** Returns the year, with the day that older ID3 states apart from it as `DDMM`. */
function dayOfYear(tags: IAudioMetadata): string | undefined {
  const { year } = tags.common;
  const [, day, month] = /^(\d\d)(\d\d)$/.exec(nativeTexts(tags, 'TDAT', 'TDA')[0] ?? '') ?? [];
  if (year === undefined || month === undefined) return year?.toString();
  return isoDate(`${year}-${month}-${day}`) ?? String(year);
}

function starsOf({ common }: IAudioMetadata): number | undefined {
  const rating = common.rating?.find((each) => (each.rating ?? 0) > 0)?.rating;
  return rating === undefined ? undefined : Math.min(5, ratingToStars(rating));
}

function nativeTexts({ native }: IAudioMetadata, ...ids: readonly string[]): string[] {
  const tags = Object.values(native).flat();
  return ids.flatMap((id) =>
    tags.filter((tag) => tag.id.toLowerCase() === id.toLowerCase()).map(({ value }) => String(value)),
  );
}

/** The same choice as that of `probe`, which the picture is drawn by. */
export function isFront({ type, name }: IPicture): boolean {
  return /^cover(?: art)? \(front\)$/i.test(type ?? '') || /^cover\./i.test(name ?? '');
}

async function sizeOfCover(bytes: Uint8Array): Promise<Size | undefined> {
  const { width, height } = await pictureHeader(bytes).catch(() => ({ width: 0, height: 0 }));
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** ID3 and RIFF may hold texts without an encoding, which the reader takes for Latin-1. */
function read(...texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap((text) => (text === undefined ? [] : [readUndeclaredUtf8(text)]));
}
