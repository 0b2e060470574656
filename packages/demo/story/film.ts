import type { PaletteName } from '../drawing/palettes.ts';
import type { SceneName } from '../scenes/scenes.ts';
import { rowsOf, words } from './words.ts';

/** One shot of the film per line: scene, variant, palette, title of its chapter, subtitle. English comes before German. */
const TABLE = `
lake | jetty | dawn | First light | Erstes Licht | A day in Velmara begins without an alarm clock. | Ein Tag in Velmara beginnt ohne Wecker.
mountains | peaks | noon | Above the trees | Über den Bäumen | By noon the last larches are far below you. | Mittags liegen die letzten Lärchen weit unter Ihnen.
coast | lighthouse | golden | Out to the cape | Hinaus zum Kap | The lighthouse has shown the way since 1911. | Der Leuchtturm weist seit 1911 den Weg.
town | river | dusk | Along the river | Am Fluss | In town, the evening takes its time. | In der Stadt lässt sich der Abend Zeit.
cabin | aframe | moonlight | A light in the window | Ein Licht im Fenster | And if the lantern burns, somebody expects you. | Und brennt die Laterne, werden Sie erwartet.
`;

/** The shots of the film, which are equally long. Each is a chapter. */
export const SHOTS = rowsOf(TABLE).map(([scene, variant = '', palette, en, de, line, german]) => ({
  scene: scene as SceneName,
  palette: palette as PaletteName,
  variant,
  title: words(en, de),
  line: words(line, german),
}));

/** Length of the film in seconds. */
export const FILM_SECONDS = 20;

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);
/** The second at which a shot begins. */
export const startOf = (index: number): number => (FILM_SECONDS / SHOTS.length) * index;

/** The subtitles of the film in SubRip. */
export const subtitles = (language: 'en' | 'de'): string =>
  SHOTS.map(({ line }, index) => {
    const times = [startOf(index) + 0.6, startOf(index + 1) - 0.4].map((time) => clock(time).replace('.', ','));
    return `${index + 1}\n${times.join(' --> ')}\n${line[language]}\n`;
  }).join('\n');

const chapters = (language: 'en' | 'de'): string =>
  SHOTS.map(({ title }, index) => `${clock(startOf(index)).slice(4, 8)} ${title[language]}`).join('\n');

/** The chapters of the film, one per line. */
export const FILM_CHAPTERS = words(chapters('en'), chapters('de'));
