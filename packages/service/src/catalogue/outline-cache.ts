import { LRUCache } from 'lru-cache';
import type { AssetOutline } from '../../../core/src/domain/model.ts';

/** Memory limit of the cache in bytes, enough for some ten thousand outlines. */
const MAX_BYTES = 3 * 2 ** 20;
/** Memory of a cached outline in bytes, without its texts. */
const BYTES_EACH = 200;

/** The outlines of one revision that were used last. */
export interface OutlineCache {
  /** Forgets the outlines of older revisions. Returns false for an older revision, which uses no cache. */
  reach(revision: number): boolean;
  get(id: number): AssetOutline | undefined;
  set(outline: AssetOutline): void;
}

/**
 * Opens a cache of the outlines of the newest revision. The first pages of searches show the same assets again and
 * again.
 */
export function openOutlineCache(): OutlineCache {
  const cached = new LRUCache<number, AssetOutline>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ name, nodes }) => BYTES_EACH + 2 * name.length + 8 * nodes.length,
  });
  let state = Number.NEGATIVE_INFINITY;
  return {
    reach: (revision) => {
      // A request that still reads an older state must not empty the cache of the newest.
      if (revision < state) return false;
      if (revision > state) cached.clear();
      state = revision;
      return true;
    },
    get: (id) => cached.get(id),
    set: (outline) => {
      cached.set(outline.id, outline);
    },
  };
}
