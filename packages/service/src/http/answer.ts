import type { Readable } from 'node:stream';
import type { ByteReader } from '../originals/binary-store.ts';

/** What the edge needs of a request. */
export interface Request {
  readonly id: string;
  readonly method: string;
  /** IP address of the caller, as far as proxies are trusted; '' where the connection is gone already. */
  readonly address: string;
  /** Scheme and host under which the caller knows this service, such as `https://media.example`; undefined where nobody says. */
  readonly origin: string | undefined;
  /** Percent-encoded path, from `/` up to `?`. */
  readonly path: string;
  /** Query string without `?`; '' when there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Aborts when the caller hangs up or the service gives up on the request. */
  readonly signal: AbortSignal;
  /** Calls `release` when the answer has been sent or the caller is gone; at once where that has happened. */
  onEnd(release: () => void): void;
}

/** What decides an answer that is known already. */
export interface PlainRequest extends Pick<Request, 'method' | 'headers'> {
  /** Path and query string, as written. */
  readonly target: string;
}

export function plainRequest({ method, path, query, headers }: Request): PlainRequest {
  return { method, target: query === '' ? path : `${path}?${query}`, headers };
}

/** A finished answer. A stream or reader is sent to its end or disposed of by the edge. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable | ByteReader;
  /** What it is counted under, as `node.do search`. */
  readonly operation?: string;
  /** True where it refuses what a stored file can't be given for, because it is damaged. */
  readonly sawDamage?: boolean;
  /** Called when the last byte has been handed to the network. */
  readonly onSent?: () => void;
}

/** The one value of a request header; undefined when absent. */
export function headerOf(request: Pick<Request, 'headers'>, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The answer with more headers, which take the place of its own; what it varies by adds up. */
export function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  const vary = [answer.headers['vary'], headers['vary']].filter((each) => each !== undefined).join(', ');
  return { ...answer, headers: { ...answer.headers, ...headers, ...(vary === '' ? {} : { vary }) } };
}
