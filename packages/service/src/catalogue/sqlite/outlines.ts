import type { DatabaseSync } from 'node:sqlite';
import { openRecentlyUsed } from '../../concurrency/recently-used.ts';
import type { AssetOutline } from '../../domain/model.ts';
import { openPageReader, refuseLongPage } from './page-reader.ts';
import { OUTLINE_COLUMNS, readNodes, readOutline } from './rows.ts';

/** Memory of the outlines that are kept: some ten thousand. */
const MOST_BYTES = 3 * 2 ** 20;
/** What one takes besides its texts. */
const BYTES_EACH = 200;

/** An outline, and the IDs of its nodes as they are stored: few callers need them. */
interface Kept {
  readonly outline: AssetOutline;
  readonly nodes: string;
}

/**
 * Reads outlines (`Catalogue.outlines`). Those of the newest revision are kept: the first pages of searches have the same assets again
 * and again, and all that SQLite touches to find a row drives out of the processor's cache what the search needs.
 */
export function openOutlineReader(
  database: DatabaseSync,
  revision: () => number,
): (ids: readonly number[], admits?: (nodes: readonly number[]) => boolean) => AssetOutline[] {
  const read = openPageReader(database, `${OUTLINE_COLUMNS}, nodes`);
  const kept = openRecentlyUsed<number, Kept>({
    most: MOST_BYTES,
    sizeOf: ({ outline, nodes }) => BYTES_EACH + 2 * (outline.name.length + nodes.length),
  });
  let state = Number.NaN;

  return (ids, admits) => {
    refuseLongPage(ids);
    // What is read after a commit that this doesn't see is dropped by the next one, which does.
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
