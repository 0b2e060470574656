import type { PlateName } from '../documents/plates.ts';
import { type Words, words } from './words.ts';

/** Something that Velmara tells the press. */
export interface Release {
  readonly key: string;
  readonly title: Words;
  readonly text: Words;
  readonly plate: PlateName;
}

/** The latest news. */
export const RELEASES: readonly Release[] = [
  {
    key: 'quiet',
    title: words('Quiet Places: a campaign without a slogan', 'Stille Orte: eine Kampagne ohne Slogan'),
    plate: 'boat',
    text: words(
      'Velmara begins its campaign “Quiet Places” with forty pictures and not a single line of text. “Whoever needs quiet will see it”, says Karla Weiss, director of the region. The pictures hang in stations and libraries from Monday.',
      'Velmara startet die Kampagne „Stille Orte“ mit vierzig Bildern und keiner einzigen Textzeile. „Wer Ruhe braucht, sieht sie“, sagt Karla Weiss, Leiterin der Region. Die Bilder hängen ab Montag in Bahnhöfen und Bibliotheken.',
    ),
  },
  {
    key: 'lighthouse',
    title: words('The light at Cape Rovin is back', 'Das Licht am Kap Rovin ist zurück'),
    plate: 'coast',
    text: words(
      'After fourteen months of repairs the lighthouse at Cape Rovin is shining again. The lens of 1911 was taken apart, cleaned and put together by hand. The path to the tower opens in May.',
      'Nach vierzehn Monaten Arbeit leuchtet der Turm am Kap Rovin wieder. Die Linse von 1911 wurde zerlegt, gereinigt und von Hand zusammengesetzt. Der Weg zum Turm öffnet im Mai.',
    ),
  },
];
