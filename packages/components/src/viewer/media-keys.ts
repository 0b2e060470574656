import { type AbsMediaControls, SPEEDS } from './media-controls-element.ts';

/** What a key does with the film or sound of these controls. */
type MediaAction = (controls: AbsMediaControls, media: HTMLMediaElement) => void;

const seek =
  (by: number): MediaAction =>
  (controls, media) => {
    media.currentTime = Math.min(controls.length, Math.max(0, media.currentTime + by));
  };

const louder =
  (by: number): MediaAction =>
  (_, media) => {
    media.muted = false;
    media.volume = Math.min(1, Math.max(0, media.volume + by));
  };

const faster =
  (steps: number): MediaAction =>
  (_, media) => {
    const at = SPEEDS.indexOf(media.playbackRate);
    media.playbackRate = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, (at < 0 ? 2 : at) + steps))] ?? 1;
  };

const toggle: MediaAction = (controls) => controls.toggle();

/** The keys of a page that shows a player alone. Digits lead to that tenth of the time. */
export const MEDIA_KEYS: Readonly<Record<string, MediaAction>> = {
  ' ': toggle,
  k: toggle,
  j: seek(-10),
  l: seek(10),
  ArrowLeft: seek(-5),
  ArrowRight: seek(5),
  ArrowUp: louder(0.1),
  ArrowDown: louder(-0.1),
  Home: seek(Number.NEGATIVE_INFINITY),
  End: seek(Number.POSITIVE_INFINITY),
  m: (_, media) => {
    media.muted = !media.muted;
  },
  n: (controls) => controls.goToChapter(1),
  p: (controls) => controls.goToChapter(-1),
  '<': faster(-1),
  '>': faster(1),
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, tenth): [string, MediaAction] => [
      String(tenth),
      (controls, media) => {
        media.currentTime = (controls.length * tenth) / 10;
      },
    ]),
  ),
};
