import { hideSecrets } from './secrets.ts';

/** Every error code with its HTTP status. A test compares docs/reference/errors.md with this table. */
export const ERRORS = {
  parameter_missing: 400,
  parameter_invalid: 400,
  operation_missing: 400,
  operation_ambiguous: 400,
  prefetch_refused: 400,
  request_malformed: 400,
  token_missing: 401,
  token_invalid: 401,
  not_permitted: 403,
  asset_not_valid: 403,
  picture_not_allowed: 403,
  reviews_full: 403,
  signature_invalid: 403,
  signature_expired: 403,
  cross_site: 403,
  sign_in_refused: 403,
  path_not_found: 404,
  node_not_found: 404,
  node_type_not_found: 404,
  asset_not_found: 404,
  version_not_found: 404,
  page_not_found: 404,
  format_not_found: 404,
  infofield_not_found: 404,
  file_not_found: 404,
  pin_not_found: 404,
  review_not_found: 404,
  method_not_allowed: 405,
  pin_expired: 410,
  cursor_expired: 410,
  precondition_failed: 412,
  body_too_large: 413,
  range_not_satisfiable: 416,
  query_too_long: 414,
  limited: 429,
  headers_too_large: 431,
  request_timeout: 408,
  internal: 500,
  not_configured: 501,
  not_supported: 501,
  not_ready: 503,
  sign_in_unavailable: 503,
  extension_failed: 503,
  overloaded: 503,
  store_unreachable: 503,
  /** Without `Retry-After`, because what was written may have been stored. */
  outcome_unknown: 503,
  stopping: 503,
  /** Sent by the proxies in `deploy/` when this service does not answer. */
  unreachable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/** An error whose code and message the caller receives. Any other error is a bug or an outage: a 500. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** `data` of the envelope; null unless a rule of the interface says otherwise. */
  readonly data: unknown;
  /** Seconds after which a retry makes sense; undefined if the error does not suggest one. */
  readonly retryAfterSeconds: number | undefined;
  /** Size in bytes of the file, for a range that is not satisfiable. */
  readonly size: number | undefined;

  /** `message` is one English sentence without secrets, paths or SQL. Private details belong in `cause`. */
  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { data?: unknown; retryAfterSeconds?: number; size?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = ERRORS[code];
    this.data = options.data ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.size = options.size;
  }
}

/** Returns the error for a parameter whose value is not accepted. `message` begins with the parameter's name. */
export function invalidParameter(message: string): ApiError {
  return new ApiError('parameter_invalid', message);
}

/**
 * Formats a received value for error messages: quoted, truncated to 100 characters (interface decisions 1), and without
 * secrets, because it may be part of an address.
 */
export function quote(value: string): string {
  const characters = Array.from(hideSecrets(value.slice(0, 400)));
  return JSON.stringify(
    characters.length > 100 || value.length > 400 ? `${characters.slice(0, 100).join('')}…` : characters.join(''),
  );
}
