import { readFile } from 'node:fs/promises';
import { compose } from '../sounds/compose.ts';
import { wavFile } from '../sounds/wav.ts';
import { FIELD } from '../story/fields.ts';
import { FILM_CHAPTERS } from '../story/film.ts';
import { CREATORS, USER } from '../story/people.ts';
import { COLLECTION } from '../story/trees.ts';
import { rowsOf, words } from '../story/words.ts';
import type { Entry, Plan } from './entry.ts';

/** One piece of music per line: file, key in semitones, seconds, title. */
const PIECES = rowsOf(`
quiet-places | 0 | 9 | Quiet Places (theme) | Stille Orte (Thema)
down-the-valley | 5 | 7 | Down the valley | Talwärts
`);

/** Creates the entries of music. */
export const makeSounds = ({ days }: Plan): Entry[] =>
  PIECES.map(([file = '', key, seconds, en, de], index): Entry => {
    const { node, name } = CREATORS.sound;
    const ago = 60 + index * 41;
    return {
      ...{ key: `sound-${file}`, path: `sounds/${file}.wav`, name: `${file}.wav`, type: 'recording' },
      ...{ ago, uploadedBy: USER.leyla },
      nodes: [62, COLLECTION.stills, node],
      infofields: {
        [FIELD.title]: words(en, de),
        [FIELD.licence]: 1,
        [FIELD.captured]: days.day(ago + 12),
        [FIELD.creator]: [node],
        [FIELD.copyright]: `© ${name} / Velmara`,
      },
      content: () => wavFile(compose(file, Number(seconds), Number(key))),
    };
  });

/** One record per line: file, type, nodes, size in bytes, width, height, pages, title. */
const RECORDS = rowsOf(`
hochkarn_gigapixel.psb | photo | 13 3010 3206 | 6100233000 | 64000 | 32000 | | Hochkarn Range, two gigapixels | Hochkarngruppe, zwei Gigapixel
summer-brochure_layout.indd | document | 51 | 84112300 | | | 6 | Summer in Velmara, layout | Sommer in Velmara, Layout
`);

/** Creates the records without a file, which stand for files stored elsewhere. */
export const makeRecords = (): Entry[] =>
  RECORDS.map(([name = '', type = '', nodes = '', size, width, height, pages, en, de], index) => ({
    ...{ key: `record-${index}`, name, type, nodes: nodes.split(' ').map(Number) },
    ...{ ago: 90 + index * 77, uploadedBy: USER.leyla },
    facts: {
      ...{ size: Number(size), extension: name.slice(name.lastIndexOf('.') + 1) },
      ...(width === '' ? { pages: Number(pages) } : { width: Number(width), height: Number(height) }),
    },
    infofields: {
      [FIELD.title]: words(en, de),
      [FIELD.licence]: 3,
      [FIELD.remark]: words(
        'The file is in the cold store; please ask.',
        'Die Datei liegt im Tiefspeicher; bitte fragen.',
      ),
    },
  }));

/** The file of the film, which lies beside the sources. */
const FILM = new URL(`${import.meta.url.endsWith('.ts') ? '' : '../'}../film/a-day-in-velmara.mp4`, import.meta.url);

/** Creates the entry of the film. */
export const makeFilm = (): Entry => ({
  ...{ key: 'film', path: 'films/a-day-in-velmara.mp4', name: 'a-day-in-velmara.mp4', type: 'recording', ago: 2 },
  nodes: [61, 3000, COLLECTION.stills, COLLECTION.homePage, CREATORS.sound.node],
  uploadedBy: USER.leyla,
  infofields: {
    [FIELD.title]: words('A day in Velmara', 'Ein Tag in Velmara'),
    [FIELD.description]: FILM_CHAPTERS,
    [FIELD.creator]: [CREATORS.drawing.node],
    [FIELD.copyright]: `© ${CREATORS.drawing.name}, ${CREATORS.sound.name} / Velmara`,
    [FIELD.licence]: 1,
  },
  content: () => readFile(FILM),
  relations: ['en', 'de'].map((language) => ({
    type: 'goes_with',
    to: `text-subtitles_a-day-in-velmara.${language}.srt`,
  })),
});
