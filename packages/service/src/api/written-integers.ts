import { ApiError } from '../../../core/src/domain/errors.ts';
import { parseText } from '../../../core/src/domain/values.ts';
import { ID } from './params.ts';
import type { Query } from './query.ts';

/** Maximum characters of a value in a message (interface decisions 1). */
const MAX_CHARACTERS = 100;

/** Returns the error with integers as the query has them, because those beyond JavaScript's safe range are read rounded. */
export function withWrittenIntegers(error: ApiError, query: Query): ApiError {
  if (error.status !== 404 && error.code !== 'parameter_invalid') return error;
  let { message } = error;
  for (const written of [...query.values()].flat().flatMap((value) => value.match(/[+-]?\d{16,}/g) ?? [])) {
    const id = parseText(ID, written);
    if (id === undefined || Number.isSafeInteger(id)) continue;
    const shown = written.length > MAX_CHARACTERS ? `${written.slice(0, MAX_CHARACTERS)}…` : written;
    message = message.replace(String(id), shown);
  }
  return message === error.message ? error : new ApiError(error.code, message, { cause: error });
}
