/** JSON results, finished to their bytes: computed once for all who ask meanwhile, and kept while they hold. */
import type { DataReply } from '../../api/operation.ts';
import { openFlights } from '../../concurrency/flights.ts';
import { type Encoding, encode, isWorthEncoding } from '../encoding.ts';
import { type Finished, finish } from './finished.ts';
import type { ResultCache } from './result-cache.ts';

/** What decides a result. */
export interface Question {
  /** Base address: an endpoint's name, '' for the service itself. */
  readonly group: string;
  /** Operation, parameters in one order, language, permissions and revision. */
  readonly key: string;
  /** How long a result may be given out; 0 keeps nothing. */
  readonly seconds: number;
}

/** Kept nowhere. */
export const UNKEPT: Question = { group: '', key: '', seconds: 0 };

export interface Results {
  /** The result as it is kept; else what `compute` gives, which all have who ask for the same meanwhile. */
  reach(
    question: Question,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<DataReply<unknown>>,
  ): Promise<Finished>;
  /** The same in a content coding, kept beside it; itself where that is not worth the effort. */
  encoded(
    question: Question,
    result: Finished,
    encoding: Encoding,
  ): Promise<{ readonly result: Finished; readonly encoding: Encoding }>;
  /** Results computed so far, kept or not. */
  computed(): number;
}

export function openResults(cache: ResultCache): Results {
  const flights = openFlights<Finished>();
  const codings = openFlights<Finished>();
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
      return await flights.join(`${group}\n${key}`, signal, async (deserted) => {
        computed += 1;
        const reply = await compute(deserted);
        const result = finish(reply);
        // What may be kept for less than the catalogue stands still changes by itself.
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
