import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import { type Answer, headerOf, type PlainRequest } from '../answer.ts';
import { namesTag } from '../conditions.ts';
import { type Encoding, encodingFor } from '../encoding.ts';

/** Longest address that is cached, in characters. */
const MAX_ADDRESS = 2000;
/** Each answer loses up to this share of its time, so that answers cached together don't all expire together. */
const SPREAD = 0.1;
/** Shortest interval between two moves of an entry in the LRU order; the order within a second does not matter. */
const REPLACE_MILLISECONDS = 1000;

/** Cache of a thread's recent whole answers, by the address as it was written. */
export interface RepeatedAnswers {
  /**
   * Returns the cached answer, or 304 if the caller has it; undefined on a miss and after a change of the catalogue.
   */
  find(request: PlainRequest, model: CatalogueModel): Answer | undefined;
  /** Caches an answer with status 200 to a request without a token; ignores others. */
  keep(request: PlainRequest, model: CatalogueModel, answer: Answer, options: KeepOptions): void;
  clear(): void;
  /** Figures since it was opened. */
  figures(): RepeatedFigures;
}

/** Figures of the cache, for metrics. */
export interface RepeatedFigures {
  /** Requests answered from the cache. */
  readonly hits: number;
  readonly entries: number;
  /** Estimated memory of bodies, addresses and the entries themselves. */
  readonly bytes: number;
}

/** Lifetime of a cached answer, and what it depends on. */
export interface KeepOptions {
  /** How long the answer may be used again. */
  readonly seconds: number;
  /** The content coding that the caller prefers, if the answer depends on it. */
  readonly encoding?: Encoding;
  /** True if the answer does not depend on the Origin header. */
  readonly isForAnyOrigin: boolean;
}

/** Answers by address, in LRU order: the most recently used one is last. */
type Shelf = Map<string, Kept>;

interface Kept {
  readonly answer: Answer;
  readonly notModified: Answer;
  /** A strong entity tag, with its quotes. */
  readonly etag: string | undefined;
  readonly isForAnyOrigin: boolean;
  readonly bytes: number;
  readonly until: number;
  /** When it was last moved to the end of the LRU order. */
  placed: number;
}

/** Opens a cache of at most `megabytes` that evicts the least recently used answers. */
export function openRepeatedAnswers({
  megabytes,
  now = () => performance.now(),
}: {
  readonly megabytes: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}): RepeatedAnswers {
  const maxBytes = megabytes * 2 ** 20;
  // One map by address alone, others by coding: concatenating keys would cost more than two lookups.
  const anyCoding: Shelf = new Map();
  const byCoding: Readonly<Record<Encoding, Shelf>> = { br: new Map(), gzip: new Map(), identity: new Map() };
  const shelves = [anyCoding, ...Object.values(byCoding)];
  let bytes = 0;
  let hits = 0;
  /** The model of the cached answers; each revision has its own object. */
  let state: CatalogueModel | undefined;

  function clear(): void {
    for (const shelf of shelves) shelf.clear();
    bytes = 0;
  }

  function isCurrent(model: CatalogueModel): boolean {
    if (model === state) return true;
    state = model;
    clear();
    return false;
  }

  function drop(shelf: Shelf, target: string): void {
    const kept = shelf.get(target);
    if (!kept) return;
    shelf.delete(target);
    bytes -= kept.bytes;
  }

  function dropOldest(): void {
    const oldest = shelves
      .flatMap((shelf) =>
        shelf
          .entries()
          .take(1)
          .map(([target, { placed }]) => ({ shelf, target, placed }))
          .toArray(),
      )
      .reduce((one, other) => (other.placed < one.placed ? other : one));
    drop(oldest.shelf, oldest.target);
  }

  return {
    find(request, model) {
      if (!isCurrent(model) || !isPlain(request)) return undefined;
      const { target, headers } = request;
      let shelf = byCoding[encodingFor(headerOf(request, 'accept-encoding'))];
      let kept = shelf.get(target);
      if (kept === undefined) {
        shelf = anyCoding;
        kept = shelf.get(target);
      }
      if (kept === undefined) return undefined;
      const time = now();
      if (kept.until <= time) {
        drop(shelf, target);
        return undefined;
      }
      if (!kept.isForAnyOrigin && headers['origin'] !== undefined) return undefined;
      hits += 1;
      if (time - kept.placed > REPLACE_MILLISECONDS) {
        kept.placed = time;
        shelf.delete(target);
        shelf.set(target, kept);
      }
      const condition = headerOf(request, 'if-none-match');
      if (condition === undefined || kept.etag === undefined) return kept.answer;
      const isFresh = condition === kept.etag || namesTag(condition, kept.etag.slice(1, -1));
      return isFresh ? kept.notModified : kept.answer;
    },
    keep(request, model, answer, { seconds, encoding, isForAnyOrigin }) {
      if (answer.status !== 200 || !isPlain(request) || seconds <= 0) return;
      const { target } = request;
      const shelf = encoding === undefined ? anyCoding : byCoding[encoding];
      const size = sizeOf(answer, target);
      if (size > maxBytes) return;
      // A slow answer may belong to an older revision and is not cached. The first model seen counts as current.
      state ??= model;
      if (model !== state) return;
      drop(shelf, target);
      const placed = now();
      const until = placed + seconds * 1000 * (1 - SPREAD * Math.random());
      const etag = answer.headers['etag'];
      shelf.set(target, { answer, notModified: notModified(answer), etag, isForAnyOrigin, bytes: size, until, placed });
      bytes += size;
      while (bytes > maxBytes) dropOldest();
    },
    clear,
    figures: () => ({ hits, entries: shelves.reduce((sum, { size }) => sum + size, 0), bytes }),
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
  // A short body is stored a second time, together with its head (one-piece.ts).
  return 1536 + 2 * target.length + (body instanceof Uint8Array ? 2 * body.length : 0);
}
