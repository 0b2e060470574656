/** Describes the whole query of an address whose parameters select the operation (OpenAPI 3.2). */
import type { Schema } from '../../packages/core/src/domain/values.ts';
import { GENERAL_PARAMETERS, type Operation } from '../../packages/service/src/api/operation.ts';
import type { Shape } from '../../packages/service/src/api/params.ts';
import { CALLBACK_SCHEMA, describe, withAliases } from './parameter-schemas.ts';

/** The query as one parameter: exactly one of the operations. */
export function queryString(operations: readonly Operation[]): Schema {
  return {
    name: 'query',
    in: 'querystring',
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: { oneOf: operations.map((operation) => querySchema(operation, operations)) },
      },
    },
  };
}

function querySchema(operation: Operation, all: readonly Operation[]): Schema {
  const { selectors, fallbackSelectors = [], summary, description, params } = operation;
  const required = Object.keys(params).filter((name) => params[name]?.isRequired);
  const oneOfThem = (names: readonly string[]) => names.map((name) => ({ required: [name] }));
  const others = all.filter((each) => each !== operation).flatMap((each) => each.selectors);
  const outranking = all.filter((each) => each.outranks?.some((name) => selectors.includes(name)));
  const selecting: Schema[] = oneOfThem(selectors.filter((name) => !required.includes(name)));
  if (fallbackSelectors.length > 0) {
    selecting.push({ anyOf: oneOfThem(fallbackSelectors), not: { anyOf: oneOfThem(others) } });
  }
  return {
    title: selectors[0],
    description: [`${summary}.`, ...(description === undefined ? [] : [description])].join(' '),
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    ...(selecting.length > 0 ? { anyOf: selecting } : {}),
    ...(outranking.length > 0 ? { not: { anyOf: oneOfThem(outranking.flatMap((each) => each.selectors)) } } : {}),
    properties: {
      ...properties(params),
      ...properties(GENERAL_PARAMETERS),
      callback: CALLBACK_SCHEMA,
      token: { type: 'string' },
    },
  };
}

function properties(params: Shape): Schema {
  return Object.fromEntries(
    withAliases(params).map(([name, param]) => [
      name,
      {
        ...param.schema,
        description: describe(param),
        ...(param.isDeprecated ? { deprecated: true } : {}),
      },
    ]),
  );
}
