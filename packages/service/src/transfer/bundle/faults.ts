import type { Step } from '../../../../core/src/domain/values.ts';

export interface Position {
  /** Name of the file in the bundle, for example `assets.jsonl.gz`. */
  readonly file: string;
  /** Counted from 1; 0 for the file as a whole. Absent if the line must still be looked up from `path`. */
  readonly line?: number;
  /** Column, counted from 1. Absent if only the line is known. */
  readonly column?: number;
  /** Path to the value, from the object on the line or from the root of `catalogue.json`. */
  readonly path: readonly Step[];
}

export interface Fault extends Position {
  readonly problem: string;
}

const MAX_LISTED = 100;

/** Thrown when a bundle is refused. Lists the first hundred faults, each with file, line and key. */
export class BundleRefused extends Error {
  override readonly name = 'BundleRefused';
  readonly faults: readonly string[];
  /** Total number of faults, including those not listed. */
  readonly total: number;

  constructor(faults: readonly string[], total: number) {
    super([...faults, ...(total > faults.length ? [`and ${total - faults.length} more`] : [])].join('\n'));
    this.faults = faults;
    this.total = total;
  }
}

/** Collects faults: keeps the first hundred and counts the rest. */
export class FaultList {
  readonly #listed: Fault[] = [];
  #total = 0;

  add(fault: Fault): void {
    this.#total += 1;
    if (this.#listed.length < MAX_LISTED) this.#listed.push(fault);
  }

  get total(): number {
    return this.#total;
  }

  /** Builds the refusal. `lineOf` looks up all missing lines in one call and returns them in the given order. */
  refusal(lineOf: (places: readonly Position[]) => readonly number[]): BundleRefused {
    const open = this.#listed.filter(({ line }) => line === undefined);
    const lines = new Map((open.length === 0 ? [] : lineOf(open)).map((line, index) => [open[index], line]));
    const texts = this.#listed.map((fault) => {
      const line = fault.line ?? lines.get(fault) ?? 0;
      const key = writePath(fault.path);
      return `${fault.file}${line > 0 ? `:${line}` : ''}${fault.column ? `:${fault.column}` : ''}: ${key === '' ? '' : `${key}: `}${fault.problem}`;
    });
    return new BundleRefused(texts, this.#total);
  }
}

/** Formats a path as in `assets[3].infofields.103[1]`. */
function writePath(path: readonly Step[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[\w$-]{1,64}$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${show(step)}]`;
  }
  return text;
}

/** Characters that JSON allows but that move a terminal's cursor or reverse its text direction. */
const UNSEEN = /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

/** Formats a value of a bundle for a message: truncates it to `most` characters and escapes control characters. */
export function show(value: unknown, most = 100): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON allows larger numbers than JavaScript, which parses them as infinite.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is too large';
  // Its digits are lost, so other ones would be shown.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return `a number beyond ${Number.MAX_SAFE_INTEGER}`;
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, most) : value) ?? 'nothing';
  return text.replace(UNSEEN, (unseen) => `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Collects oddities that refuse no bundle: counts each kind and keeps the position of its first occurrence. */
export class Warnings {
  readonly #found = new Map<string, { readonly first: Position; count: number }>();

  /** Adds an oddity. `place` is called only for the first of its kind. */
  add(what: string, place: () => Position): void {
    const known = this.#found.get(what);
    if (known) known.count += 1;
    else this.#found.set(what, { first: place(), count: 1 });
  }

  /** Returns one sentence for each kind. */
  list(): string[] {
    return [...this.#found].map(([what, { first, count }]) => {
      const line = first.line === undefined ? '' : `:${first.line}`;
      const more = count > 1 ? ` (and ${count - 1} more)` : '';
      return `${first.file}${line}: ${writePath(first.path)}: ${what}${more}`;
    });
  }
}
