/** JSON results as finished bytes: single-flight for concurrent callers, and cached while they are valid. */
import type { DataReply } from '../../api/replies.ts';
import { openSingleFlight } from '../../concurrency/single-flight.ts';
import { type Encoding, encode, isWorthEncoding } from '../encoding.ts';
import { type Finished, finish } from './finished.ts';
import type { ResultCache } from './result-cache.ts';

/** Identifies a result. */
export interface Question {
  /** Base address: an endpoint's name, '' for the service itself. */
  readonly group: string;
  /** Operation, parameters in a fixed order, language, permissions and revision. */
  readonly key: string;
  /** How long a result may be used; 0 disables caching and single-flight. */
  readonly seconds: number;
}

/** A question whose result is not cached. */
export const UNKEPT: Question = { group: '', key: '', seconds: 0 };

/** Computes, caches and encodes results. */
export interface Results {
  /** Returns the cached result, or calls `compute` once for all concurrent callers of the same question. */
  reach(
    question: Question,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<DataReply<unknown>>,
  ): Promise<Finished>;
  /** Encodes and caches a result; returns it unencoded if encoding is not worth the effort. */
  encoded(
    question: Question,
    result: Finished,
    encoding: Encoding,
  ): Promise<{ readonly result: Finished; readonly encoding: Encoding }>;
  /** Number of results computed so far, cached or not. */
  computed(): number;
}

/** Opens results that are stored in `cache`. */
export function openResults(cache: ResultCache): Results {
  const flights = openSingleFlight<Finished>();
  const codings = openSingleFlight<Finished>();
  const forever = new AbortController().signal;
  let computed = 0;
  return {
    reach: async (question, signal, compute) => {
      const { group, key, seconds } = question;
      if (seconds <= 0) {
        computed += 1;
        return finish(await compute(signal));
      }
      const kept = await cache.get(group, key);
      if (kept) return kept;
      return await flights.join(`${group}\n${key}`, signal, async (abandoned) => {
        computed += 1;
        const reply = await compute(abandoned);
        const result = finish(reply);
        // A result with a maximum age changes even while the catalogue does not, so it is not cached.
        if (reply.maxAgeSeconds === undefined) cache.set(group, key, result, { seconds });
        return result;
      });
    },
    encoded: async ({ group, key, seconds }, result, encoding) => {
      if (encoding === 'identity' || !isWorthEncoding(result.body.length)) return { result, encoding: 'identity' };
      const isKept = seconds > 0 && result.maxAgeSeconds === undefined;
      const own = `${key}\n${encoding}`;
      const kept = isKept ? await cache.get(group, own) : undefined;
      if (kept) return { result: kept, encoding };
      const make = async () => {
        const coded = { ...result, body: await encode(result.body, encoding), etag: `${result.etag}-${encoding}` };
        if (isKept) cache.set(group, own, coded, { seconds });
        return coded;
      };
      return { result: await (isKept ? codings.join(`${group}\n${own}`, forever, make) : make()), encoding };
    },
    computed: () => computed,
  };
}
