import Type from 'typebox';
import { requireNodeType } from '../nodes.ts';
import { jsonOperation } from '../operation.ts';
import { ID, integerUpTo, mandatory, one, TEXT } from '../params.ts';

/** GET /node.do?suggest=<partial>: lists names of nodes in which the text begins at the start of a word. */
export const suggest = jsonOperation({
  since: '2.9.24',
  summary: 'Suggest node names',
  description:
    'Returns names of nodes that the caller may view: first those that begin with the text, then those in ' +
    'which a later word does, each in alphabetical order.',
  errors: ['node_type_not_found'],
  params: {
    suggest: mandatory(one(TEXT, 'Beginning of a name or of a word in it, in any case, with or without diacritics')),
    kind: one(ID, 'ID of a node type to restrict the result to', { alias: 'nodeTypeId' }),
    // interface decisions 6: a `limit` above 100 counts as 100.
    limit: one(integerUpTo(1, 100), 'Maximum number of names; a value above 100 counts as 100', { default: 10 }),
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
