/** What to tell the operator if an S3 server does not serve: one sentence that begins with the setting to check. */
import { certificateProblem } from '../certificate-problem.ts';
import { codeOf } from '../system-errors.ts';
import { type S3Settings, s3Place } from './s3-settings.ts';

/** A response of the server that reports an error. */
export interface S3ErrorResponse {
  readonly status: number;
  /** The server's word for the error, such as `NoSuchBucket`; empty if it gave none. */
  readonly code: string;
  readonly method: string;
  /** The server's clock as an HTTP date. */
  readonly date: string | undefined;
}

/**
 * An error response. The client rejects with it only if it is about one object (404, 409, 412, 416); otherwise it is the
 * cause of what the client rejects with. The message holds no secret.
 */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  readonly code: string;

  constructor({ status, code }: S3ErrorResponse, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const OUTAGES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
const OUTAGE_CODES: ReadonlySet<string> = new Set([
  'SlowDown',
  'RequestTimeout',
  'InternalError',
  'ServiceUnavailable',
]);

/** True if the same request may succeed in a moment. */
export function isOutage({ status, code }: Pick<S3ErrorResponse, 'status' | 'code'>): boolean {
  return OUTAGES.has(status) || OUTAGE_CODES.has(code);
}

/** No such object, a conflict with another upload, a failed precondition, a range beyond the end. */
const OF_OBJECTS: ReadonlySet<number> = new Set([404, 409, 412, 416]);

/** True if a response concerns one object; any other error means that the server or its settings are wrong. */
export function concernsObject({ status, code }: S3ErrorResponse): boolean {
  return OF_OBJECTS.has(status) && code !== 'NoSuchBucket';
}

export function explainResponse(response: S3ErrorResponse, settings: S3Settings): string {
  const { status, code, method } = response;
  const { names, accessKeyId, region } = settings;
  const { bucket, origin } = s3Place(settings);
  const said = code === '' ? `${status}` : `${status} ${code}`;
  switch (code) {
    case 'NoSuchBucket':
      return `${names.url}: there is no bucket "${bucket}" at ${origin}`;
    case 'InvalidAccessKeyId':
      return `${names.accessKeyId}: the S3 server at ${origin} does not know the key "${accessKeyId}"`;
    case 'ExpiredToken':
    case 'InvalidToken':
      return `${names.accessKeyId}: the S3 server at ${origin} refuses the session token of "${accessKeyId}" (${said})`;
    case 'SignatureDoesNotMatch':
      return `${names.secretAccessKey}: the secret is not that of the key "${accessKeyId}" at ${origin}`;
    case 'RequestTimeTooSkewed':
      return `the clock of this machine is wrong, or that of ${origin}: ${skewOf(response)}; S3 accepts 15 minutes`;
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'IllegalLocationConstraintException':
      return `${names.region}: the bucket "${bucket}" is not in region "${region}" of ${origin} (${said})`;
    default:
  }
  if (status === 403) {
    const rights = 'it needs those to list the bucket and to read, write and delete objects';
    return `${names.accessKeyId}: the key "${accessKeyId}" lacks a right in "${bucket}" (${method}: ${said}); ${rights}`;
  }
  if (isOutage(response)) return `${names.endpoint}: ${origin} fails at present (${said})`;
  return `${names.endpoint}: ${origin} answers ${method} with ${said}, as no S3 server should`;
}

function skewOf({ date }: S3ErrorResponse): string {
  const minutes = Math.round((Date.now() - Date.parse(date ?? '')) / 60_000);
  if (Number.isNaN(minutes)) return 'they differ too much';
  return `this one is ${Math.abs(minutes)} minutes ${minutes < 0 ? 'behind' : 'ahead'}`;
}

/** Error codes of a server that does not speak HTTP, or not with TLS, or not without. */
const OF_PROTOCOL = /^(?:HPE_|EPROTO|ERR_SSL|ERR_TLS|EMSGSIZE)/;

/** Explains why there was no response. */
export function explainNetworkError(error: unknown, settings: S3Settings): string {
  const { names } = settings;
  const { origin } = s3Place(settings);
  const code = codeOf(error);
  const certificate = certificateProblem(code, names.ca);
  if (certificate !== undefined) return `${names.endpoint}: the certificate of ${origin} ${certificate} (${code})`;
  if (OF_PROTOCOL.test(code)) {
    return `${names.endpoint}: ${origin} does not speak ${origin.startsWith('https') ? 'HTTPS' : 'HTTP'} (${code})`;
  }
  return `${names.endpoint}: ${origin} can't be reached (${code})`;
}
