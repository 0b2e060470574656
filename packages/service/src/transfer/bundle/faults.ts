/** One step from an object into it: a key, or an index of an array. */
export type Step = string | number;

/** Where something stands in a bundle. */
export interface Place {
  /** Name of the file in the bundle, for example `assets.jsonl.gz`. */
  readonly file: string;
  /** Counted from 1; absent where `path` alone says it and the line is still to be found, 0 for the file as a whole. */
  readonly line?: number;
  /** Way from the line's object, or from the whole of `catalogue.json`, to the value. */
  readonly path: readonly Step[];
}

/** Something in a bundle that is wrong. */
export interface Fault extends Place {
  readonly problem: string;
}

const MOST_LISTED = 100;

/** Why a bundle was refused: every fault up to the hundredth, each naming file, line and key. */
export class BundleRefused extends Error {
  override readonly name = 'BundleRefused';
  readonly faults: readonly string[];
  /** Number of all faults, those not listed included. */
  readonly total: number;

  constructor(faults: readonly string[], total: number) {
    super([...faults, ...(total > faults.length ? [`and ${total - faults.length} more`] : [])].join('\n'));
    this.faults = faults;
    this.total = total;
  }
}

/** The faults found so far; keeps the first hundred and counts the rest. */
export class FaultList {
  readonly #listed: Fault[] = [];
  #total = 0;

  add(fault: Fault): void {
    this.#total += 1;
    if (this.#listed.length < MOST_LISTED) this.#listed.push(fault);
  }

  get total(): number {
    return this.#total;
  }

  /** The refusal with all of them. `lineOf` finds the lines that are still unknown, all at once and in the order given. */
  async refusal(lineOf: (places: readonly Place[]) => Promise<readonly number[]>): Promise<BundleRefused> {
    const open = this.#listed.filter(({ line }) => line === undefined);
    const lines = new Map((open.length === 0 ? [] : await lineOf(open)).map((line, index) => [open[index], line]));
    const texts = this.#listed.map((fault) => {
      const line = fault.line ?? lines.get(fault) ?? 0;
      const key = writePath(fault.path);
      return `${fault.file}${line > 0 ? `:${line}` : ''}: ${key === '' ? '' : `${key}: `}${fault.problem}`;
    });
    return new BundleRefused(texts, this.#total);
  }
}

/** A path as people write it: `assets[3].infofields.103[1]`. */
export function writePath(path: readonly Step[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[\w$-]{1,64}$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${show(step)}]`;
  }
  return text;
}

/** Characters that JSON lets through, but that move a terminal's cursor or turn its text round. */
const UNSEEN = /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

/** A value of a bundle for a message: cut after `most` characters, control characters escaped. */
export function show(value: unknown, most = 100): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON has larger numbers than the program, which reads them as infinite.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is too large';
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, most) : value) ?? 'nothing';
  return text.replace(UNSEEN, (unseen) => `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
