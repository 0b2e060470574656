/** Every way a request can fail, with the status it is reported under. docs/errors.md is tested against this table. */
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
  reviews_full: 403,
  path_not_found: 404,
  node_not_found: 404,
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
  precondition_failed: 412,
  range_not_satisfiable: 416,
  query_too_long: 414,
  limited: 429,
  headers_too_large: 431,
  request_timeout: 408,
  internal: 500,
  not_configured: 501,
  not_ready: 503,
  sign_in_unavailable: 503,
  overloaded: 503,
  stopping: 503,
  /** Said by the proxies of `deploy/` where this service does not answer. */
  unreachable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/** A refusal that the caller is told about. Anything else that is thrown is a bug or an outage and answers 500. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** `data` of the envelope; null unless the rule says otherwise. */
  readonly data: unknown;
  /** When trying again makes sense; undefined where the status says nothing of it. */
  readonly retryAfterSeconds: number | undefined;
  /** Bytes of the file whose range is refused. */
  readonly size: number | undefined;

  /** `message` is sent to the caller: one English sentence without secrets, paths or SQL. Put what is private in `cause`. */
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

/** A received value as error messages show it: quoted, and cut at 100 characters (decisions 1). */
export function quote(value: string): string {
  const characters = Array.from(value.slice(0, 400));
  return JSON.stringify(characters.length > 100 ? `${characters.slice(0, 100).join('')}…` : value);
}
