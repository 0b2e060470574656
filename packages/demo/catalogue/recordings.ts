import { compose, type PieceKind } from '../sounds/compose.ts';
import { wavFile } from '../sounds/wav.ts';
import { FIELD } from '../story/fields.ts';
import { CREATORS, USER } from '../story/people.ts';
import { placeOf } from '../story/places.ts';
import { COLLECTION } from '../story/trees.ts';
import { rowsOf, words } from '../story/words.ts';
import { type Entry, type Plan, sample } from './entry.ts';

/** One piece per line: file, kind, key in semitones, seconds, place of the recording, title. */
const PIECES = rowsOf(`
quiet-places | plucked | 0 | 9 | | Quiet Places (theme) | Stille Orte (Thema)
down-to-the-lake | plucked | 5 | 7 | | Down to the lake | Hinunter zum See
surf-at-cape-rovin | waves | 0 | 8 | rovin | Surf at Cape Rovin | Brandung am Kap Rovin
`);

/** Creates the entries of music and field recordings. */
export const makeSounds = (plan: Plan): Entry[] =>
  sample([...PIECES.entries()], plan).map(
    ([index, [file = '', kind, key, seconds, where = '', en = '', de]]): Entry => {
      const { node, name } = CREATORS.sound;
      const ago = 20 + index * 41;
      const places = where === '' ? [] : [placeOf(where).node];
      const tags = { title: en, artist: name, year: plan.days.day(ago).slice(0, 4) };
      return {
        ...{ key: `sound-${file}`, path: `sounds/${file}.wav`, name: `${file}.wav`, type: 'recording' },
        ...{ ago, uploadedBy: USER.leyla },
        nodes: [where === '' ? 62 : 63, COLLECTION.stills, node, ...places],
        infofields: {
          [FIELD.title]: words(en, de),
          [FIELD.licence]: 1,
          [FIELD.captured]: plan.days.day(ago + 12),
          [FIELD.creator]: [node],
          [FIELD.copyright]: `© ${name} / Velmara`,
          [FIELD.place]: places,
        },
        content: () => wavFile(compose(kind as PieceKind, file, Number(seconds), Number(key)), tags),
      };
    },
  );

/** One record per line: file, type, nodes, size in bytes, width, height, pages, title. */
const RECORDS = rowsOf(`
quiet-places_master_4k.mov | recording | 61 | 18640221184 | 3840 | 2160 | | Quiet Places, master tape | Stille Orte, Masterband
cape-rovin_drone_0412.mp4 | recording | 61 3041 3201 | 2204117811 | 3840 | 2160 | | Cape Rovin from the air | Kap Rovin aus der Luft
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
