import Type from 'typebox';
import { AssetEntry, assetEntries, requireField } from '../entries.ts';
import { requireNode } from '../nodes.ts';
import { jsonOperation } from '../operation.ts';
import { BOOLEAN, INTEGER, one, required } from '../params.ts';
import { entryOptions, RESULT_CONTROLS, sortKeys, windowOf } from '../result-controls.ts';

/** GET /node.do?id=<node>: the assets of a node. */
export const content = jsonOperation({
  endpoint: 'node.do',
  selectors: ['id'],
  summary: 'Content of a node',
  params: {
    id: required(one(INTEGER, 'Node ID')),
    kind: one(INTEGER, 'Node type; the node determines it where it is absent'),
    alt_name: one(INTEGER, 'Information field whose value is returned as `alt_name`; 0 is none'),
    recursive: one(BOOLEAN, 'Also the assets of everything below', { default: false, since: '2.0' }),
    noderef: one(BOOLEAN, 'Treat node references as assignments', { default: false }),
    ...RESULT_CONTROLS,
  },
  result: Type.Array(AssetEntry),
  handle: async (context) => {
    const { params, model, locale, viewer, services, settings, signal } = context;
    const node = requireNode('id', params.id, context, params.kind);
    const altName =
      params.alt_name === undefined || params.alt_name === 0
        ? undefined
        : requireField('alt_name', params.alt_name, model);
    const sort = sortKeys(params, model);
    const window = windowOf(params, settings);
    const options = entryOptions(params, context);

    const matches = await services.search.find(
      {
        all: [{ kind: 'nodes', ids: [node.id], recursive: params.recursive, references: params.noderef }],
        sort: sort.length > 0 ? sort : [{ by: 'name', descending: false }],
        locale,
        offset: window.offset,
        count: window.count,
        viewer,
      },
      { signal },
    );
    const assets = await services.catalogue.assets(matches.ids);
    const total = window.total(matches.total);
    return {
      data: assetEntries(assets, altName ? { ...options, altName } : options, context),
      ...(total === undefined ? {} : { total }),
    };
  },
});
