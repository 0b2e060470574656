import { scanJson, type Visitor } from '../../domain/json-scan.ts';
import { describeJsonProblem, duplicateKeys, linesAt } from '../../domain/json-text.ts';
import type { Step } from '../../domain/values.ts';
import type { Reading } from './reading.ts';
import type { BundleType } from './value-types.ts';

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

export const MOST_DUPLICATES = 100;

/** Reads a line that contains one object. Returns `undefined` if it doesn't. */
export function readLine<T>(line: string, kind: BundleType<T>, reading: Reading): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const problem = scanJson(line);
    if (!problem) throw error;
    return reading.fault(describeJsonProblem(problem), problem.offset + 1);
  }
  reading.keys = 0;
  const object = kind.read(value, reading);
  if (keysIn(line) !== reading.keys) {
    for (const { path } of duplicateKeys(line, MOST_DUPLICATES)) {
      reading.at(path, () => reading.fault('this key is there twice'));
    }
  }
  return object;
}

/** Endings of keys: a quotation mark, then possibly whitespace, then the colon. */
const BEFORE_VALUES = ['":', ' :', '\t:', '\n:', '\r:'];

/** Counts the keys in a JSON text. Colons inside strings make the count too high; the caller then scans the text. */
export function keysIn(text: string): number {
  let count = 0;
  for (const mark of BEFORE_VALUES) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 2)) count += 1;
  }
  return count;
}
