import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import { type Answer, type PlainRequest, requestHeader } from '../answer.ts';
import { namesTag } from '../conditions.ts';
import { type Encoding, encodingFor } from '../encoding.ts';

/** Longest address that is cached, in characters. */
const MAX_ADDRESS = 2000;
/** Each answer loses up to this share of its time, so that answers cached together don't all expire together. */
const SPREAD = 0.1;
/** Shortest interval between two moves of an entry in the LRU order; the order within a second does not matter. */
const REPLACE_MILLISECONDS = 1000;

/** Cache of a thread's recent whole answers, by the address as it was written. */
export interface ResponseCache {
  /**
   * Returns the cached answer, or 304 if the caller has it; undefined on a miss and after a change of the catalogue.
   */
  get(request: PlainRequest, model: CatalogueModel): Answer | undefined;
  /** Caches an answer with status 200 to a request without a token; ignores others. */
  set(request: PlainRequest, model: CatalogueModel, answer: Answer, options: CacheOptions): void;
  clear(): void;
  /** Figures since it was opened. */
  figures(): ResponseCacheFigures;
}

/** Figures of the cache, for metrics. */
export interface ResponseCacheFigures {
  /** Requests answered from the cache. */
  readonly hits: number;
  readonly entries: number;
  /** Estimated memory of bodies, addresses and the entries themselves. */
  readonly bytes: number;
}

/** Lifetime of a cached answer, and what it depends on. */
export interface CacheOptions {
  /** How long the answer may be used again. */
  readonly seconds: number;
  /** The content coding that the caller prefers, if the answer depends on it. */
  readonly encoding?: Encoding;
  /** True if the answer does not depend on the Origin header. */
  readonly isForAnyOrigin: boolean;
}

/** Answers by address, in LRU order: the most recently used one is last. */
type Entries = Map<string, Entry>;

interface Entry {
  readonly answer: Answer;
  readonly notModified: Answer;
  /** A strong entity tag, with its quotes. */
  readonly etag: string | undefined;
  readonly isForAnyOrigin: boolean;
  readonly bytes: number;
  readonly until: number;
  /** When it was last moved to the end of the LRU order. */
  lastMoved: number;
}

/** Opens a cache of at most `megabytes` that evicts the least recently used answers. */
export function openResponseCache({
  megabytes,
  now = () => performance.now(),
}: {
  readonly megabytes: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}): ResponseCache {
  const maxBytes = megabytes * 2 ** 20;
  // One map by address alone, others by coding: concatenating keys would cost more than two lookups.
  const anyCoding: Entries = new Map();
  const byCoding: Readonly<Record<Encoding, Entries>> = { br: new Map(), gzip: new Map(), identity: new Map() };
  const maps = [anyCoding, ...Object.values(byCoding)];
  let bytes = 0;
  let hits = 0;
  /** The model of the cached answers; each revision has its own object. */
  let state: CatalogueModel | undefined;

  function clear(): void {
    for (const map of maps) map.clear();
    bytes = 0;
  }

  function isCurrent(model: CatalogueModel): boolean {
    if (model === state) return true;
    state = model;
    clear();
    return false;
  }

  function drop(map: Entries, target: string): void {
    const entry = map.get(target);
    if (!entry) return;
    map.delete(target);
    bytes -= entry.bytes;
  }

  function dropOldest(): void {
    const oldest = maps
      .flatMap((map) =>
        map
          .entries()
          .take(1)
          .map(([target, { lastMoved }]) => ({ map, target, lastMoved }))
          .toArray(),
      )
      .reduce((one, other) => (other.lastMoved < one.lastMoved ? other : one));
    drop(oldest.map, oldest.target);
  }

  return {
    get(request, model) {
      if (!isCurrent(model) || !isPlain(request)) return undefined;
      const { target, headers } = request;
      let map = byCoding[encodingFor(requestHeader(request, 'accept-encoding'))];
      let entry = map.get(target);
      if (entry === undefined) {
        map = anyCoding;
        entry = map.get(target);
      }
      if (entry === undefined) return undefined;
      const time = now();
      if (entry.until <= time) {
        drop(map, target);
        return undefined;
      }
      if (!entry.isForAnyOrigin && headers['origin'] !== undefined) return undefined;
      hits += 1;
      if (time - entry.lastMoved > REPLACE_MILLISECONDS) {
        entry.lastMoved = time;
        map.delete(target);
        map.set(target, entry);
      }
      const condition = requestHeader(request, 'if-none-match');
      if (condition === undefined || entry.etag === undefined) return entry.answer;
      const isFresh = condition === entry.etag || namesTag(condition, entry.etag.slice(1, -1));
      return isFresh ? entry.notModified : entry.answer;
    },
    set(request, model, answer, { seconds, encoding, isForAnyOrigin }) {
      if (answer.status !== 200 || !isPlain(request) || seconds <= 0) return;
      const { target } = request;
      const map = encoding === undefined ? anyCoding : byCoding[encoding];
      const size = sizeOf(answer, target);
      if (size > maxBytes) return;
      // A slow answer may belong to an older revision and is not cached. The first model seen counts as current.
      state ??= model;
      if (model !== state) return;
      drop(map, target);
      const lastMoved = now();
      const until = lastMoved + seconds * 1000 * (1 - SPREAD * Math.random());
      const etag = answer.headers['etag'];
      map.set(target, {
        answer,
        notModified: notModified(answer),
        etag,
        isForAnyOrigin,
        bytes: size,
        until,
        lastMoved,
      });
      bytes += size;
      while (bytes > maxBytes) dropOldest();
    },
    clear,
    figures: () => ({ hits, entries: maps.reduce((sum, { size }) => sum + size, 0), bytes }),
  };
}

/** True if the answer depends only on address, coding and origin; other requests take the normal path. */
function isPlain({ method, target, headers }: PlainRequest): boolean {
  if (method !== 'GET' || target.length > MAX_ADDRESS) return false;
  if (headers['range'] !== undefined || headers['if-range'] !== undefined) return false;
  return headers['if-match'] === undefined && headers['authorization'] === undefined;
}

const OF_THE_BODY = new Set(['content-type', 'content-length', 'content-encoding', 'content-disposition']);

function notModified({ body: _, ...answer }: Answer): Answer {
  const { headers } = answer;
  return {
    ...answer,
    status: 304,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_BODY.has(name))),
  };
}

/** An entry takes about one and a half kilobytes besides its bytes. */
function sizeOf({ body }: Answer, target: string): number {
  // A short body is stored a second time, together with its head (single-write.ts).
  return 1536 + 2 * target.length + (body instanceof Uint8Array ? 2 * body.length : 0);
}
