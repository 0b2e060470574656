/** Reads envelopes, the JSON objects in which the service answers: `{"version": 2, "status": 200, "data": …}`. */
import { ServiceError } from './errors.ts';
import type { ErrorCode } from './interface.ts';

/** A text to search for instead, and the number of assets that it finds. */
export interface OtherText {
  readonly search: string;
  readonly total: number;
}

/** The envelope of a success. */
export interface Envelope {
  readonly data: unknown;
  readonly total?: number;
  readonly facets?: unknown;
  readonly did_you_mean?: readonly OtherText[];
  readonly uncompared?: number;
}

const VERSION = 2;

/**
 * Reads the envelope of a success. Rejects with `not_an_envelope` or `version_unsupported`, or with the error of the parser if the
 * answer was cut.
 */
export async function envelopeOf(response: Response): Promise<Envelope> {
  const envelope = await readEnvelope(response);
  // Every success has data.
  if (envelope?.['data'] == null) throw notAnEnvelope(response);
  return envelope as unknown as Envelope;
}

/** Returns the error that a failed response describes. Rejects if the response can't be read. */
export async function failureOf(response: Response): Promise<ServiceError> {
  const retryAfter = retryAfterOf(response);
  const envelope = await readEnvelope(response);
  if (!envelope) return notAnEnvelope(response, retryAfter);
  const { code, message, data } = envelope;
  return new ServiceError(code as ErrorCode, String(message), { status: response.status, data, retryAfter });
}

/** Undefined if the response is not an envelope. */
async function readEnvelope(response: Response): Promise<Record<string, unknown> | undefined> {
  const text = await response.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Without `content-length`, a response that was cut may seem complete.
    if (response.ok && /^[^;]*json/.test(response.headers.get('content-type') ?? '')) throw error;
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('version' in value) || !('data' in value)) return undefined;
  if (value.version === VERSION) return value as Record<string, unknown>;
  throw new ServiceError(
    'version_unsupported',
    `the service answers with version ${String(value.version)} of the envelope; this client knows version ${VERSION}`,
    { status: response.status },
  );
}

function notAnEnvelope(response: Response, retryAfter?: number): ServiceError {
  const type = response.headers.get('content-type') ?? 'no media type';
  return new ServiceError(
    'not_an_envelope',
    `${originOf(response)} answered ${response.status} with ${type}, which is not an envelope of an Asset Browsing Service`,
    { status: response.status, retryAfter },
  );
}

/** Origin of the server that answered, for messages. */
export function originOf({ url }: Response): string {
  return new URL(url || 'about:blank').origin;
}

/** Seconds. A date is counted from the `date` of the response, because the clock of this machine may be wrong. */
function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const seconds = (Date.parse(value) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
