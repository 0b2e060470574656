/**
 * Requests to an OpenSearch server as JSON over connections that stay open. All may be sent twice: documents carry the
 * revision as their version, and the state is only replaced by who has read it.
 */
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { SearchUnreachable } from '../../../columnar/src/search-index.ts';
import { certificateProblem } from '../../../core/src/platform/certificate-problem.ts';
import { readUpTo } from '../../../core/src/platform/read-up-to.ts';
import { CircuitBreaker } from '../../../core/src/platform/s3/circuit-breaker.ts';
import { newS3Counts, type S3Counts } from '../../../core/src/platform/s3/s3-counts.ts';
import { codeOf } from '../../../core/src/platform/system-errors.ts';

const ATTEMPTS = 4;
const FIRST_PAUSE_MILLISECONDS = 100;
const IDLE_MILLISECONDS = 30_000;
const MAX_IDLE = 16;
/** How long a search may take, and how long any other request: a refresh after many changes takes longer. */
const SEARCH_MILLISECONDS = 15_000;
const WAIT_MILLISECONDS = 60_000;
const CONNECT_MILLISECONDS = 3_000;
/** A list of all counts of a facet has 40 bytes for each value. */
const MAX_ANSWER_BYTES = 512 * 2 ** 20;
/** A data node that dies while it is asked is a 500. */
const isOutage = (status: number) => status === 429 || status >= 500;

/** Where the server is, as the settings say. */
interface ServerSettings {
  /** `opensearch+http://` or `opensearch+https://`, with an optional user and password, and a path: the beginning of names. */
  readonly url: string;
  /** Password of the URL's user, if the URL has none. */
  readonly passwordFile?: { readonly text: string } | null;
  /** Certificates of the authorities (PEM) that signed the server's; without them, those that Node knows are trusted. */
  readonly caFile?: { readonly text: string } | null;
}

export interface Order {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  /** Path and query, each part encoded. */
  readonly path: string;
  /** JSON, or lines of it as text. */
  readonly body?: object | string;
  /** Statuses besides 2xx that are an answer. */
  readonly accept?: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

/** `Body` is what the server promises. */
interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** What the server says about a request that it refuses. */
interface Complaint {
  readonly type?: string;
  readonly reason?: string;
  readonly root_cause?: readonly Complaint[];
}

/** The server refused a request: a wrong query or setting, or something is not there (404). */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** One server, or a load balancer in front of several. Connects when it is used. */
export class Client implements Disposable {
  readonly counts: S3Counts;
  readonly #origin: string;
  readonly #authorization: string | undefined;
  readonly #agent: Agent;
  readonly #isSecure: boolean;
  readonly #breaker = new CircuitBreaker(() => performance.now());

  constructor({ url, passwordFile, caFile }: ServerSettings, counts: S3Counts = newS3Counts()) {
    const { protocol, username, password, host } = new URL(url.replace(/^opensearch\+/, ''));
    this.counts = counts;
    this.#isSecure = protocol === 'https:';
    this.#origin = `${protocol}//${host}`;
    const secret = password === '' ? (passwordFile?.text ?? '') : decodeURIComponent(password);
    const user = decodeURIComponent(username);
    this.#authorization =
      user === '' && secret === '' ? undefined : `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
    const pool = { keepAlive: true, maxFreeSockets: MAX_IDLE, timeout: IDLE_MILLISECONDS };
    this.#agent = this.#isSecure ? new SecureAgent({ ...pool, ...(caFile && { ca: caFile.text }) }) : new Agent(pool);
  }

  /**
   * Resolves with the answer. Repeats a request that an outage prevented. Rejects with SearchUnreachable if the server can't
   * serve, with Refused if it says that the request is wrong, or with the signal's reason.
   */
  async send<Body = unknown>(order: Order): Promise<Answer<Body>> {
    for (let attempt = 1; ; attempt++) {
      order.signal?.throwIfAborted();
      const reason = this.#breaker.reason();
      if (reason !== undefined) throw new SearchUnreachable(reason);
      const answer = await this.#attempt(order);
      if (!(answer instanceof Outage)) {
        this.#breaker.close();
        return answer as Answer<Body>;
      }
      if (attempt === ATTEMPTS || answer.isSlow) {
        this.counts.failed += 1;
        if (answer.isAway) this.#breaker.open(answer.message);
        throw answer;
      }
      await wait(FIRST_PAUSE_MILLISECONDS * 2 ** (attempt - 1), undefined, { signal: order.signal });
    }
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  async #attempt(order: Order): Promise<Answer<unknown> | Outage> {
    const begun = performance.now();
    try {
      const { status, text } = await this.#exchange(order);
      if (isOutage(status))
        return new Outage(`search.url: ${this.#origin} fails at present (${status})${typeIn(text)}`);
      const body = text === '' ? undefined : readJson(text);
      if ((status >= 200 && status < 300) || order.accept?.includes(status)) return { status, body };
      throw this.#refusal(status, body, order);
    } catch (error) {
      order.signal?.throwIfAborted();
      if (error instanceof Refused || error instanceof SearchUnreachable) throw error;
      const code = codeOf(error) ?? '';
      const problem = certificateProblem(code, 'caFile');
      if (problem !== undefined)
        throw new SearchUnreachable(`search.url: the certificate of ${this.#origin} ${problem}`, { cause: error });
      return new Outage(`search.url: ${this.#origin} does not answer (${code || (error as Error).message})`, {
        cause: error,
        isAway: true,
        isSlow: code === SLOW,
      });
    } finally {
      this.counts.requests += 1;
      this.counts.seconds += (performance.now() - begun) / 1000;
    }
  }

