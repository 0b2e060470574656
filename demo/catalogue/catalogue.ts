import type { Bundle } from '../bundle.ts';
import { FIELDS } from '../story/fields.ts';
import { FORMATS } from '../story/formats.ts';
import { ASSET_TYPES, NODE_TYPES, RELATION_TYPES } from '../story/kinds.ts';
import { GROUPS, USERS } from '../story/users.ts';
import { makeBrand } from './brand.ts';
import type { Days } from './days.ts';
import { makeDocuments, type PlateSource } from './documents.ts';
import type { Entry, Scope } from './entry.ts';
import { makeGoods } from './goods.ts';
import { makeModels } from './models.ts';
import { makeNodes } from './nodes.ts';
import { makePortraits } from './portraits.ts';
import { makeRecords } from './records.ts';
import { makeReviews } from './reviews.ts';
import { makeSounds } from './sounds.ts';
import { makeTexts } from './texts.ts';
import { toAssets } from './to-asset.ts';
import { makeViews } from './views.ts';

/** All assets of the demo, in the order of their numbers, without the film. */
export function planEntries(plates: PlateSource, scope: Scope, days: Days): Entry[] {
  const nodes = makeNodes();
  return [
    ...makeViews(nodes, scope, days),
    ...makePortraits(nodes, scope, days),
    ...makeGoods(nodes, scope, days),
    ...makeBrand(scope, days),
    ...makeDocuments(plates, scope, days),
    ...makeTexts(),
    ...makeSounds(scope, days),
    ...makeModels(),
    ...makeRecords(),
  ];
}

/** The catalogue of these assets. */
export function planBundle(entries: readonly Entry[], days: Days): Bundle {
  const assets = toAssets(entries, days);
  return {
    languages: ['en', 'de'],
    default_language: 'en',
    node_types: NODE_TYPES,
    asset_types: ASSET_TYPES,
    info_fields: FIELDS,
    relation_types: RELATION_TYPES,
    download_formats: FORMATS,
    groups: GROUPS,
    users: USERS,
    nodes: makeNodes(),
    assets,
    reviews: makeReviews(assets, days),
  };
}
