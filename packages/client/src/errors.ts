import type { ErrorCode } from './interface.ts';

/** What goes wrong between the client and the service. Codes of the service itself are in `ErrorCode`. */
export type ClientErrorCode =
  /** The base address is not an http or https address, or has a query, a fragment or a user. */
  | 'address_invalid'
  /** The connection failed, or was cut before the end of the answer. */
  | 'connection_failed'
  /** The answer, or the next part of a file, took longer than `timeout`. */
  | 'timed_out'
  /** The answer is not an envelope of the service: another program, or a proxy, answered at this address. */
  | 'not_an_envelope'
  /** A web page arrived instead of a file: a proxy answered at this address. */
  | 'not_a_file'
  /** The service speaks a version of the interface that this client does not know. */
  | 'version_unsupported'
  /** A download ended early, and could not be resumed. */
  | 'download_incomplete'
  /** The file changed while it was downloaded. */
  | 'download_changed';

/** A request that failed. `code` says why; the message is for people, and its wording may change. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode | ClientErrorCode;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** `data` of the envelope: for `not_permitted`, the address to send the user to, for `asset_not_valid` the assets; else null. */
  readonly data: unknown;
  /** Seconds after which to try again; undefined if the service does not say. */
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

/** True for errors of this package, or of another copy of it in the same page. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === 'ServiceError' && 'code' in error;
}
