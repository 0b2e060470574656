import Type from 'typebox';
import { requireAsset } from '../assets.ts';
import { AssetEntry, assetEntries, ENTRY_PARAMETERS, entryOptions, WITH_PICTURES } from '../entries.ts';
import { jsonOperation } from '../operation.ts';
import { ID, mandatory, one } from '../params.ts';
import { PAGING, pageOf } from '../result-controls.ts';
import { searchOf } from '../search/criteria.ts';
import { FILTER_PARAMETERS, FILTER_SELECTORS } from '../search/search-parameters.ts';
import { seenBy } from '../seen.ts';
import { RELATIVE_SECONDS } from './search.ts';

/** Schema of the number beside similar pictures and duplicates. */
export const PENDING = Type.Integer({
  description: 'Number of assets whose pictures nobody has looked at, and so cannot be compared yet',
});

/** GET /node.do?similar=<asset>: lists the assets that look like an asset. */
export const similar = jsonOperation({
  outranks: FILTER_SELECTORS,
  refuses: ['search', 'sort_order', 'sort_order_seq', 'search_order', 'search_order_seq', 'limit', 'search_limit'],
  summary: 'Similar pictures',
  description:
    'Returns the assets whose pictures look like that of the asset, the nearest first, each with its `distance`, up' +
    ' to the setting `similar.maxDistance`. Criteria of a search other than texts restrict them.',
  errors: ['asset_not_found', 'picture_not_allowed', 'not_supported'],
  params: {
    similar: mandatory(one(ID, 'ID of an asset')),
    ...FILTER_PARAMETERS,
    ...PAGING,
    ...ENTRY_PARAMETERS,
  },
  ...WITH_PICTURES,
  result: Type.Array(AssetEntry),
  beside: { total: Type.Integer({ description: 'Number of all these assets' }), pending: PENDING },
  handle: async (context) => {
    const { params, services, settings, signal } = context;
    const { id } = await requireAsset('similar', params.similar, context);
    const { all, isRelative } = searchOf(params, context);
    const { maxDistance } = settings.similar;
    const { matches, total, pending } = await services.search.similar(
      { asset: id, all, maxDistance, ...pageOf(params, settings), ...(await seenBy({ all }, context)) },
      { signal },
    );
    const options = entryOptions(params, context);
    const distances = new Map(matches.map((each) => [each.id, each.distance]));
    const entries = await assetEntries([...distances.keys()], options, context);
    return {
      data: entries.map((entry) => ({ ...entry, distance: distances.get(entry.id) ?? 0 })),
      total,
      pending,
      ...options.pictures?.caching(),
      ...(isRelative ? { maxAgeSeconds: RELATIVE_SECONDS, isLasting: false } : {}),
    };
  },
});
