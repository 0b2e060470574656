import Type from 'typebox';
import { AssetEntry, assetEntries, ENTRY_PARAMETERS, entryOptions, WITH_PICTURES } from '../entries.ts';
import { jsonOperation } from '../operation.ts';
import { mandatory, one, TRUE } from '../params.ts';
import { PAGING, pageOf } from '../result-controls.ts';
import { seenNow } from '../seen.ts';
import { PENDING } from './similar.ts';

const Group = Type.Object(
  {
    kind: Type.Union([Type.Literal('exact'), Type.Literal('near')], {
      description: '`exact`: the same bytes; `near`: looks nearly like the first asset',
    }),
    assets: Type.Array(AssetEntry, { description: 'At least two, in ascending order of ID' }),
  },
  { title: 'Duplicates' },
);

/** GET /node.do?duplicates=true: lists groups of assets that are the same, or look so. */
export const duplicates = jsonOperation({
  summary: 'Duplicates',
  description:
    'Returns groups of assets that have the same file, and groups of assets whose pictures differ from that of the ' +
    'one with the lowest ID by at most the setting `similar.duplicateDistance`: the largest first. An asset is in ' +
    'at most one group of each kind.',
  errors: ['picture_not_allowed', 'not_supported'],
  params: {
    duplicates: mandatory(one(TRUE, 'Selects this operation; only `true` is accepted')),
    ...PAGING,
    ...ENTRY_PARAMETERS,
  },
  ...WITH_PICTURES,
  result: Type.Array(Group),
  beside: {
    total: Type.Integer({ description: 'Number of all groups' }),
    pending: PENDING,
    uncompared: Type.Integer({
      description:
        'Number of assets that were not compared with all others within 5 seconds; comparing goes on for a minute, ' +
        'so ask again',
    }),
  },
  handle: async (context) => {
    const { params, services, settings, signal } = context;
    const { duplicateDistance: maxDistance } = settings.similar;
    const { groups, total, pending, uncompared } = await services.search.duplicates(
      { maxDistance, ...pageOf(params, settings), ...(await seenNow(context)) },
      { signal },
    );
    const options = entryOptions(params, context);
    const ids = [...new Set(groups.flatMap((group) => group.ids))];
    const entries = new Map((await assetEntries(ids, options, context)).map((entry) => [entry.id, entry]));
    const data = groups.map((group) => ({
      kind: group.kind,
      assets: group.ids.flatMap((id) => entries.get(id) ?? []),
    }));
    return {
      // An asset may have moved since to where the viewer may not see it.
      data: data.filter(({ assets }) => assets.length > 1),
      total,
      pending,
      uncompared,
      ...options.pictures?.caching(),
      ...(uncompared > 0 ? { maxAgeSeconds: 0, isLasting: false } : {}),
    };
  },
});
