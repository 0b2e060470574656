/** Turns whatever is thrown into the error that the caller gets, and logs what is not the caller's fault. */
import type { Logger } from 'pino';
import {
  CannotCompare,
  IndexBehind,
  SearchUnreachable,
  TooFar,
  TooMuchWork,
} from '../../../columnar/src/search-index.ts';
import { NoRoom, QueueFull, SlowQueueFull, WorkerDied, WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import { reportRarely } from '../../../core/src/concurrency/report-rarely.ts';
import { ApiError } from '../../../core/src/domain/errors.ts';
import { DamagedOriginal, OriginalsUnreachable } from '../../../core/src/originals/originals.ts';
import { CatalogueBusy, CatalogueUnreachable, DiskFailure, OutcomeUnknown } from '../catalogue/catalogue-errors.ts';
import { DamagedFile } from '../downloads/checked-reader.ts';
import type { Request } from './answer.ts';

/** `Retry-After` while a queue of pictures or conversions is full, or their processes fail, whose jobs take seconds. */
const SLOW_QUEUE_SECONDS = 5;
/** `Retry-After` of disk failures, which rarely end soon. */
const DISK_SECONDS = 60;
/** `Retry-After` while the store of originals can't be reached. */
const STORE_SECONDS = 5;

/** Pause between two entries of the log about the same outage, in milliseconds. */
const OUTAGE_LOG_MS = 60_000;

/** Pause between two looks whether the catalogue can be read again, in milliseconds. */
const LOOK_MS = 1000;

/** Converts any error to the one that the caller gets. */
export type AsApiError = (error: unknown, request: Pick<Request, 'id' | 'signal'>) => ApiError;

/** The conversion of a thread. Disposing of it logs the number of refused requests that is not logged yet. */
export interface Failures extends AsApiError, Disposable {}

/**
 * Returns the conversion of a thread. It logs unexpected errors in full and doesn't show them to the caller. In an outage
 * every request fails alike, so of each kind of failing store one error is logged in a minute, and at its end the number
 * of the other requests that it has refused. `lag` is the time in milliseconds since the database was last read; when it is
 * short again, that is logged once.
 */
export function openFailures(log: Logger, options: { now?(): number; lag?(): number } = {}): Failures {
  const { lag } = options;
  using stack = new DisposableStack();
  let look: NodeJS.Timeout | undefined;
  stack.defer(() => clearInterval(look));
  const awaitEnd = (isOver: () => boolean) => {
    look ??= setInterval(() => {
      if (!isOver()) return;
      clearInterval(look);
      look = undefined;
      log.info('the catalogue can be read again');
    }, LOOK_MS).unref();
  };
  const rarely = (level: 'error' | 'warn', message: string) => {
    const rest = (alsoRefused: number) => log[level]({ alsoRefused }, message);
    return stack.use(reportRarely((err) => log[level]({ err }, message), OUTAGE_LOG_MS, { ...options, rest }));
  };
  const reportDisk = rarely('error', 'the disk is full or fails');
  const reportCatalogue = rarely('error', 'the catalogue cannot be reached');
  const reportOriginals = rarely('error', 'the originals cannot be reached');
  const reportSearch = rarely('error', 'the search index cannot be reached');
  const reportWorker = rarely('error', 'a process that draws or converts fails');
  const reportBusy = rarely('warn', 'the catalogue is busy');

  const convert: AsApiError = (error, { id, signal }) => {
    if (error instanceof ApiError) {
      const isDamage = error.cause instanceof DamagedFile || error.cause instanceof DamagedOriginal;
      if (isDamage) log.error({ err: error.cause, requestId: id }, 'a stored file is damaged');
      if (error.code === 'extension_failed')
        log.error({ err: error.cause, requestId: id }, 'a module of settings failed');
      return error;
    }
    if (error instanceof NoRoom) {
      return new ApiError('overloaded', 'there is no room for new pictures just now; try again later', {
        cause: error,
        retryAfterSeconds: DISK_SECONDS,
      });
    }
    if (error instanceof QueueFull) {
      return new ApiError('overloaded', 'too much work is being done; try again', {
        cause: error,
        ...(error instanceof SlowQueueFull ? { retryAfterSeconds: SLOW_QUEUE_SECONDS } : {}),
      });
    }
    // Where a file has ended its process, another answer says so. What comes here are the service's own drawings: placeholders.
    if (error instanceof WorkerDied || error instanceof WorkerTimeout) {
      reportWorker(error);
      return new ApiError('overloaded', 'the machine is too busy to draw; try again', {
        cause: error,
        retryAfterSeconds: SLOW_QUEUE_SECONDS,
      });
    }
    if (error instanceof DiskFailure) {
      reportDisk(error);
      return new ApiError('overloaded', "the catalogue can't be read or written just now; try again later", {
        cause: error,
        retryAfterSeconds: DISK_SECONDS,
      });
    }
    if (error instanceof CatalogueUnreachable) {
      reportCatalogue(error);
      if (lag) awaitEnd(() => lag() < LOOK_MS);
      if (error instanceof OutcomeUnknown)
        return new ApiError(
          'outcome_unknown',
          'the catalogue went away before it said whether this was stored; look before you send it again',
          { cause: error },
        );
      return unreachable('the catalogue', error);
    }
    if (error instanceof OriginalsUnreachable) {
      reportOriginals(error);
      return unreachable('the file', error);
    }
    if (error instanceof SearchUnreachable) {
      reportSearch(error);
      return unreachable('the search index', error);
    }
    if (error instanceof TooFar) {
      const message = `page: the search engine lists assets up to place ${error.most}; add conditions, or reverse the order`;
      return new ApiError('parameter_invalid', message, { cause: error });
    }
    if (error instanceof CannotCompare)
      return new ApiError('not_supported', 'the search index of this service compares no pictures', { cause: error });
    if (error instanceof CatalogueBusy) {
      reportBusy(error);
      return new ApiError('overloaded', 'the catalogue is busy; try again', { cause: error });
    }
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
  };
  const owned = stack.move();
  return Object.assign(convert, { [Symbol.dispose]: () => owned.dispose() });
}

function unreachable(what: string, cause: Error): ApiError {
  return new ApiError('store_unreachable', `${what} can't be read or written just now; try again`, {
    cause,
    retryAfterSeconds: STORE_SECONDS,
  });
}
