import type { CaptionFile } from './captions.ts';
import type { Recording } from './recording.ts';

/** Tracks that were added, by film. None is added twice, because a browser cannot remove a track. */
const OFFERED = new WeakMap<HTMLVideoElement, Map<TextTrack, CaptionFile>>();

/** Adds captions to the menu of a film. Each file is loaded when it is turned on. */
export function offerCaptions(film: HTMLVideoElement, recording: Recording, locale: string, fallback: string): void {
  const offered = OFFERED.get(film) ?? new Map<TextTrack, CaptionFile>();
  if (!OFFERED.has(film)) {
    OFFERED.set(film, offered);
    film.textTracks.addEventListener('change', () => {
      for (const [track, file] of offered) if (track.mode === 'showing') void fill(track, recording, file);
    });
  }
  const known = new Set([...offered.values()].map(({ asset }) => asset.id));
  for (const file of recording.captions) {
    if (known.has(file.asset.id)) continue;
    const track = film.addTextTrack('subtitles', nameOf(file.language, locale) || fallback, file.language);
    track.mode = 'disabled';
    offered.set(track, file);
  }
}

const filled = new WeakSet<TextTrack>();

/** Turns captions on again, which loads them. */
export function retryCaptions(film: HTMLVideoElement, file: CaptionFile): void {
  for (const [track, offered] of OFFERED.get(film) ?? [])
    if (offered.asset.id === file.asset.id) track.mode = 'showing';
}

async function fill(track: TextTrack, recording: Recording, file: CaptionFile): Promise<void> {
  if (filled.has(track)) return;
  filled.add(track);
  const texts = await recording.textsOf(file);
  for (const { start, end, text } of texts ?? []) track.addCue(new VTTCue(start, end, text));
  if (texts) return;
  // Turned off again, so that turning it on is another try.
  filled.delete(track);
  track.mode = 'disabled';
}

/** The name of a language in the language `locale`, such as `German` for `de`. */
function nameOf(language: string, locale: string): string {
  try {
    return language === '' ? '' : (new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language);
  } catch {
    return language;
  }
}
