import type { PaletteName } from '../drawing/palettes.ts';
import { createRandom, type Random } from '../drawing/random.ts';
import type { Caption } from '../files/caption.ts';
import type { SceneName } from '../scenes/scenes.ts';
import { LIGHTS } from '../story/lights.ts';
import { MOTIFS, type Motif } from '../story/motifs.ts';
import type { Creator } from '../story/people.ts';
import type { Place } from '../story/places.ts';
import { type Words, words } from '../story/words.ts';
import type { Days } from './days.ts';

const CAMERAS = [
  { make: 'Karnflex', model: 'Karnflex M4', lens: 'Karnar 35 mm f/2' },
  { make: 'Karnflex', model: 'Karnflex S2', lens: 'Karnar 24-70 mm f/2.8' },
  { make: 'Lumid', model: 'Lumid Air 3', lens: 'Lumid 28 mm f/2.8' },
] as const;

/** The words below a picture of a place. */
export function captionWords(
  scene: SceneName,
  variant: string,
  place: Place,
  light: PaletteName,
  turn: number,
): { title: Words; description: Words; alternative: Words } {
  const motif: Motif | undefined = MOTIFS[scene]?.[variant];
  if (motif === undefined) throw new Error(`no words for ${scene} ${variant}`);
  const { moments, sentence } = LIGHTS[light];
  const moment = moments[turn % moments.length] ?? words('', '');
  return {
    title: words(
      `${place.name.en} – ${motif.title.en}, ${moment.en}`,
      `${place.name.de} – ${motif.title.de}, ${moment.de}`,
    ),
    description: words(`${motif.sentence.en}\n${sentence.en}`, `${motif.sentence.de}\n${sentence.de}`),
    alternative: motif.sentence,
  };
}

/** What is written into the file of a picture; `ago` are the days since the upload. */
export function makeCaption(
  key: string,
  text: { title: Words; description: Words },
  place: Place,
  creator: Creator,
  { hour, season }: { readonly hour: number; readonly season?: number },
  keywords: readonly (readonly string[])[],
  ago: number,
  days: Days,
): Caption {
  const random = createRandom(`${key}/caption`);
  const camera = random.pick(CAMERAS);
  const captured = days.instant(
    dayInSeason(ago + random.whole(2, 20), season, days, random),
    hour,
    random.whole(0, 59),
  );
  return {
    title: text.title.en,
    description: text.description.en.replace('\n', ' '),
    creator: creator.name,
    copyright: `© ${captured.slice(0, 4)} ${creator.name} / Velmara`,
    keywords: [...new Set(keywords.map((path) => path.at(-1) ?? ''))],
    keywordPaths: keywords,
    captured,
    city: place.town,
    country: 'Velmara',
    rating: random.whole(3, 5),
    latitude: Math.round((place.latitude + random.between(-0.01, 0.01)) * 1e5) / 1e5,
    longitude: Math.round((place.longitude + random.between(-0.01, 0.01)) * 1e5) / 1e5,
    camera: {
      ...camera,
      exposureTime: random.pick(['1/30', '1/125', '1/250', '1/500', '2/1']),
      fNumber: random.pick(['28/10', '40/10', '56/10', '80/10', '110/10']),
      iso: random.pick([64, 100, 200, 400, 1600]),
      focalLength: random.pick([24, 28, 35, 50, 70]),
    },
  };
}

/** Days since the last day in that season (1 spring to 4 winter) before the given one, somewhere in its middle. */
function dayInSeason(ago: number, season: number | undefined, days: Days, random: Random): number {
  if (season === undefined) return ago;
  const seasonOf = (day: string): number => Math.floor(((Number(day.slice(5, 7)) + 9) % 12) / 3) + 1;
  let at = ago;
  while (seasonOf(days.day(at)) !== season) at += 1;
  const spare = random.whole(0, 60);
  return seasonOf(days.day(at + spare)) === season ? at + spare : at;
}
