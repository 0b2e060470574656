import type { DatabaseSync } from 'node:sqlite';
import type { AssetOutline } from '../../../../core/src/domain/model.ts';
import { OutlineCache } from '../outline-cache.ts';
import { refuseLongPage } from '../page-limit.ts';
import { OUTLINE_COLUMNS, readOutline } from '../rows.ts';
import { openPageReader } from './page-reader.ts';

/**
 * Opens a reader of outlines (`Snapshot.outlines`) that caches those of the newest revision. Looking up rows in SQLite
 * would evict the data of the search from the processor's cache.
 */
export function openOutlineReader(
  database: DatabaseSync,
): (ids: readonly number[], revision: number) => readonly AssetOutline[] {
  const read = openPageReader(database, OUTLINE_COLUMNS);
  const cache = new OutlineCache();

  return (ids, revision) => {
    refuseLongPage(ids);
    // A commit may happen before the read. The caller notices the new revision, and the next call clears the cache.
    if (!cache.reach(revision)) return read(ids).map((cells) => readOutline(cells));
    const found = ids.map((id) => cache.get(id));
    const missing = ids.filter((_, index) => found[index] === undefined);
    if (missing.length > 0) {
      const others = new Map<number, AssetOutline>();
      for (const cells of read(missing)) {
        const outline = readOutline(cells);
        others.set(outline.id, outline);
        cache.set(outline);
      }
      for (const [index, id] of ids.entries()) found[index] ??= others.get(id);
    }
    return found.filter((outline) => outline !== undefined);
  };
}
