import type { Answer } from './answer.ts';
import { ALWAYS } from './headers.ts';

/** Headers as Node's `writeHead` takes them fastest. */
export function rawHeaders(answer: Answer): string[] {
  return Object.entries({ ...ALWAYS, ...answer.headers }).flat();
}
