import { readStored, writeStored } from '../catalogue/stored.ts';

const MAX_SEARCHES = 8;

/**
 * Texts that the person has searched for in this browser at the service with this base address, the latest first. There are none if
 * the browser stores nothing, as in a sandboxed frame.
 */
export class RecentSearches {
  readonly #key: string;

  constructor(base: string) {
    this.#key = `abs-recent-searches ${base}`;
  }

  list(): readonly string[] {
    const stored = readStored(this.#key);
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, MAX_SEARCHES) : [];
  }

  add(text: string): void {
    writeStored(this.#key, [text, ...this.list().filter((other) => other !== text)].slice(0, MAX_SEARCHES));
  }

  clear(): void {
    writeStored(this.#key, []);
  }
}
