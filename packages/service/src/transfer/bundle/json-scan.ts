import { breathe } from './breathe.ts';
import type { Step } from './faults.ts';

/** What is wrong in a JSON text, and where. */
export interface JsonProblem {
  /** Index in the text. */
  readonly offset: number;
  readonly problem: string;
}

/** Told of what the scanner passes; offsets are indices in the text. */
export interface Visitor {
  /** An object or array begins. */
  open(): void;
  close(): void;
  /** A member's key, or the next item of an array, is about to be read; `path` is only valid during the call. */
  step(step: Step, offset: number): void;
}

/** The first syntax error of a JSON text; `undefined` for valid JSON. */
export function jsonProblem(text: string): JsonProblem | undefined {
  return scan(text, NOBODY);
}

/** The same for a text that may be large: signals are heeded meanwhile. */
export function jsonProblemOfLarge(text: string, signal: AbortSignal): Promise<JsonProblem | undefined> {
  return scanBreathing(text, NOBODY, signal);
}

const NOBODY: Visitor = { open() {}, close() {}, step() {} };

const BLANK = /[ \t\r\n]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** Values scanned before the event loop gets a turn. */
const VALUES_PER_BREATH = 50_000;

/** Scans a text that may be large; rejects with the signal's reason. */
export async function scanBreathing(
  text: string,
  visitor: Visitor,
  signal: AbortSignal,
): Promise<JsonProblem | undefined> {
  const walk = openScan(text, visitor);
  for (;;) {
    const end = walk(VALUES_PER_BREATH);
    if (end !== 'more') return end;
    await breathe(signal);
  }
}

/** Scans a text at once. Gives its first syntax error. */
export function scan(text: string, visitor: Visitor): JsonProblem | undefined {
  const end = openScan(text, visitor)(Number.POSITIVE_INFINITY);
  return end === 'more' ? undefined : end;
}

/**
 * Walks over a JSON text. It builds nothing and does not recurse, so no depth of nesting can hurt. Each call walks over as many
 * values as it is told; the last one gives something other than `more`.
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
