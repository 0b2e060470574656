import { FIELD } from '../story/fields.ts';
import { KEYWORD } from '../story/keywords.ts';
import type { AssetTypeKey } from '../story/kinds.ts';
import { USER } from '../story/users.ts';
import { type Words, words } from '../story/words.ts';
import type { Entry } from './entry.ts';

type RecordPlan = readonly [
  file: string,
  title: Words,
  type: AssetTypeKey,
  nodes: readonly number[],
  facts: NonNullable<Entry['facts']>,
];

const PLANS: readonly RecordPlan[] = [
  [
    'quiet-places_master_4k.mov',
    words('Quiet Places, master tape', 'Stille Orte, Masterband'),
    'recording',
    [61],
    { size: 18_640_221_184, extension: 'mov', width: 3840, height: 2160 },
  ],
  [
    'cape-rovin_drone_0412.mp4',
    words('Cape Rovin from the air', 'Kap Rovin aus der Luft'),
    'recording',
    [61, 3041, KEYWORD.aerial],
    { size: 2_204_117_811, extension: 'mp4', width: 3840, height: 2160 },
  ],
  [
    'hochkarn_gigapixel.psb',
    words('Hochkarn Range, two gigapixels', 'Hochkarngruppe, zwei Gigapixel'),
    'photo',
    [13, 3010, KEYWORD.panorama],
    { size: 6_100_233_000, extension: 'psb', width: 64_000, height: 32_000 },
  ],
  [
    'summer-brochure_layout.indd',
    words('Summer in Velmara, layout', 'Sommer in Velmara, Layout'),
    'document',
    [51],
    { size: 84_112_300, extension: 'indd', pages: 6 },
  ],
  [
    'poster-hochkarn_screenprint.ai',
    words('Poster Hochkarn, separations', 'Plakat Hochkarn, Farbauszüge'),
    'illustration',
    [35, KEYWORD.posters],
    { size: 41_000_118, extension: 'ai', width: 5906, height: 8268 },
  ],
  [
    'archive-1911-lighthouse.tif',
    words('The lighthouse in 1911, glass plate', 'Der Leuchtturm 1911, Glasplatte'),
    'photo',
    [17, 3041, KEYWORD.blackAndWhite],
    { size: 212_886_016, extension: 'tif', width: 9200, height: 7100 },
  ],
];

/** What is catalogued although its file lies elsewhere. */
export function makeRecords(): Entry[] {
  return PLANS.map(([name, title, type, nodes, facts], index) => ({
    key: `record-${index}`,
    name,
    type,
    nodes,
    facts,
    ago: 90 + index * 77,
    uploadedBy: USER.leyla,
    infofields: {
      [FIELD.title]: title,
      [FIELD.licence]: 3,
      [FIELD.remark]: words(
        'The file is in the cold store; please ask.',
        'Die Datei liegt im Tiefspeicher; bitte fragen.',
      ),
    },
  }));
}
