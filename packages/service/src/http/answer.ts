import type { ByteReader } from '../../../core/src/platform/byte-reader.ts';
import type { PictureFile } from '../../../media/src/pictures/stored-pictures.ts';

/** The part of a request that handlers need. */
export interface Request {
  readonly id: string;
  readonly method: string;
  /** IP address of the caller, determined through trusted proxies; '' if the connection is already gone. */
  readonly address: string;
  /**
   * Scheme and host under which the caller knows this service, such as `https://media.example`; undefined if unknown.
   */
  readonly origin: string | undefined;
  /** Path below which the caller knows this service, such as `/dam`, which a trusted proxy has taken away; usually ''. */
  readonly prefix: string;
  /** Percent-encoded path, from `/` up to `?`. */
  readonly path: string;
  /** Query string without `?`; '' if there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * Reads the body, of at most `most` bytes; see `http/read-body.ts`. Only for the few paths that take one, and once. A
   * body that nobody reads is discarded.
   */
  readonly body?: (most: number) => Promise<Uint8Array>;
  /** Aborts when the caller hangs up or the service gives up on the request. */
  readonly signal: AbortSignal;
  /** Calls `release` when the answer is sent or the caller is gone; immediately if that has already happened. */
  onEnd(release: () => void): void;
}

/** The part of a request that selects a cached answer. */
export interface PlainRequest extends Pick<Request, 'method' | 'headers'> {
  /** Path and query string, as written. */
  readonly target: string;
  /** Finds where the caller knows this service, which few answers depend on; absent where none is sought. */
  place?(): Pick<Request, 'origin' | 'prefix'>;
}

/** Converts a request to the form in which cached answers are looked up. */
export function plainRequest({ method, path, query, headers, origin, prefix }: Request): PlainRequest {
  return { method, target: query === '' ? path : `${path}?${query}`, headers, place: () => ({ origin, prefix }) };
}

/** An answer to send. `http/respond.ts` sends a reader to its end or disposes of it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | ByteReader;
  /** Where the same bytes are found for a later request. */
  readonly file?: PictureFile;
  /** Values of headers `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** Metric label, such as `node.do search`. */
  readonly operation?: string;
  /** True if the answer refuses a request because a stored file is damaged. */
  readonly sawDamage?: boolean;
  /** Called when the last byte has been handed to the network, or, with `false`, when the answer was cut before. */
  readonly onSent?: (isComplete: boolean) => void;
}

/** Returns the value of a request header, several joined by commas; undefined if absent. */
export function requestHeader(request: Pick<Request, 'headers'>, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Returns the answer with `headers` replacing its own; the values of `Vary` are combined. */
export function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  const vary = [answer.headers['vary'], headers['vary']].filter((each) => each !== undefined).join(', ');
  return { ...answer, headers: { ...answer.headers, ...headers, ...(vary === '' ? {} : { vary }) } };
}

const OF_THE_BODY = new Set(['content-type', 'content-length', 'content-encoding', 'content-disposition']);

/** Returns the answer to a caller who has the same bytes. */
export function notModifiedOf({ body: _, file: __, ...answer }: Answer): Answer {
  const headers = Object.entries(answer.headers).filter(([name]) => !OF_THE_BODY.has(name));
  return { ...answer, status: 304, headers: Object.fromEntries(headers) };
}
