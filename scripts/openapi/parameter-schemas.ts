/** Describes query parameters for OpenAPI, from the declarations that parse them. */
import type { Schema } from '../../packages/core/src/domain/values.ts';
import { GENERAL_PARAMETERS, type Operation } from '../../packages/service/src/api/operation.ts';
import type { Param, Shape } from '../../packages/service/src/api/params.ts';
import type { PathOperation } from '../../packages/service/src/api/path-operation.ts';
import { exampleValue, type OperationExample } from './examples.ts';

/** The parameter of JSONP (interface: general parameters). HTTP reads it, so no operation declares it. */
export const CALLBACK_SCHEMA: Schema = {
  type: 'string',
  description:
    'Name of a JavaScript function. The response is then a script that calls it with the envelope (JSONP), and its ' +
    'HTTP status is always 200',
  maxLength: 128,
  pattern: '^[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*|\\[\\d{1,6}\\])*$',
};

/** Parameters of every operation, by the name under which the document contains them. */
export function generalParameters(): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries<Param<unknown>>(GENERAL_PARAMETERS).map(([name, param]) => [name, parameterObject(name, param)]),
  );
}

/** The parameters of an operation, the general ones as references. */
export function operationParameters({ params }: Operation, example?: OperationExample): readonly Schema[] {
  return [
    ...withAliases(params).map(([name, param]) => parameterObject(name, param, example?.given.get(name))),
    ...Object.keys(generalParameters()).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** Examples of the parts of paths, and of the parameters of operations that have them, by name. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ...{ identifier: '1000', region: 'full', size: '800,', rotation: '0', file: 'default.jpg' },
  ...{ id: '1000', n: '1', url: 'http://localhost:8080/?asset=1000' },
};

export function pathParameters({ parts, params }: PathOperation): readonly Schema[] {
  return [
    ...Object.entries(parts).map(([name, description]) => ({
      ...{ name, in: 'path', required: true, description, schema: { type: 'string' }, example: EXAMPLES[name] },
    })),
    ...withAliases(params).map(([name, param]) => parameterObject(name, param, EXAMPLES[name])),
    ...Object.keys(generalParameters()).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** Every name of each parameter: an alias is a parameter, too. */
export function withAliases(params: Shape): readonly (readonly [name: string, param: Param<unknown>])[] {
  return Object.entries(params).flatMap(([name, param]) => {
    const { alias, ...other } = param;
    const named = [name, param] as const;
    return alias === undefined ? [named] : [named, [alias, { ...other, doc: `Another name of \`${name}\`` }] as const];
  });
}

function parameterObject(name: string, param: Param<unknown>, given?: string): Schema {
  const example = given === undefined ? undefined : exampleValue(given, param.schema);
  return {
    name,
    in: 'query',
    description: describe(param),
    // The path already says what a selector that is always true says.
    ...(param.isRequired && param.schema['const'] !== true ? { required: true } : {}),
    ...(param.isDeprecated ? { deprecated: true } : {}),
    schema: param.schema,
    ...(example === undefined ? {} : { example }),
    ...(param.schema['type'] === 'array' ? { style: 'form', explode: true } : {}),
  };
}

/** Returns the sentence of the declaration, and what else a caller should know. */
export function describe({ doc, alias, since, isList }: Param<unknown>): string {
  return [
    doc,
    ...(isList ? ['Several values are written `a,b` or by repeating the parameter'] : []),
    ...(alias === undefined ? [] : [`Alias: \`${alias}\``]),
    ...(since === undefined ? [] : [`Since ${since}`]),
  ].join('. ');
}
