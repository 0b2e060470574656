/** Makes the document simpler for generators of clients, of which many fail at unions of lists and maps, and at `const`. */
import { isObject, type Schema } from '../../packages/core/src/domain/values.ts';

/** What a parameter is narrowed to, and with it the operation's `data` to the first of its forms. */
interface Narrowed {
  readonly parameter: string;
  readonly schema: Schema;
  readonly example: unknown;
}

/** Operations whose results depend on a parameter; the document lacks the values that bring other forms. */
const NARROWED: Readonly<Record<string, Narrowed>> = {
  '/node.do/search': {
    parameter: 'search_facets',
    schema: { type: 'integer', enum: [0, 2], default: 0 },
    example: 2,
  },
  '/asset.do/downloadformats_for': {
    parameter: 'downloadformats_for',
    schema: { type: 'integer' },
    example: 1000,
  },
  '/asset.do/download': {
    parameter: 'download',
    schema: { type: 'array', items: { type: 'string', pattern: '^-?\\d+(:.*)?$' }, minItems: 1 },
    example: ['1000'],
  },
};

/** Returns what the document with one path per operation says, in schemas that every known generator understands. */
export function forGenerators(document: Schema): Schema {
  const paths = Object.entries(document['paths'] as Record<string, { readonly get: Schema }>).map(([path, { get }]) => {
    const narrowed = NARROWED[path];
    return [path, { get: narrowed ? narrow(get, narrowed) : get }];
  });
  const { headers, ...components } = document['components'] as { readonly headers: Readonly<Record<string, Schema>> };
  const inlined = withHeaders(Object.fromEntries(paths), headers);
  return simplified({ ...document, paths: inlined, components }) as Schema;
}

/** Puts shared headers where they are referenced, because OpenAPI Generator simplifies no schema if it meets a reference there. */
function withHeaders(value: unknown, shared: Readonly<Record<string, Schema>>): unknown {
  if (Array.isArray(value)) return value.map((each) => withHeaders(each, shared));
  if (!isObject(value)) return value;
  const name = /^#\/components\/headers\/(.+)$/.exec(String(value['$ref']))?.[1];
  if (name !== undefined) return shared[name];
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withHeaders(each, shared)]));
}

function narrow(operation: Schema, { parameter, schema, example }: Narrowed): Schema {
  const parameters = (operation['parameters'] as readonly Schema[]).map((each) =>
    each['name'] === parameter ? { ...each, schema, example } : each,
  );
  return { ...operation, parameters, responses: withFirstForm(operation['responses']) };
}

/** Takes the first form of each `data`. */
function withFirstForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFirstForm);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'data' && isObject(each) && Array.isArray(each['anyOf']) ? each['anyOf'][0] : withFirstForm(each),
    ]),
  );
}

/** Keys whose values are data, not schemas. */
const DATA = new Set(['example', 'examples', 'default', 'enum']);

function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified);
  if (!isObject(value)) return value;
  const { const: constant, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, DATA.has(key) ? each : simplified(each)]),
  );
  // A property may be called `const`.
  if (isObject(constant)) return { ...rest, const: constant };
  if (typeof constant === 'boolean') return { ...rest, type: 'boolean' };
  if (constant !== undefined)
    return { ...rest, type: typeof constant === 'string' ? 'string' : 'integer', enum: [constant] };
  if (Array.isArray(rest['enum']) && rest['type'] === undefined) return { ...rest, type: 'string' };
  return Array.isArray(rest['anyOf']) ? withoutUnion(rest, rest['anyOf']) : rest;
}

function withoutUnion({ anyOf, ...rest }: Schema, members: readonly Schema[]): Schema {
  const words = members.map((member) => member['enum']);
  if (words.every((each) => Array.isArray(each))) return { ...rest, type: 'string', enum: words.flat() };
  const isPlain = (member: Schema) => member['type'] !== 'array' && member['additionalProperties'] === undefined;
  return members.every(isPlain) ? { ...rest, anyOf } : { description: 'In several forms', ...rest };
}
