/** A syntax error in a JSON text. Positions count from 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** Description of the fault. It contains nothing of the text, which may be secret. */
  readonly message: string;
}

type Outcome = { readonly value: unknown; readonly fault?: never } | { readonly fault: JsonFault };

const BLANKS = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const MAX_DEPTH = 64;

/**
 * Parses standard JSON, with two differences to `JSON.parse`: faults have a position, and a duplicate key in an object
 * is a fault. Objects have no prototype, so a key such as `__proto__` is an ordinary key.
 */
export function parseJson(text: string): Outcome {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let fault: { at: number; message: string } | undefined;

  const fail = (message: string, where = at): undefined => {
    fault ??= { at: where, message };
    return undefined;
  };
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const string = (): string | undefined => {
    const start = at;
    const found = take(STRING);
    try {
      return found === undefined ? undefined : (JSON.parse(found) as string);
    } catch {
      return fail('a text with an unknown escape or a control character', start);
    }
  };
  const skip = (character: string): boolean => {
    take(BLANKS);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };

  /** Reads the members up to the closing bracket; `member` reads one of them. */
  const members = (close: string, member: () => void): void => {
    if (skip(close)) return;
    do member();
    while (!fault && skip(','));
    if (!fault && !skip(close)) fail(`expected "," or "${close}"`);
  };

  const object = (depth: number): unknown => {
    const made: Record<string, unknown> = Object.create(null);
    members('}', () => {
      take(BLANKS);
      const start = at;
      const key = string();
      if (key === undefined) return fail('expected a key in double quotes');
      if (Object.hasOwn(made, key)) return fail('a key that stands there already', start);
      if (!skip(':')) return fail('expected ":"');
      made[key] = value(depth);
    });
    return made;
  };

  const array = (depth: number): unknown => {
    const made: unknown[] = [];
    members(']', () => made.push(value(depth)));
    return made;
  };

  const value = (depth: number): unknown => {
    if (depth > MAX_DEPTH) return fail('nested too deeply');
    if (skip('{')) return object(depth + 1);
    if (skip('[')) return array(depth + 1);
    if (text.startsWith('//', at) || text.startsWith('/*', at)) return fail('JSON has no comments');
    if (text[at] === '"') return string() ?? fail('expected a closing double quote');
    const scalar = take(NUMBER) ?? take(WORD);
    return scalar === undefined ? fail(at < text.length ? 'expected a value' : 'ends too early') : JSON.parse(scalar);
  };

  const read = value(0);
  take(BLANKS);
  if (!fault && at < text.length) fail('expected nothing after the value');
  return fault ? { fault: position(text, fault) } : { value: read };
}

function position(text: string, { at, message }: { at: number; message: string }): JsonFault {
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').replace('\ufeff', '').length + 1, message };
}

/** True if a JSON value is an object, not a list, `null` or a scalar. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
