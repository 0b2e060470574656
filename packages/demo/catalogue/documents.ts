import { brochure, pressRelease } from '../documents/brochure.ts';
import { handbook } from '../documents/handbook.ts';
import type { Plates } from '../documents/plates.ts';
import { createRandom } from '../drawing/random.ts';
import { BROCHURES, RELEASES } from '../story/brochures.ts';
import { FIELD } from '../story/fields.ts';
import { HANDBOOK } from '../story/handbook.ts';
import { USER } from '../story/people.ts';
import { type Words, words } from '../story/words.ts';
import type { Entry, Plan } from './entry.ts';

interface Paper {
  readonly key: string;
  readonly title: Words;
  readonly description: Words;
  readonly nodes: readonly number[];
  readonly validInDays?: number;
  readonly validForDays?: number;
  readonly write: (language: 'en' | 'de', plates: Plates, created: Date) => Promise<Uint8Array>;
}

/** Creates the entries of all PDF files, in English and German. */
export function makeDocuments(plan: Plan): Entry[] {
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
    {
      key: 'handbook',
      title: HANDBOOK.title,
      description: HANDBOOK.line,
      nodes: [51, 81],
      write: handbook,
    },
    ...RELEASES.map(
      (release): Paper => ({
        key: `press-${release.key}`,
        title: release.title,
        description: release.text,
        nodes: release.key === 'partners' ? [82] : [72],
        ...(release.key === 'quiet' ? { validInDays: 12 } : {}),
        ...(release.key === 'lighthouse' ? { validForDays: -30 } : {}),
        write: (language, plates, created) => pressRelease(release, language, plates, created),
      }),
    ),
  ];
  return papers.flatMap((paper) => [makePaper(paper, 'en', plan), makePaper(paper, 'de', plan)]);
}

function makePaper(
  { key, title, description, nodes, validInDays, validForDays, write }: Paper,
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
    ...(validInDays === undefined ? {} : { validInDays }),
    ...(validForDays === undefined ? {} : { validForDays }),
  };
}
