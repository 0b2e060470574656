/** Chooses the operation of a request by its parameters or its path. */
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { Endpoint, Operation } from './operation.ts';
import { ENDPOINTS } from './operation.ts';
import type { Query } from './query.ts';
import { refuseBrackets } from './read-params.ts';

export function isEndpoint(name: string): name is Endpoint {
  return ENDPOINTS.some((endpoint) => endpoint === name);
}

/**
 * Returns the one operation that a request selects with a non-empty selector (interface decisions 2), or that its path
 * names, else one that it selects with a fallback selector. An empty selector selects nothing; if there is no other, the
 * error says which value is missing.
 */
export function selectOperation(
  operations: readonly Operation[],
  endpoint: Endpoint,
  query: Query,
  inPath?: string,
): Operation {
  const here = operations.filter((operation) => operation.endpoint === endpoint);
  for (const { params } of here) refuseBrackets(params, query);
  const gives = ({ params }: Operation, name: string) => {
    // Nearly all of the hundred selectors are absent, and none of these counts as given.
    const values = query.get(name);
    return values !== undefined && params[name]?.isGiven(values) === true;
  };
  const givesAny = (operation: Operation, names: readonly string[]) => names.some((name) => gives(operation, name));
  let named = here.filter((each) => each.selectors[0] === inPath || givesAny(each, each.selectors));
  if (named.length === 0) named = here.filter((each) => givesAny(each, each.fallbackSelectors ?? []));
  const own = (each: Operation) => each.selectors.filter((name) => gives(each, name));
  const first = named.find(({ outranks = [] }) =>
    named.every((other) => other.outranks || own(other).every((name) => outranks.includes(name))),
  );
  const [operation, ...others] = first?.outranks ? [first] : named;
  if (!operation) {
    const empty = selectorsOf(here).find((selector) => query.has(selector));
    if (empty !== undefined) throw new ApiError('parameter_missing', `${empty}: a value is missing`);
    throw new ApiError(
      'operation_missing',
      `${endpoint}: no operation is named; give one of ${namesOf(here).join(', ')}`,
    );
  }
  if (others.length > 0) {
    const given = selectorsOf(named).filter((selector) => query.has(selector) || selector === inPath);
    throw new ApiError(
      'operation_ambiguous',
      `${endpoint}: ${given.join(' and ')} are different operations; give one of them`,
    );
  }
  return operation;
}

function selectorsOf(operations: readonly Operation[]): readonly string[] {
  return operations.flatMap(({ selectors }) => selectors);
}

/**
 * Returns the query with the selector that the path stands for, if the selector has no value of its own: `true` of
 * `/node.do/about`.
 */
export function withSelector(query: Query, { selectors: [name = ''], params }: Operation): Query {
  return params[name]?.schema['const'] === true && !query.has(name) ? new Map([...query, [name, ['true']]]) : query;
}

/** Returns the selectors for error messages; `search_*` stands for the many selectors of a search. */
function namesOf(operations: readonly Operation[]): readonly string[] {
  return [...new Set(selectorsOf(operations).map((selector) => selector.replace(/^search_.*/, 'search_*')))];
}
