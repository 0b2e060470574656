import { FIELDS } from '../story/fields.ts';
import { FORMATS } from '../story/formats.ts';
import { GROUPS, USERS } from '../story/people.ts';
import { rowsOf, words } from '../story/words.ts';
import { makeBrand } from './brand.ts';
import { makeDocuments } from './documents.ts';
import type { Entry, Plan } from './entry.ts';
import { makeGoods } from './goods.ts';
import { makeModels } from './models.ts';
import { makeFilm, makeRecords, makeSounds } from './recordings.ts';
import { makeReviews } from './reviews.ts';
import { makeTexts } from './texts.ts';
import { toAssets } from './to-asset.ts';
import { makeViews } from './views.ts';

/** Creates all entries of the demo, in the order of their IDs. */
export const planEntries = (plan: Plan): Entry[] => [
  ...makeViews(plan),
  ...makeGoods(plan),
  ...makeBrand(plan),
  ...makeDocuments(plan),
  ...makeTexts(),
  ...makeSounds(plan),
  ...makeModels(),
  ...makeRecords(),
  makeFilm(),
];

/** Asset types, one per line: key, name. */
const ASSET_TYPES = `
photo | Photo | Foto
illustration | Illustration | Illustration
product | Product shot | Produktbild
mark | Logo or sign | Logo oder Zeichen
document | Document | Dokument
recording | Film or sound | Film oder Ton
model | 3D model | 3D-Modell
`;

/**
 * Relation types, one per line: key, name, name from the other side. A relation without the latter may apply in both
 * directions.
 */
const RELATION_TYPES = `
variant | Variant | Variante
translation | Translation | Übersetzung
shows | Shows | Zeigt | Pictured in | Abgebildet in
source | Made from | Entstanden aus | Source of | Quelle von
goes_with | Goes with | Passt zu
`;

/** Creates the content of `catalogue.json` with the assets of some of all entries. */
export function planBundle(all: readonly Entry[], entries: readonly Entry[], { days, nodes }: Plan) {
  const assets = toAssets(all, entries, days);
  const tree = (id: number, key: string, en: string, de: string, defines: string) => ({
    ...{ id, key, name: words(en, de), permission: `${defines}permission_defining` },
  });
  return {
    languages: ['en', 'de'],
    default_language: 'en',
    node_types: [
      tree(101, 'folder', 'Folders', 'Ordner', ''),
      tree(102, 'collection', 'Collections', 'Sammlungen', 'non_'),
      tree(103, 'keyword', 'Keywords', 'Stichwörter', 'non_'),
    ],
    asset_types: rowsOf(ASSET_TYPES).map(([key, en, de], index) => ({ id: index + 1, key, name: words(en, de) })),
    info_fields: FIELDS,
    relation_types: rowsOf(RELATION_TYPES).map(([key, en, de, reverse, german], index) => ({
      ...{ id: index + 1, key, name: words(en, de), symmetric: reverse === undefined },
      ...(reverse === undefined ? {} : { reverse_name: words(reverse, german) }),
    })),
    download_formats: FORMATS,
    groups: GROUPS,
    users: USERS,
    nodes,
    assets,
    reviews: makeReviews(assets, days),
  };
}
