import { breathe } from './breathe.ts';
import type { Step } from './faults.ts';

/** What is wrong in a JSON text, and where. */
export interface JsonProblem {
  /** Index in the text. */
  readonly offset: number;
  readonly problem: string;
}

/** Reports what the scanner passes; offsets are indices in the text. */
interface Visitor {
  /** An object or array begins. */
  open(): void;
  close(): void;
  /** A member's key, or the next item of an array, is about to be read; `path` is only good during the call. */
  step(step: Step, offset: number): void;
}

/**
 * The line, counted from 1, on which each path's key or item stands, or that of the deepest part of it which exists; of keys
 * given twice the last. For messages only: one walk over the whole text, however many paths. The text must be valid JSON.
 */
export async function linesOfPaths(
  text: string,
  paths: readonly (readonly Step[])[],
  signal: AbortSignal,
): Promise<number[]> {
  const root: Wanted = { offset: firstValue(text), next: new Map() };
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
  let inside: (Wanted | undefined)[] = [];
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
  await scanBreathing(text, visitor, signal);
  inside = [];
  const offsets = ends.map((way) => way.findLast(({ offset }) => offset >= 0)?.offset ?? 0);
  return linesAt(text, offsets);
}

interface Wanted {
  offset: number;
  readonly next: Map<string, Wanted>;
}

/** The first syntax error of a JSON text; `undefined` for valid JSON. */
export function jsonProblem(text: string): JsonProblem | undefined {
  return scan(text, NOBODY);
}

/** The same for a text that may be large. */
export function jsonProblemOfLarge(text: string, signal: AbortSignal): Promise<JsonProblem | undefined> {
  return scanBreathing(text, NOBODY, signal);
}

const NOBODY: Visitor = { open() {}, close() {}, step() {} };

/** A key that stands twice in one object, at its second place. */
interface DoubledKey {
  readonly path: readonly Step[];
  readonly offset: number;
}

/** The paths of all keys that stand twice in one object, up to `limit`. */
export function doubledKeys(text: string, limit: number): readonly DoubledKey[] {
  const finder = openDoubleFinder(limit);
  scan(text, finder);
  return finder.found;
}

/** The same for a text that may be large. */
export async function doubledKeysOfLarge(
  text: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly DoubledKey[]> {
  const finder = openDoubleFinder(limit);
  await scanBreathing(text, finder, signal);
  return finder.found;
}

function openDoubleFinder(limit: number): Visitor & { readonly found: readonly DoubledKey[] } {
  const found: DoubledKey[] = [];
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

/** The line, counted from 1, of each offset. */
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

const BLANK = /[ \t\r\n]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** Values passed between two chances for signals. */
const VALUES_PER_BREATH = 50_000;

async function scanBreathing(text: string, visitor: Visitor, signal: AbortSignal): Promise<JsonProblem | undefined> {
  const walk = openScan(text, visitor);
  for (;;) {
    const end = walk(VALUES_PER_BREATH);
    if (end !== 'more') return end;
    await breathe(signal);
  }
}

function scan(text: string, visitor: Visitor): JsonProblem | undefined {
  const end = openScan(text, visitor)(Number.POSITIVE_INFINITY);
  return end === 'more' ? undefined : end;
}

/**
 * Walks over a JSON text without building anything and without recursion, so that no depth of nesting can hurt: by as many values
 * as each call says, until one gives something else than `more`.
 */
function openScan(text: string, visitor: Visitor): (values: number) => JsonProblem | 'more' | undefined {
  /** One entry for each open object (-1) or array (index of the next item). */
  const open: number[] = [];
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const unexpected = (wanted: string): JsonProblem => ({
    offset: at,
    problem:
      at >= text.length
        ? `it ends where ${wanted} should be`
        : `${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))} where ${wanted} should be`,
  });
  /** Leaves `at` behind the string, or where it goes wrong. */
  const string = (): boolean => {
    for (at += 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        at += 1;
        return true;
      }
      if (code < 0x20) return false;
      if (code === 0x5c) {
        if (!skip(ESCAPE)) return false;
        at -= 1;
      }
    }
    return false;
  };
  const key = (): JsonProblem | undefined => {
    skip(BLANK);
    const from = at;
    if (text[at] !== '"') return unexpected('a key in quotation marks');
    if (!string()) return unexpected('the rest of a string');
    visitor.step(JSON.parse(text.slice(from, at)), from);
    skip(BLANK);
    if (text[at] !== ':') return unexpected('a colon');
    at += 1;
    return undefined;
  };
  return (values) => {
    for (let left = values; left > 0; left -= 1) {
      skip(BLANK);
      const character = text[at];
      let isEmpty = false;
      if (character === '{' || character === '[') {
        at += 1;
        visitor.open();
        open.push(character === '{' ? -1 : 0);
        skip(BLANK);
        isEmpty = text[at] === (character === '{' ? '}' : ']');
        if (!isEmpty) {
          if (character === '{') {
            const problem = key();
            if (problem) return problem;
          } else {
            open[open.length - 1] = 1;
            visitor.step(0, at);
          }
          continue;
        }
      } else if (character === '"') {
        if (!string()) return unexpected('the rest of a string');
      } else if (!skip(NUMBER) && !skip(WORD)) return unexpected('a value');

      // A value has ended: close what ends with it, then go on to the next member or item.
      for (;;) {
        skip(BLANK);
        const next = open.at(-1);
        if (next === undefined) return at < text.length ? unexpected('the end') : undefined;
        if (text[at] === (next < 0 ? '}' : ']')) {
          at += 1;
          open.pop();
          visitor.close();
          continue;
        }
        if (text[at] !== ',') return unexpected(next < 0 ? 'a comma or "}"' : 'a comma or "]"');
        at += 1;
        if (next < 0) {
          const problem = key();
          if (problem) return problem;
        } else {
          skip(BLANK);
          visitor.step(next, at);
          open[open.length - 1] = next + 1;
        }
        break;
      }
    }
    return 'more';
  };
}

function firstValue(text: string): number {
  BLANK.lastIndex = 0;
  BLANK.test(text);
  return BLANK.lastIndex;
}
