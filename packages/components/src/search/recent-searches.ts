import { readStored, writeStored } from '../catalogue/stored.ts';

/** Texts that were searched for in this browser, the latest first. */
export interface RecentSearches {
  list(): readonly string[];
  add(text: string): void;
  clear(): void;
}

const MOST = 8;

/**
 * Opens the recent searches of a service. A browser that stores nothing, as in a private window or a sandboxed frame, has
 * none.
 */
export function openRecentSearches(base: string): RecentSearches {
  const key = `abs-recent-searches ${base}`;

  function list(): readonly string[] {
    const stored = readStored(key);
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, MOST) : [];
  }

  function store(texts: readonly string[]): void {
    writeStored(key, texts);
  }

  return {
    list,
    add: (text) => store([text, ...list().filter((other) => other !== text)].slice(0, MOST)),
    clear: () => store([]),
  };
}
