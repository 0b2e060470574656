import { type JsonProblem, openScan, scanJson, type Visitor } from '../../domain/json-scan.ts';
import { describeJsonProblem, duplicateKeys, linesAt } from '../../domain/json-text.ts';
import type { Step } from '../../domain/values.ts';
import type { Reading } from './reading.ts';
import type { BundleType } from './value-types.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Number of values scanned before yielding to the event loop. */
const VALUES_PER_YIELD = 50_000;

/** Scans a text that may be large and yields to the event loop regularly. Rejects with the signal's reason. */
export async function scanYielding(
  text: string,
  visitor: Visitor | undefined,
  signal: AbortSignal,
): Promise<JsonProblem | undefined> {
  const scan = openScan(text, visitor);
  for (;;) {
    const end = scan(VALUES_PER_YIELD);
    if (end !== 'more') return end;
    await yieldToEventLoop(signal);
  }
}

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
