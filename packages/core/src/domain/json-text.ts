/** Parses JSON, and says at which line and column a text isn't JSON. */
import { type JsonProblem, scanJson } from './json-scan.ts';
import type { Step } from './values.ts';

/** Position of a character in a text; both numbers count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Thrown for a text that isn't JSON. The message names line and column, and contains nothing of the text. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly problem: string;
  readonly position: TextPosition;

  constructor(problem: string, position: TextPosition) {
    super(`line ${position.line}, column ${position.column}: ${problem}`);
    this.problem = problem;
    this.position = position;
  }
}

/** Parses a JSON text, with or without a byte order mark. Throws a JsonError, also for a repeated key. */
export function parseJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  const problem = scanJson(json);
  if (problem) throw new JsonError(`expected ${problem.wanted}`, positionAt(json, problem.offset));
  const [twice] = duplicateKeys(json, 1);
  if (twice) throw new JsonError('this key is there twice', positionAt(json, twice.offset));
  return JSON.parse(json);
}

/** Says what is wrong with a JSON text, for example `not valid JSON: "x" where a colon should be`. */
export function describeJsonProblem({ found, wanted }: JsonProblem): string {
  return `not valid JSON: ${found === undefined ? 'it ends' : JSON.stringify(found)} where ${wanted} should be`;
}

/** The second occurrence of a key in an object. */
interface DuplicateKey {
  readonly path: readonly Step[];
  /** Index into the text. */
  readonly offset: number;
}

/** Finds all keys that occur twice in one object, up to `limit`. */
export function duplicateKeys(text: string, limit: number): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const path: Step[] = [];
  const seen: Set<Step>[] = [];
  scanJson(text, {
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
  });
  return found;
}

export function positionAt(text: string, offset: number): TextPosition {
  return { line: linesAt(text, [offset])[0] ?? 1, column: offset - text.slice(0, offset).lastIndexOf('\n') };
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
