import type { Caption } from './captions.ts';

/** A part of a film or sound with a name. */
export interface Chapter {
  /** Seconds from the beginning. */
  readonly start: number;
  readonly name: string;
}

/** A jump lands a little before or after the second that was asked for. */
const INEXACT = 0.05;

/** Seconds after the start of a chapter from which on the way back leads to that start. */
const BEGUN = 2;

/** The chapters of a film or sound; empty until its track has arrived. */
export function chaptersOf({ textTracks, duration }: HTMLMediaElement): readonly Chapter[] {
  const track = [...textTracks].find(({ kind }) => kind === 'chapters');
  // One that is off is not loaded.
  if (track?.mode === 'disabled') track.mode = 'hidden';
  return [...(track?.cues ?? [])].flatMap((cue) =>
    cue instanceof VTTCue && !(cue.startTime >= duration)
      ? { start: cue.startTime, name: cue.getCueAsHTML().textContent ?? '' }
      : [],
  );
}

/** Adds a track of chapters, once. */
export function offerChapters(media: HTMLMediaElement, chapters: readonly Caption[]): void {
  if (chapters.length === 0 || [...media.textTracks].some(({ kind }) => kind === 'chapters')) return;
  const track = media.addTextTrack('chapters');
  for (const { start, end, text } of chapters) track.addCue(new VTTCue(start, end, text));
}

/** The index of the chapter at this time; -1 before the first one. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): number {
  return chapters.findLastIndex(({ start }) => start <= seconds + INEXACT);
}

/** The chapter that a step leads to; undefined without one. */
export function chapterAfter(chapters: readonly Chapter[], seconds: number, by: 1 | -1): Chapter | undefined {
  return by === 1
    ? chapters.find(({ start }) => start > seconds + INEXACT)
    : (chapters.findLast(({ start }) => start < seconds - BEGUN) ?? chapters[0]);
}