  #refusal(status: number, body: unknown, { method, path }: Order): Error {
    const { type = '', reason = '' } = complaintIn(body);
    const said = `${status} ${type} ${reason}`.trim();
    if (status === 401) return new SearchUnreachable(`search.url: ${this.#origin} does not accept user and password`);
    if (status === 403)
      return new SearchUnreachable(
        `search.url: the user lacks a right at ${this.#origin} (${method} ${path}: ${said})`,
      );
    return new Refused(status, type, `search.url: ${this.#origin} refused ${method} ${path}: ${said}`);
  }

  async #exchange({ method, path, body, signal }: Order): Promise<{ status: number; text: string }> {
    const isLines = typeof body === 'string';
    const payload = body === undefined ? undefined : isLines ? body : JSON.stringify(body);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = (this.#isSecure ? requestHttps : requestHttp)(`${this.#origin}${path}`, {
      method,
      agent: this.#agent,
      signal,
      headers: {
        accept: 'application/json',
        ...(payload !== undefined && {
          'content-type': isLines ? 'application/x-ndjson' : 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
        ...(this.#authorization !== undefined && { authorization: this.#authorization }),
      },
    });
    const milliseconds = /_search\?/.test(path) ? SEARCH_MILLISECONDS : WAIT_MILLISECONDS;
    const limit = setTimeout(() => request.destroy(failure(SLOW, 'no answer in time')), milliseconds);
    request.once('socket', (socket) => {
      if (!socket.connecting) return;
      const connecting = setTimeout(() => request.destroy(failure('ETIMEDOUT', 'no connection')), CONNECT_MILLISECONDS);
      socket.once('connect', () => clearTimeout(connecting)).once('close', () => clearTimeout(connecting));
    });
    request.on('response', resolve).on('error', reject);
    request.end(payload);
    try {
      const response = await promise;
      const bytes = await readUpTo(response, MAX_ANSWER_BYTES);
      if (bytes === undefined) throw failure('EMSGSIZE', 'the answer is too long');
      return { status: response.statusCode ?? 0, text: bytes.toString() };
    } finally {
      clearTimeout(limit);
    }
  }
}

/** Code of a request that took too long: it must not be sent again, because the server is still busy with it. */
const SLOW = 'ESLOW';

class Outage extends SearchUnreachable {
  /** True if there was no answer at all. */
  readonly isAway: boolean;
  readonly isSlow: boolean;

  constructor(message: string, options: ErrorOptions & { isAway?: boolean; isSlow?: boolean } = {}) {
    super(message, options);
    this.isAway = options.isAway ?? false;
    this.isSlow = options.isSlow ?? false;
  }
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy in front may answer in HTML.
    return undefined;
  }
}

function complaintIn(body: unknown): Complaint {
  const { error } = (body ?? {}) as { error?: Complaint | string };
  if (typeof error === 'string') return { reason: error };
  return error?.root_cause?.[0] ?? error ?? {};
}

function typeIn(text: string): string {
  const { type } = complaintIn(readJson(text));
  return type === undefined ? '' : `: ${type}`;
}
