import type { CatalogueModel } from '../domain/catalogue-model.ts';
import type { Answer, PlainRequest } from './answer.ts';

/** Longest address that is remembered. */
const MAX_ADDRESS = 500;
/** Headers that decide an answer; a request with one of them is read whole. */
const DECIDING = ['range', 'if-match', 'if-none-match', 'if-range', 'authorization', 'origin'];

/** Whole answers of bytes that a thread has given lately, by the address as it was written. */
export interface RepeatedAnswers {
  /** The answer that this request had before; undefined once the catalogue has changed. */
  find(request: PlainRequest, model: CatalogueModel): Answer | undefined;
  keep(request: PlainRequest, model: CatalogueModel, answer: Answer): void;
  clear(): void;
}

/** `megabytes` bounds the answers; those asked for least recently go first. */
export function openRepeatedAnswers({ megabytes }: { readonly megabytes: number }): RepeatedAnswers {
  const maxBytes = megabytes * 2 ** 20;
  const answers = new Map<string, Answer>();
  let bytes = 0;
  /** Another object with each revision. */
  let state: CatalogueModel | undefined;

  function isCurrent(model: CatalogueModel): boolean {
    if (model === state) return true;
    state = model;
    answers.clear();
    bytes = 0;
    return false;
  }

  return {
    find(request, model) {
      if (!isCurrent(model) || !isPlain(request)) return undefined;
      const key = keyOf(request);
      const found = answers.get(key);
      if (found === undefined) return undefined;
      answers.delete(key);
      answers.set(key, found);
      return found;
    },
    keep(request, model, answer) {
      if (answer.status !== 200 || !isPlain(request) || sizeOf(answer) > maxBytes) return;
      // An answer that took long is of a state that has passed, unless no other was met yet.
      state ??= model;
      if (model !== state) return;
      const key = keyOf(request);
      bytes += sizeOf(answer) - sizeOf(answers.get(key));
      answers.delete(key);
      answers.set(key, answer);
      for (const [oldest, gone] of answers) {
        if (bytes <= maxBytes) return;
        answers.delete(oldest);
        bytes -= sizeOf(gone);
      }
    },
    clear() {
      answers.clear();
      bytes = 0;
    },
  };
}

/** True where nothing but the address decides the answer. A token is asked for its rights each time, however it is written. */
function isPlain({ method, path, query, headers }: PlainRequest): boolean {
  if (method !== 'GET' || path.length + query.length > MAX_ADDRESS) return false;
  if (query.includes('%') || query.includes('token')) return false;
  for (const name of DECIDING) if (headers[name] !== undefined) return false;
  return true;
}

function keyOf({ path, query }: PlainRequest): string {
  return `${path}?${query}`;
}

/** What an answer takes besides its bytes is about a kilobyte. */
function sizeOf(answer: Answer | undefined): number {
  if (answer === undefined) return 0;
  return 1024 + (answer.body instanceof Uint8Array ? answer.body.length : 0);
}
