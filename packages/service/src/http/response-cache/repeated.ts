import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import { type Answer, headerOf, type PlainRequest } from '../answer.ts';
import { namesTag } from '../conditions.ts';
import { type Encoding, encodingFor } from '../encoding.ts';

/** Longest address that is remembered. */
const MAX_ADDRESS = 2000;
/** Answers that were kept together do not all end together: each loses up to this share of its time. */
const SPREAD = 0.1;
/** What was asked for again goes behind the others at most so often: which of them was first within a second matters to nobody. */
const REPLACE_MILLISECONDS = 1000;

/** Whole answers that a thread has given lately, by the address as it was written. */
export interface RepeatedAnswers {
  /** The answer that this request had before, or 304 where the caller has it; undefined once the catalogue has changed. */
  find(request: PlainRequest, model: CatalogueModel): Answer | undefined;
  /** Takes answers of status 200 to requests without a token. */
  keep(request: PlainRequest, model: CatalogueModel, answer: Answer, options: KeepOptions): void;
  clear(): void;
  /** What it has done since it was opened. */
  figures(): RepeatedFigures;
}

export interface RepeatedFigures {
  /** Requests that it answered. */
  readonly hits: number;
  readonly entries: number;
  /** Of bodies, addresses and what else an entry takes. */
  readonly bytes: number;
}

export interface KeepOptions {
  /** How long it may be given out again. */
  readonly seconds: number;
  /** The coding that the caller likes best, where that decides the answer. */
  readonly encoding?: Encoding;
  /** True where the header Origin decides nothing. */
  readonly isForAnyOrigin: boolean;
}

/** Answers by address; what was asked for last stands last. */
type Shelf = Map<string, Kept>;

interface Kept {
  readonly answer: Answer;
  readonly notModified: Answer;
  /** With its quotes; strong. */
  readonly etag: string | undefined;
  readonly isForAnyOrigin: boolean;
  readonly bytes: number;
  readonly until: number;
  /** When it took its place among the others. */
  placed: number;
}

/** `megabytes` bounds the answers; those asked for least recently go first. */
export function openRepeatedAnswers({
  megabytes,
  now = () => performance.now(),
}: {
  readonly megabytes: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}): RepeatedAnswers {
  const maxBytes = megabytes * 2 ** 20;
  // By address alone, or by the coding, too: putting both together would cost more than looking twice.
  const anyCoding: Shelf = new Map();
  const byCoding: Readonly<Record<Encoding, Shelf>> = { br: new Map(), gzip: new Map(), identity: new Map() };
  const shelves = [anyCoding, ...Object.values(byCoding)];
  let bytes = 0;
  let hits = 0;
  /** Another object with each revision. */
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
      // An answer that took long is of a state that has passed, unless no other was met yet.
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

/** True where nothing decides the answer but the address, its coding and its origin; others are read whole. */
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

/** What an answer takes besides its bytes is about a kilobyte and a half. */
function sizeOf({ body }: Answer, target: string): number {
  // A short body is kept a second time, behind its head (one-piece.ts).
  return 1536 + 2 * target.length + (body instanceof Uint8Array ? 2 * body.length : 0);
}
