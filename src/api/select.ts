import { ApiError } from '../errors.ts';
import type { Endpoint, Operation } from './operation.ts';
import { ENDPOINTS } from './operation.ts';
import type { Query } from './query.ts';
import { refuseBrackets } from './read-params.ts';

export function isEndpoint(name: string): name is Endpoint {
  return ENDPOINTS.some((endpoint) => endpoint === name);
}

/**
 * The one operation that a request names (decisions 2): a selector with a value, or `search` even without one. A selector whose
 * value is empty counts only when nothing else is named, so that the refusal can name the missing value.
 */
export function selectOperation(operations: readonly Operation[], endpoint: Endpoint, query: Query): Operation {
  const here = operations.filter((operation) => operation.endpoint === endpoint);
  for (const { params } of here) refuseBrackets(params, query);
  const namedBy = (isNamed: (selector: string) => boolean) => here.filter(({ selectors }) => selectors.some(isNamed));
  const withValue = namedBy(
    (selector) => query.get(selector)?.some((value) => value !== '' || selector === 'search') ?? false,
  );
  const named = withValue.length > 0 ? withValue : namedBy((selector) => query.has(selector));
  const [operation, ...others] = named;
  if (here.length === 0) throw new ApiError('not_configured', `${endpoint}: this service does not offer it yet`);
  if (!operation) {
    throw new ApiError(
      'operation_missing',
      `${endpoint}: no operation is named; give one of ${namesOf(here).join(', ')}`,
    );
  }
  if (others.length > 0) {
    const given = selectorsOf(named).filter((selector) => query.has(selector));
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

/** As messages name them: `search_*` stands for the many selectors of a search. */
function namesOf(operations: readonly Operation[]): readonly string[] {
  return [...new Set(selectorsOf(operations).map((selector) => selector.replace(/^search_.*/, 'search_*')))];
}
