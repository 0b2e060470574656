import { integer, list } from '../../../core/src/domain/values.ts';
import type { Declaration } from './declare.ts';
import { type Given, readObject } from './read.ts';
import { record, type SettingType } from './setting-types.ts';
import { declarationSchema } from './settings-schema.ts';

/** First path segments that the service uses itself; endpoints can't have these names. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'assets',
  'docs',
  'health',
  'icons',
  'iiif',
  'mcp',
  'metrics',
  'oembed',
  'openapi',
  'pin',
  'ready',
  'sign-in',
  'sign-out',
  'web',
]);

const NAME = `a name of letters, digits, - and _, at most 64, and none of ${[...RESERVED_NAMES].join(', ')}`;

/** The further base addresses by name, with the settings that each overrides. */
export function endpoints(declaration: Declaration): SettingType<ReadonlyMap<string, Given>> {
  const expected = 'an object of endpoints, each an object of settings under its name';
  return record(expected, declarationSchema(declaration), (name, value, reader) => {
    const isName = /^[A-Za-z0-9_-]{1,64}$/.test(name) && !RESERVED_NAMES.has(name.toLowerCase());
    return isName ? [name, readObject(declaration, value, reader)] : reader.wrong(name, NAME);
  });
}

const texts = record('an object of texts under the names of parameters', { type: 'string' }, (name, value, reader) =>
  typeof value === 'string' ? ([name, value] as const) : reader.wrong(value, 'a text'),
);

/** Default values of an endpoint for parameters that a request omits, by parameter name. */
export const parameterDefaults: SettingType<Readonly<Record<string, string>>> = {
  expected: texts.expected,
  schema: texts.schema,
  inVariable: 'json',
  read(value, reader) {
    const read = texts.read(value, reader);
    // The object has no prototype, because parameter names come from requests.
    return read && Object.assign(Object.create(null), Object.fromEntries(read));
  },
};

const nodeIds = list(integer(0, undefined, 'an ID'), { expected: 'a list of node IDs' });

/** Node IDs by node type. */
export const rootsByType = record(
  'an object of lists of node IDs under the IDs of node types',
  nodeIds.schema,
  (type, value, reader) => {
    if (!/^\d{1,16}$/.test(type)) return reader.wrong(type, 'the ID of a node type');
    const nodes = nodeIds.read(value, reader);
    return nodes && ([Number(type), nodes] as const);
  },
);
