/** Finds the positions in a JSON text that error messages refer to. */
import type { Step } from './faults.ts';
import { scan, scanYielding, type Visitor } from './json-scan.ts';

/**
 * Returns, for each path, the line (counted from 1) of its key or item, or of the deepest part of the path that exists.
 * For a key that occurs twice, returns the line of the last one. Scans the whole text once however many paths there
 * are, so it is meant for error messages only. The text must be valid JSON.
 */
export async function linesOfPaths(
  text: string,
  paths: readonly (readonly Step[])[],
  signal: AbortSignal,
): Promise<number[]> {
  const root: Wanted = { offset: Math.max(0, text.search(NOT_BLANK)), next: new Map() };
  const ends = paths.map((path) => {
    let at = root;
    const way = [root];
    for (const step of path) {
      let next = at.next.get(String(step));
      if (next === undefined) {
        next = { offset: -1, next: new Map() };
        at.next.set(String(step), next);
      }
      way.push(next);
      at = next;
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
  await scanYielding(text, visitor, signal);
  const offsets = ends.map((way) => way.findLast(({ offset }) => offset >= 0)?.offset ?? 0);
  return linesAt(text, offsets);
}

interface Wanted {
  offset: number;
  readonly next: Map<string, Wanted>;
}

const NOT_BLANK = /[^ \t\r\n]/;

/** The second occurrence of a key in an object. */
interface DuplicateKey {
  readonly path: readonly Step[];
  readonly offset: number;
}

/** Finds all keys that occur twice in one object, up to `limit`. */
export function duplicateKeys(text: string, limit: number): readonly DuplicateKey[] {
  const finder = openDuplicateFinder(limit);
  scan(text, finder);
  return finder.found;
}

/** Like `duplicateKeys`, for texts that may be large: yields to the event loop during the scan. */
export async function duplicateKeysOfLarge(
  text: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly DuplicateKey[]> {
  const finder = openDuplicateFinder(limit);
  await scanYielding(text, finder, signal);
  return finder.found;
}

function openDuplicateFinder(limit: number): Visitor & { readonly found: readonly DuplicateKey[] } {
  const found: DuplicateKey[] = [];
  const path: Step[] = [];
  const seen: Set<Step>[] = [];
  return {
    found,
    open: () => {
      seen.push(new Set());
      path.push(0);
    },
    close: () => {
      seen.pop();
      path.pop();
    },
    step: (step, offset) => {
      path[path.length - 1] = step;
      const keys = seen.at(-1);
      if (keys?.has(step) && found.length < limit) found.push({ path: [...path], offset });
      keys?.add(step);
    },
  };
}

/** Returns the line of each offset, counted from 1. */
export function linesAt(text: string, offsets: readonly number[]): number[] {
  const order = offsets.map((offset, index) => ({ offset, index })).sort((a, b) => a.offset - b.offset);
  const lines: number[] = new Array(offsets.length).fill(1);
  let line = 1;
  let from = 0;
  for (const { offset, index } of order) {
    for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', from)) {
      line += 1;
      from = at + 1;
    }
    lines[index] = line;
  }
  return lines;
}
