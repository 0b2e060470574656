import { brochure, pressRelease } from '../documents/brochure.ts';
import type { Plates } from '../documents/plates.ts';
import { priceList } from '../documents/price-list.ts';
import { createRandom } from '../drawing/random.ts';
import { BROCHURES, RELEASES } from '../story/brochures.ts';
import { FIELD } from '../story/fields.ts';
import { USER } from '../story/people.ts';
import { type Words, words } from '../story/words.ts';
import type { Entry, Plan } from './entry.ts';

interface Paper {
  readonly key: string;
  readonly title: Words;
  readonly description: Words;
  readonly nodes: readonly number[];
  readonly validForDays?: number;
  readonly write: (language: 'en' | 'de', plates: Plates, created: Date) => Promise<Uint8Array>;
}

/** All PDF files, in English and German. */
export function makeDocuments(plan: Plan): Entry[] {
  const year = Number(plan.days.day(0).slice(0, 4));
  const priced = words('All goods of the workshop with their prices.', 'Alle Waren der Werkstatt mit ihren Preisen.');
  const prices = (edition: number, rise: number, nodes: readonly number[], key: string, ended?: number): Paper => ({
    key,
    title: words(`Price list ${edition}`, `Preisliste ${edition}`),
    description: priced,
    nodes,
    write: (language, plates, created) => priceList(edition, rise, language, plates, created),
    ...(ended === undefined ? {} : { validForDays: ended }),
  });
  const papers: readonly Paper[] = [
    ...BROCHURES.map(
      (story): Paper => ({
        key: `brochure-${story.key}`,
        title: story.title,
        description: story.line,
        nodes: story.key === 'guidelines' ? [36] : [51, 81],
        write: (language, plates, created) => brochure(story, language, plates, created),
      }),
    ),
    prices(year - 1, 0, [52], `price-list-${year - 1}`, -30),
    prices(year, 4, [52, 81], `price-list-${year}`),
    prices(year, -35, [82], 'partner-prices'),
    ...RELEASES.map(
      (release): Paper => ({
        key: `press-${release.key}`,
        title: release.title,
        description: release.text,
        nodes: [72],
        write: (language, plates, created) => pressRelease(release, language, plates, created),
      }),
    ),
  ];
  return papers.flatMap((paper) => [makePaper(paper, 'en', plan), makePaper(paper, 'de', plan)]);
}

function makePaper(
  { key, title, description, nodes, validForDays, write }: Paper,
  language: 'en' | 'de',
  plan: Plan,
): Entry {
  const ago = 5 + createRandom(key).whole(0, 500);
  const name = `${key}_${language}.pdf`;
  const [english, german] = language === 'en' ? ['English', 'Englisch'] : ['German', 'Deutsch'];
  return {
    ...{ key: name, name, path: `documents/${name}`, type: 'document', ago, uploadedBy: USER.leyla, nodes },
    infofields: {
      [FIELD.title]: words(`${title.en} (${english})`, `${title.de} (${german})`),
      [FIELD.description]: description,
      [FIELD.copyright]: 'Velmara',
      [FIELD.licence]: nodes.includes(82) ? 4 : 1,
      [FIELD.cleared]: true,
    },
    content: async () => await write(language, await plan.plates(), new Date(plan.days.instant(ago, 9))),
    ...(language === 'de' ? { relations: [{ type: 'translation', to: `${key}_en.pdf` }] } : {}),
    ...(validForDays === undefined ? {} : { validForDays }),
  };
}
