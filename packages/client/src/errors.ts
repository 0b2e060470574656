import type { ErrorCode } from './interface.ts';

/** What goes wrong between the client and the service. Codes of the service itself are in `ErrorCode`. */
export type ClientErrorCode =
  /** The base address is no address, or has a query or a fragment. */
  | 'address_invalid'
  /** The connection failed or was cut before an answer was there. */
  | 'connection_failed'
  /** The answer took longer than `timeout`. */
  | 'timed_out'
  /** The answer is no envelope of the service: another program, or a proxy, answered at this address. */
  | 'not_an_envelope'
  /** A file was expected, and a web page came: a proxy answered at this address. */
  | 'not_a_file'
  /** The service speaks a version of the interface that this client does not know. */
  | 'version_unsupported'
  /** A download ended before its last byte, and could not be resumed. */
  | 'download_incomplete'
  /** The file changed while it was downloaded. */
  | 'download_changed';

/** A request that failed. `code` says why; the message is for people, and its wording may change. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode | ClientErrorCode;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** `data` of a failure: the address to send the user to, for `not_permitted`; else null. */
  readonly data: unknown;
  /** Seconds after which a retry makes sense, if the service says so. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode | ClientErrorCode,
    message: string,
    options: ErrorOptions & { status?: number; data?: unknown; retryAfter?: number | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = options.status ?? 0;
    this.data = options.data ?? null;
    this.retryAfter = options.retryAfter;
  }
}

/** True for errors of this package, also of another copy of it in the same page. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === 'ServiceError' && 'code' in error;
}
