import type { Logger } from 'pino';
import type { Endpoint } from '../api/operation.ts';
import { CatalogueBusy, CatalogueUnreachable, DiskFailure } from '../catalogue/catalogue.ts';
import { QueueFull } from '../concurrency/failures.ts';
import { ApiError } from '../domain/errors.ts';
import { DamagedFile } from '../downloads/checked-reader.ts';
import { DamagedOriginal, OriginalsUnreachable } from '../originals/originals.ts';
import { IndexBehind, TooMuchWork } from '../search/search-index.ts';
import type { Request } from './answer.ts';

/** Longest query string in bytes (interface decisions 1). */
export const MAX_QUERY_BYTES = 16 * 1024;
/** The same for review.do: a comment of 10,000 characters has up to 120,000 bytes when percent-encoded. */
const MAX_REVIEW_QUERY_BYTES = 128 * 1024;

/** `Retry-After` of disk failures, which rarely end soon. */
const DISK_SECONDS = 60;
/** `Retry-After` while the store of originals can't be reached. */
const STORE_SECONDS = 5;

/** Throws if a query string is longer than the endpoint, or the page of a PIN, accepts. */
export function refuseLongQuery({ length }: string, endpoint?: Endpoint): void {
  const most = endpoint === 'review.do' ? MAX_REVIEW_QUERY_BYTES : MAX_QUERY_BYTES;
  if (length > most) {
    throw new ApiError('query_too_long', `the query string has ${length} bytes; at most ${most} are read`);
  }
}

/**
 * Converts any error to the one that the caller gets. Unexpected errors are logged in full and not shown to the caller.
 */
export function asApiError(error: unknown, { id, signal }: Pick<Request, 'id' | 'signal'>, log: Logger): ApiError {
  if (error instanceof ApiError) {
    const isDamage = error.cause instanceof DamagedFile || error.cause instanceof DamagedOriginal;
    if (isDamage) log.error({ err: error.cause, requestId: id }, 'a stored file is damaged');
    if (error.code === 'extension_failed')
      log.error({ err: error.cause, requestId: id }, 'a module of settings failed');
    return error;
  }
  if (error instanceof QueueFull)
    return new ApiError('overloaded', 'too much work is being done; try again', { cause: error });
  if (error instanceof DiskFailure) {
    log.error({ err: error, requestId: id }, 'the disk is full or fails');
    return new ApiError('overloaded', "the catalogue can't be read or written just now; try again later", {
      cause: error,
      retryAfterSeconds: DISK_SECONDS,
    });
  }
  if (error instanceof CatalogueUnreachable || error instanceof OriginalsUnreachable) {
    log.error({ err: error, requestId: id }, 'a store can not be reached');
    const what = error instanceof CatalogueUnreachable ? 'the catalogue' : 'the file';
    return new ApiError('store_unreachable', `${what} can't be read or written just now; try again`, {
      cause: error,
      retryAfterSeconds: STORE_SECONDS,
    });
  }
  if (error instanceof CatalogueBusy)
    return new ApiError('overloaded', 'the catalogue is busy; try again', { cause: error });
  if (error instanceof TooMuchWork) {
    const { entries, most } = error;
    return new ApiError(
      'parameter_invalid',
      `search: reads ${entries} entries of the index, but at most ${most} are allowed; give fewer or longer words, or fewer conditions`,
      { cause: error },
    );
  }
  if (error instanceof IndexBehind) {
    if (error.cause !== undefined) log.error({ err: error, requestId: id }, 'the search index fails');
    return new ApiError('not_ready', 'the search index is being brought up to date; try again', { cause: error });
  }
  if (signal.aborted) return new ApiError('stopping', 'the request was given up', { cause: error });
  log.error({ err: error, requestId: id }, 'a request failed');
  return new ApiError('internal', `an internal error; the log has it as request ${id}`, { cause: error });
}
