import { scanJson, type Visitor } from '../../../../core/src/domain/json-scan.ts';
import { linesAt } from '../../../../core/src/domain/json-text.ts';
import type { Step } from '../../../../core/src/domain/values.ts';

/**
 * Returns, for each path, the line (counted from 1) of its key or item, or of the deepest part of the path that exists.
 * For a key that occurs twice, returns the line of the last one. Scans the whole text once however many paths there
 * are, so it is meant for error messages only. The text must be valid JSON.
 */
export function linesOfPaths(text: string, paths: readonly (readonly Step[])[]): number[] {
  const root: Wanted = { offset: Math.max(0, text.search(NOT_BLANK)), next: new Map() };
  const ways = paths.map((path) => {
    const way = [root];
    for (const step of path) {
      const { next } = way.at(-1) ?? root;
      way.push(next.getOrInsertComputed(String(step), () => ({ offset: -1, next: new Map() })));
    }
    return way;
  });
  const inside: (Wanted | undefined)[] = [];
  let at: Wanted | undefined = root;
  const visitor: Visitor = {
    open: () => inside.push(at),
    close: () => {
      at = inside.pop();
    },
    step: (step, offset) => {
      at = inside.at(-1)?.next.get(String(step));
      if (at) at.offset = offset;
    },
  };
  scanJson(text, visitor);
  const offsets = ways.map((way) => way.findLast(({ offset }) => offset >= 0)?.offset ?? 0);
  return linesAt(text, offsets);
}

interface Wanted {
  offset: number;
  readonly next: Map<string, Wanted>;
}

const NOT_BLANK = /[^ \t\r\n]/;
