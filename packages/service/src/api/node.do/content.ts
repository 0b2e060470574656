import Type from 'typebox';
import { AssetEntry, entryOptions, WITH_PICTURES } from '../entries.ts';
import { listAssets, TOTAL } from '../listing.ts';
import { requireNode } from '../nodes.ts';
import { jsonOperation } from '../operation.ts';
import { BOOLEAN, ID, mandatory, one } from '../params.ts';
import { RESULT_CONTROLS, readSortKeys, windowOf } from '../result-controls.ts';

/** GET /node.do?id=<node>: lists the assets of a node. */
export const content = jsonOperation({
  summary: 'Content of a node',
  description:
    'Returns the assets that are assigned to the node and that the caller may view.\n\nWithout `paginate`, ' +
    'the list ends at the setting `maxSearchResults` (default 10,000); `total` then says how many there ' +
    'are.',
  errors: ['node_not_found', 'picture_not_allowed'],
  params: {
    id: mandatory(one(ID, 'ID of a node')),
    kind: one(ID, 'ID of a node type; nodes of others do not exist for this request'),
    recursive: one(BOOLEAN, '`true` also lists the assets of all nodes below, each asset once', {
      default: false,
      since: '2.0',
    }),
    noderef: one(BOOLEAN, '`true` also lists assets that reference the node in a field', { default: false }),
    ...RESULT_CONTROLS,
  },
  ...WITH_PICTURES,
  result: Type.Array(AssetEntry),
  beside: { total: TOTAL },
  handle: async (context) => {
    const { params, model, settings } = context;
    const node = requireNode('id', params.id, context, params.kind);
    const { matches: _, ...listed } = await listAssets(
      {
        all: [{ kind: 'nodes', ids: [node.id], recursive: params.recursive, references: params.noderef }],
        sort: readSortKeys(params, model),
        window: windowOf(params, settings),
        entries: entryOptions(params, context),
      },
      context,
    );
    return listed;
  },
});
