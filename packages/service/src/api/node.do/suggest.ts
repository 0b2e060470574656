import Type from 'typebox';
import { INTEGER, integerUpTo, TEXT } from '../codecs.ts';
import { requireNodeType } from '../nodes.ts';
import { jsonOperation } from '../operation.ts';
import { one, required } from '../params.ts';

/** GET /node.do?suggest=<partial>: lists names of nodes in which the text begins at the start of a word. */
export const suggest = jsonOperation({
  endpoint: 'node.do',
  selectors: ['suggest'],
  since: '2.9.24',
  summary: 'Suggest node names',
  errors: ['node_not_found'],
  params: {
    suggest: required(one(TEXT, 'Partial name')),
    kind: one(INTEGER, 'Node type; every type where it is absent', { alias: 'nodeTypeId' }),
    // decisions 6: a `limit` above 100 counts as 100.
    limit: one(integerUpTo(1, 100), 'Names at most', { default: 10 }),
  },
  result: Type.Array(Type.String()),
  handle: async ({ params, model, services, locale, viewer, signal }) => {
    requireNodeType('kind (alias nodeTypeId)', params.kind, model);
    return {
      data: [
        ...(await services.search.suggest(params.suggest, {
          ...(params.kind === undefined ? {} : { type: params.kind }),
          limit: params.limit,
          locale,
          viewer,
          signal,
        })),
      ],
    };
  },
});
