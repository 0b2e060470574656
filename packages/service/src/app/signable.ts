/** Whether an address may be signed, before anybody tries it. */
import { ApiError } from '../../../core/src/domain/errors.ts';
import { parseQuery } from '../api/query.ts';
import { selectOperation } from '../api/select.ts';
import { faultOfTarget } from '../auth/signed-address.ts';
import type { Config } from '../config/settings.ts';
import { endpointAt } from '../http/base-address.ts';
import { pathAndQuery } from '../http/read-request.ts';
import { OPERATION_LIST } from './registry.ts';

/** Describes why path and query can't be signed, after "the address"; undefined if they can be. */
export function faultOfSigned(target: string, config: Config): string | undefined {
  const fault = faultOfTarget(target);
  if (fault !== undefined) return fault;
  const { path, query } = pathAndQuery(target);
  const address = endpointAt(path, config);
  const known = OPERATION_LIST.filter((each) => each.kind === 'file' && each.isSignable).map(
    (each) => each.selectors[0],
  );
  const isNone = `is none of asset.do with ${known.join(', ')}`;
  if (!address) return `${isNone}; leave out the path that a proxy takes away`;
  try {
    const operation = selectOperation(OPERATION_LIST, address.endpoint, parseQuery(query), address.operation);
    return operation.kind === 'file' && operation.isSignable ? undefined : isNone;
  } catch (error) {
    if (error instanceof ApiError) return `is refused: ${error.message}`;
    throw error;
  }
}
