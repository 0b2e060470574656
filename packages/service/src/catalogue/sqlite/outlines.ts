import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { AssetOutline } from '../../domain/model.ts';
import { openPageReader, refuseLongPage } from './page-reader.ts';
import { OUTLINE_COLUMNS, readNodes, readOutline } from './rows.ts';

/** Memory limit of the cache in bytes, enough for some ten thousand outlines. */
const MOST_BYTES = 3 * 2 ** 20;
/** Memory of a cached outline in bytes, without its texts. */
const BYTES_EACH = 200;

/** A cached outline, with its node IDs in their stored form because few callers need them. */
interface Kept {
  readonly outline: AssetOutline;
  readonly nodes: string;
}

/**
 * Opens a reader of outlines (`Catalogue.outlines`) that caches those of the newest revision. The first pages of
 * searches show the same assets again and again, and looking up rows in SQLite would evict the data of the search from
 * the processor's cache.
 */
export function openOutlineReader(
  database: DatabaseSync,
  revision: () => number,
): (ids: readonly number[], admits?: (nodes: readonly number[]) => boolean) => AssetOutline[] {
  const read = openPageReader(database, `${OUTLINE_COLUMNS}, nodes`);
  const kept = new LRUCache<number, Kept>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ outline, nodes }) => BYTES_EACH + 2 * (outline.name.length + nodes.length),
  });
  let state = Number.NaN;

  return (ids, admits) => {
    refuseLongPage(ids);
    // A commit may happen after this check and before the read. The next call sees the new revision and clears the
    // cache.
    const now = revision();
    if (now !== state) kept.clear();
    state = now;
    const found = new Map<number, Kept>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = kept.get(id);
      if (known) found.set(id, known);
      else missing.push(id);
    }
    if (missing.length > 0) {
      for (const cells of read(missing)) {
        const outline = readOutline(cells);
        const own = { outline, nodes: String(cells.at(-1)) };
        found.set(outline.id, own);
        kept.set(outline.id, own);
      }
    }
    const outlines: AssetOutline[] = [];
    for (const id of ids) {
      const own = found.get(id);
      if (own && (!admits || admits(readNodes(own.nodes)))) outlines.push(own.outline);
    }
    return outlines;
  };
}
