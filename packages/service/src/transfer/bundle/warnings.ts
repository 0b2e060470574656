import { type Position, writePath } from './faults.ts';

/**
 * Collects oddities that are no reason to refuse a bundle: counts each kind and keeps the position of its first
 * occurrence.
 */
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
