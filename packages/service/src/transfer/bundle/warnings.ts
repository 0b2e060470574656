import { type Place, writePath } from './faults.ts';

/** Things that are odd, but no reason to refuse a bundle: counted by what is odd, with the first place of each. */
export class Warnings {
  readonly #found = new Map<string, { readonly first: Place; count: number }>();

  /** `place` is asked for the first time only. */
  add(what: string, place: () => Place): void {
    const known = this.#found.get(what);
    if (known) known.count += 1;
    else this.#found.set(what, { first: place(), count: 1 });
  }

  /** One sentence for each kind. */
  list(): string[] {
    return [...this.#found].map(([what, { first, count }]) => {
      const line = first.line === undefined ? '' : `:${first.line}`;
      const more = count > 1 ? ` (and ${count - 1} more)` : '';
      return `${first.file}${line}: ${writePath(first.path)}: ${what}${more}`;
    });
  }
}
