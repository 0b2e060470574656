/** Remembers results of one revision; those of an older revision are dropped at the first question about a newer one. */
export class RevisionCache<T extends object> {
  readonly #limit: number;
  readonly #entries = new Map<string, T>();
  #revision = Number.NaN;

  /** Keeps at most `limit` results, those asked for last. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The result remembered for the key, else the one that `make` gives. Nothing is remembered when `make` throws. */
  get(revision: number, key: string, make: () => T): T {
    if (revision !== this.#revision) {
      this.#entries.clear();
      this.#revision = revision;
    }
    const result = this.#entries.get(key) ?? make();
    this.#entries.delete(key);
    this.#entries.set(key, result);
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value ?? '');
    return result;
  }
}
