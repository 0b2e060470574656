import { readStored, writeStored } from '../catalogue/stored.ts';

/** Texts that the person has searched for in this browser, the latest first. */
export interface RecentSearches {
  list(): readonly string[];
  add(text: string): void;
  clear(): void;
}

const MAX_SEARCHES = 8;

/**
 * Returns the recent searches of the service at this base address. There are none if the browser stores nothing, as in a sandboxed
 * frame.
 */
export function openRecentSearches(base: string): RecentSearches {
  const key = `abs-recent-searches ${base}`;

  function list(): readonly string[] {
    const stored = readStored(key);
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, MAX_SEARCHES) : [];
  }

  function store(texts: readonly string[]): void {
    writeStored(key, texts);
  }

  return {
    list,
    add: (text) => store([text, ...list().filter((other) => other !== text)].slice(0, MAX_SEARCHES)),
    clear: () => store([]),
  };
}
