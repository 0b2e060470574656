import type { Declaration } from './declare.ts';
import { type Kind, record } from './kinds.ts';
import { below, refuse } from './problems.ts';
import { type Given, readObject } from './read.ts';

/** First path segments that the service uses itself; endpoints can't have these names. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'assets',
  'docs',
  'health',
  'icons',
  'metrics',
  'openapi',
  'pin',
  'ready',
  'web',
]);

const NAME = `a name of letters, digits, - and _, at most 64, and none of ${[...RESERVED_NAMES].join(', ')}`;

/** The further base addresses by name, with the settings that each overrides. */
export function endpoints(declaration: Declaration): Kind<ReadonlyMap<string, Given>> {
  return record('an object of endpoints, each an object of settings under its name', (name, value, place) => {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(name) || RESERVED_NAMES.has(name.toLowerCase())) return refuse(place, name, NAME);
    return [name, readObject(declaration, value, place)];
  });
}

/** Default values of an endpoint for parameters that a request omits, by parameter name. */
export const parameterDefaults: Kind<Readonly<Record<string, string>>> = {
  ...record('an object of texts under the names of parameters', () => undefined),
  read(value, place) {
    const texts = record(parameterDefaults.accepts, (name, text, at) =>
      typeof text === 'string' ? ([name, text] as const) : refuse(at, text, 'a text'),
    ).read(value, place);
    // The object has no prototype, because parameter names come from requests.
    return texts && Object.assign(Object.create(null), Object.fromEntries(texts));
  },
};

/** Node IDs by node type. */
export const rootsByType: Kind<ReadonlyMap<number, readonly number[]>> = record(
  'an object of lists of node IDs under the IDs of node types',
  (type, nodes, place) => {
    if (!/^\d{1,15}$/.test(type)) return refuse(place, type, 'the ID of a node type');
    const accepts = 'a list of node IDs';
    if (!Array.isArray(nodes)) return refuse(place, nodes, accepts);
    const isId = (node: unknown): node is number => Number.isSafeInteger(node) && Number(node) >= 0;
    const wrong = nodes.findIndex((node) => !isId(node));
    if (wrong >= 0) return refuse(below(place, wrong), nodes[wrong], 'an ID');
    return [Number(type), nodes.filter(isId)];
  },
);
