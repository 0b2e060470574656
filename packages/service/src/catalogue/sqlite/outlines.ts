import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { AssetOutline } from '../../domain/model.ts';
import { OUTLINE_COLUMNS, readOutline } from '../rows.ts';
import { openPageReader, refuseLongPage } from './page-reader.ts';

/** Memory limit of the cache in bytes, enough for some ten thousand outlines. */
const MOST_BYTES = 3 * 2 ** 20;
/** Memory of a cached outline in bytes, without its texts. */
const BYTES_EACH = 200;

/**
 * Opens a reader of outlines (`Snapshot.outlines`) that caches those of the newest revision. The first pages of
 * searches show the same assets again and again, and looking up rows in SQLite would evict the data of the search from
 * the processor's cache.
 */
export function openOutlineReader(
  database: DatabaseSync,
): (ids: readonly number[], revision: number) => readonly AssetOutline[] {
  const read = openPageReader(database, OUTLINE_COLUMNS);
  const cached = new LRUCache<number, AssetOutline>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ name, nodes }) => BYTES_EACH + 2 * name.length + 8 * nodes.length,
  });
  let state = Number.NEGATIVE_INFINITY;

  return (ids, revision) => {
    refuseLongPage(ids);
    // A request that still reads an older state must not empty the cache of the newest.
    if (revision < state) return read(ids).map((cells) => readOutline(cells));
    // A commit may happen before the read. The caller notices the new revision, and the next call clears the cache.
    if (revision > state) cached.clear();
    state = revision;
    const found = new Map<number, AssetOutline>();
    const missing: number[] = [];
    for (const id of ids) {
      const outline = cached.get(id);
      if (outline) found.set(id, outline);
      else missing.push(id);
    }
    if (missing.length > 0) {
      for (const cells of read(missing)) {
        const outline = readOutline(cells);
        found.set(outline.id, outline);
        cached.set(outline.id, outline);
      }
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  };
}
