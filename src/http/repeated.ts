import type { CatalogueModel } from '../domain/catalogue-model.ts';
import { type Answer, headerOf, type PlainRequest } from './answer.ts';
import { namesTag } from './conditions.ts';
import { type Encoding, encodingFor } from './encoding.ts';

/** Longest address that is remembered. */
const MAX_ADDRESS = 2000;
/** Headers that decide an answer; a request with one of them is read whole. */
const DECIDING = ['range', 'if-match', 'if-range', 'authorization'];
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
  const answers = new Map<string, Kept>();
  let bytes = 0;
  let hits = 0;
  /** Another object with each revision. */
  let state: CatalogueModel | undefined;

  function clear(): void {
    answers.clear();
    bytes = 0;
  }

  function isCurrent(model: CatalogueModel): boolean {
    if (model === state) return true;
    state = model;
    clear();
    return false;
  }

  function drop(key: string, kept: Kept | undefined): void {
    if (!kept) return;
    answers.delete(key);
    bytes -= kept.bytes;
  }

  return {
    find(request, model) {
      if (!isCurrent(model) || !isPlain(request)) return undefined;
      let key = request.target;
      let kept = answers.get(key);
      if (kept === undefined) {
        key = codedKey(key, encodingFor(headerOf(request, 'accept-encoding')));
        kept = answers.get(key);
      }
      if (kept === undefined) return undefined;
      const time = now();
      if (kept.until <= time) {
        drop(key, kept);
        return undefined;
      }
      if (!kept.isForAnyOrigin && request.headers['origin'] !== undefined) return undefined;
      hits += 1;
      if (time - kept.placed > REPLACE_MILLISECONDS) {
        kept.placed = time;
        answers.delete(key);
        answers.set(key, kept);
      }
      const condition = headerOf(request, 'if-none-match');
      if (condition === undefined || kept.etag === undefined) return kept.answer;
      const isFresh = condition === kept.etag || namesTag(condition, kept.etag.slice(1, -1));
      return isFresh ? kept.notModified : kept.answer;
    },
    keep(request, model, answer, { seconds, encoding, isForAnyOrigin }) {
      if (answer.status !== 200 || !isPlain(request) || seconds <= 0) return;
      const key = encoding === undefined ? request.target : codedKey(request.target, encoding);
      const size = sizeOf(answer, key);
      if (size > maxBytes) return;
      // An answer that took long is of a state that has passed, unless no other was met yet.
      state ??= model;
      if (model !== state) return;
      drop(key, answers.get(key));
      const placed = now();
      const until = placed + seconds * 1000 * (1 - SPREAD * Math.random());
      const etag = answer.headers['etag'];
      answers.set(key, { answer, notModified: notModified(answer), etag, isForAnyOrigin, bytes: size, until, placed });
      bytes += size;
      for (const [oldest, gone] of answers) {
        if (bytes <= maxBytes) return;
        drop(oldest, gone);
      }
    },
    clear,
    figures: () => ({ hits, entries: answers.size, bytes }),
  };
}

/** True where nothing decides the answer but the address, its coding and its origin. */
function isPlain({ method, target, headers }: PlainRequest): boolean {
  if (method !== 'GET' || target.length > MAX_ADDRESS) return false;
  for (const name of DECIDING) if (headers[name] !== undefined) return false;
  return true;
}

/** A blank is in no address. */
function codedKey(key: string, encoding: Encoding): string {
  return `${key} ${encoding}`;
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
function sizeOf({ body }: Answer, key: string): number {
  // A short body is kept a second time, behind its head (one-piece.ts).
  return 1536 + 2 * key.length + (body instanceof Uint8Array ? 2 * body.length : 0);
}
