/** JSON results as finished bytes: single-flight for concurrent callers, and cached while they are valid. */

import { SingleFlight } from '../../../../core/src/concurrency/single-flight.ts';
import type { DocumentReply, Elsewhere } from '../../api/path-operation.ts';
import { type DataReply, tagOf } from '../../api/replies.ts';
import { type Holding, holdsAt } from '../../api/validity.ts';
import { type Encoding, encode, isWorthEncoding, ownBuffer } from '../encoding.ts';
import { envelopeBytes } from '../envelope.ts';
import type { CachedResult, ResultCache } from './result-cache.ts';

export interface ResultKey {
  /** Base address: an endpoint's name, '' for the service itself. */
  readonly group: string;
  /** Operation, parameters in a fixed order, language, permissions and revision. */
  readonly key: string;
  /** How long a result may be used; 0 disables caching and single-flight. */
  readonly seconds: number;
  /** Instant of the request, in epoch milliseconds; a result must hold then. */
  readonly now: number;
}

/** What an operation answers: data for an envelope, a document, or another address. */
type Reply = (DataReply<unknown> | DocumentReply | Elsewhere) & {
  /** When it holds, if it follows the clock. */
  readonly holds?: Holding;
};

/** The key of a result that is not cached. */
export const UNCACHED: ResultKey = { group: '', key: '', seconds: 0, now: 0 };

const NOTHING = new Uint8Array();
const FOREVER = new AbortController().signal;

/** Computes, caches and encodes results, which are stored in the cache. */
export class Results {
  /** Number of results computed so far, cached or not. */
  computed = 0;
  readonly #cache: ResultCache;
  readonly #computing = new SingleFlight<JsonResult>();
  readonly #encoding = new SingleFlight<JsonResult>();
  /** How often each group was cleared. */
  readonly #clears = new Map<string, number>();

  constructor(cache: ResultCache) {
    this.#cache = cache;
  }

  /** Returns the cached result, or calls `compute` once for all concurrent callers with the same key. */
  async getOrCompute(
    { group, key, seconds, now }: ResultKey,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<Reply>,
  ): Promise<JsonResult> {
    if (seconds <= 0) {
      this.computed += 1;
      return resultOf(await compute(signal));
    }
    const cached = await this.#cache.get(group, key);
    if (cached && holdsAt(cached.holds, now)) return cached;
    const before = this.#clearsOf(group);
    const make = async (abandoned: AbortSignal) => {
      this.computed += 1;
      const result = resultOf(await compute(abandoned));
      // A result with a maximum age changes even while the catalogue does not, so it is not cached.
      if (isKept(result) && this.#clearsOf(group) === before) this.#cache.set(group, key, result, { seconds });
      return result;
    };
    for (;;) {
      const result = await this.#computing.join(`${group}\n${before}\n${key}`, signal, make);
      // Another request may have begun it at an instant at which the answer was another.
      if (holdsAt(result.holds, now)) return result;
    }
  }

  /** Encodes and caches a result; returns it unencoded if encoding is not worth the effort. */
  async encoded(
    { group, key, seconds }: ResultKey,
    result: JsonResult,
    encoding: Encoding,
  ): Promise<{ readonly result: JsonResult; readonly encoding: Encoding }> {
    if (encoding === 'identity' || !isWorthEncoding(result.body.length)) return { result, encoding: 'identity' };
    const isCached = seconds > 0 && isKept(result);
    // With the entity tag, because a result from before a flush may be encoded after it.
    const own = `${key}\n${encoding}\n${result.etag}`;
    const cached = isCached ? await this.#cache.get(group, own) : undefined;
    if (cached) return { result: cached, encoding };
    const make = async () => {
      const body = await encode(result.body, encoding, isCached ? 'kept' : 'once');
      const coded = { ...result, body, etag: `${result.etag}-${encoding}` };
      if (isCached) this.#cache.set(group, own, coded, { seconds });
      return coded;
    };
    return { result: await (isCached ? this.#encoding.join(`${group}\n${own}`, FOREVER, make) : make()), encoding };
  }

  /** Removes all results of a group. A result that is being computed now is not cached, and later callers get a new one. */
  clear(group: string): void {
    this.#clears.set(group, this.#clearsOf(group) + 1);
    this.#cache.clear(group);
  }

  #clearsOf(group: string): number {
    return this.#clears.get(group) ?? 0;
  }
}

/** True if the cache may keep a result. */
export function isKept({ maxAgeSeconds, isLasting }: JsonResult): boolean {
  return maxAgeSeconds === undefined || isLasting === true;
}

/** The bytes of a JSON result, ready to send, in a buffer of their own. */
export interface JsonResult extends CachedResult {
  /** How long callers may keep it, if that is shorter than the configured time. */
  readonly maxAgeSeconds?: number;
  readonly isRevalidated?: boolean;
  /** True if it is cached nevertheless. */
  readonly isLasting?: boolean;
  /** True if only callers may keep it. */
  readonly isPrivate?: boolean;
  /** UTC milliseconds until when a live result may be kept while the catalogue stays the same. */
  readonly sameUntil?: number;
  /** Where a caller of a document finds it instead. */
  readonly location?: string;
}

function resultOf(reply: Reply): JsonResult {
  const holds = reply.holds && { holds: reply.holds };
  if ('data' in reply) return { ...jsonResult(reply), ...holds };
  if ('location' in reply) return { body: NOTHING, etag: '', maxAgeSeconds: 0, location: reply.location };
  const body = ownBuffer(Buffer.from(JSON.stringify(reply.document)));
  const { maxAgeSeconds } = reply;
  return { body, etag: tagOf(body), ...holds, ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }) };
}

/** Makes the envelope of a successful JSON operation, without a callback. */
export function jsonResult(reply: DataReply<unknown>): JsonResult {
  const { data, total, facets, did_you_mean, pending, uncompared, location } = reply;
  const { maxAgeSeconds, isRevalidated, isLasting, isPrivate, sameUntil } = reply;
  const siblings = {
    ...(total === undefined ? {} : { total }),
    ...(facets === undefined ? {} : { facets }),
    ...(did_you_mean === undefined ? {} : { did_you_mean }),
    ...(pending === undefined ? {} : { pending }),
    ...(uncompared === undefined ? {} : { uncompared }),
  };
  const body = envelopeBytes({ version: 2, status: location === undefined ? 200 : 302, data, ...siblings });
  return {
    body,
    etag: tagOf(body),
    ...(total === undefined ? {} : { total }),
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
    ...(isRevalidated && { isRevalidated }),
    ...(isLasting && { isLasting }),
    ...(isPrivate && { isPrivate }),
    ...(sameUntil !== undefined && { sameUntil }),
  };
}

/** Wraps a result in a function call (interface: JSONP). The body differs, so the entity tag does, too. */
export function withCallback(result: JsonResult, callback: string): JsonResult {
  const body = ownBuffer(Buffer.concat([Buffer.from(`/**/${callback}(`), result.body, Buffer.from(');')]));
  return { ...result, body, etag: tagOf(body) };
}
