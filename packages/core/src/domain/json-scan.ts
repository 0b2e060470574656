import type { Step } from './values.ts';

/** A syntax error in a JSON text. */
export interface JsonProblem {
  /** Index into the text. */
  readonly offset: number;
  /** The character at the index; absent at the end of the text. */
  readonly found?: string;
  /** What should be there, for example `a colon`. */
  readonly wanted: string;
}

/** Receives the scanner's events; offsets are indices into the text. */
export interface Visitor {
  open(): void;
  close(): void;
  /** Called before a member or item is read. `step` is its key or index, and `offset` its position. */
  step(step: Step, offset: number): void;
}

const BLANK = /[ \t\r\n]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

const SILENT: Visitor = { open() {}, close() {}, step() {} };

/**
 * Scans a text and returns its first syntax error, or `undefined` for valid JSON. Builds no values and doesn't recurse,
 * so deep nesting is harmless.
 */
export function scanJson(text: string, visitor = SILENT): JsonProblem | undefined {
  /** One entry per open object (-1) or array (index of the next item). */
  const open: number[] = [];
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const unexpected = (wanted: string): JsonProblem => {
    const code = text.codePointAt(at);
    return { offset: at, ...(code === undefined ? {} : { found: String.fromCodePoint(code) }), wanted };
  };
  /** Moves `at` behind the string, or to its first error. */
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
  for (;;) {
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

    // A value has ended: close the objects and arrays that end with it, then continue with the next member or item.
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
}
