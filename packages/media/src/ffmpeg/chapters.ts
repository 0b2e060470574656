import { CannotMake } from '../derived/cannot-make.ts';
import { confinedInput, QUIETLY } from './confinement.ts';
import { outputOf } from './run.ts';
import type { MediaTools } from './tools.ts';

/** A chapter as ffprobe tells it. */
export interface RawChapter {
  readonly start_time?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

/** The first so many chapters are told: a list of more is no help, and would make a player slow. */
const MAX_CHAPTERS = 500;
const MAX_TITLE_CHARACTERS = 200;
/** Limit of ffprobe's output in bytes; a file with more chapters than fit has none. */
const MAX_BYTES = 4 * 2 ** 20;
/** Seconds that the last chapter lasts if it is unknown how long the film does. */
const OPEN_END = 36_000;

/** Reads the chapters of a film or sound as a WebVTT track; one without chapters has no cues. */
export async function readChapters(tools: Pick<MediaTools, 'ffprobe'>, path: string, seconds: number): Promise<string> {
  const entries = ['-of', 'json', '-show_entries', 'chapter=start_time:chapter_tags=title'];
  const json = await outputOf(tools.ffprobe, [...QUIETLY, ...confinedInput(path), ...entries], { maxBytes: MAX_BYTES });
  try {
    const { chapters = [] }: { readonly chapters?: readonly RawChapter[] } = JSON.parse(json.toString('utf8'));
    return chapterTrack(chapters, seconds);
  } catch (cause) {
    throw new CannotMake('corrupt', 'its chapters cannot be read', { cause });
  }
}

/**
 * Writes chapters as WebVTT. Each ends where the next one begins, whatever the file says, so that a player shows one at a time;
 * what begins after the end, or at the same time as another one, is left out. One without a name has its number.
 */
export function chapterTrack(chapters: readonly RawChapter[], seconds: number): string {
  const end = Math.round((seconds > 0 ? seconds : OPEN_END) * 1000);
  const names = new Map<number, string>();
  const timed = chapters
    .map(({ start_time, tags = {} }) => ({ start: startOf(start_time), name: nameOf(tags['title'] ?? '') }))
    .filter(({ start }) => start < end)
    .toSorted((one, other) => one.start - other.start);
  for (const { start, name } of timed) {
    if (names.size === MAX_CHAPTERS) break;
    if (!names.has(start)) names.set(start, name || String(names.size + 1));
  }
  const starts = [...names.keys()];
  const cues = starts.map(
    (start, at) => `\n${time(start)} --> ${time(starts[at + 1] ?? end)}\n${names.get(start) ?? ''}\n`,
  );
  return `WEBVTT\n${cues.join('')}`;
}

/** Milliseconds; a time before the beginning is the beginning. An unknown one is after every end. */
function startOf(text: string | undefined): number {
  const milliseconds = Math.round(Number(text) * 1000);
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : Number.POSITIVE_INFINITY;
}

/** A title on one line, whose letters are no markup. */
function nameOf(title: string): string {
  const line = title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const cut = [...line].slice(0, MAX_TITLE_CHARACTERS).join('');
  return cut.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function time(milliseconds: number): string {
  const [whole, rest] = [Math.floor(milliseconds / 1000), milliseconds % 1000];
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(rest).padStart(3, '0')}`;
}
