import { LRUCache } from 'lru-cache';
import type { AssetOutline } from '../../../core/src/domain/model.ts';

/** Memory limit of the cache in bytes, enough for some ten thousand outlines. */
const MAX_BYTES = 3 * 2 ** 20;
/** Memory of a cached outline in bytes, without its texts. */
const BYTES_EACH = 200;

/** The outlines of the newest revision that were used last. The first pages of searches show the same assets again and again. */
export class OutlineCache {
  readonly #cached = new LRUCache<number, AssetOutline>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ name, nodes }) => BYTES_EACH + 2 * name.length + 8 * nodes.length,
  });
  #revision = Number.NEGATIVE_INFINITY;

  /** Forgets the outlines of older revisions. Returns false for an older revision, which uses no cache. */
  reach(revision: number): boolean {
    // A request that still reads an older state must not empty the cache of the newest.
    if (revision < this.#revision) return false;
    if (revision > this.#revision) this.#cached.clear();
    this.#revision = revision;
    return true;
  }

  get(id: number): AssetOutline | undefined {
    return this.#cached.get(id);
  }

  set(outline: AssetOutline): void {
    this.#cached.set(outline.id, outline);
  }
}
