import type { ChangeNotes } from '../change-notes.ts';
import type { SqlQuery } from '../sql/sql.ts';
import {
  ASSET_NODES,
  ASSET_REFERENCES,
  ASSETS,
  DEFINITIONS,
  DOWNLOADS,
  FILE_TEXTS,
  NODES,
  OLDER_VERSIONS,
  PARTS_OF_ASSET,
  PINS,
  PUBLIC_URLS,
  RELATIONS,
  REVIEWS,
  type RowWriter,
  type StoredCell,
  WANTED_TEXTS,
  type WrittenTable,
} from '../sql/written-tables.ts';
import { refuseUnstorable } from '../storable.ts';
import { bigints, deletionOfParts, insertionOf, rowsInJson } from './tables.ts';

/** Number of rows, and of characters in them, that are sent together. */
const MAX_ROWS = 4_000;
const MAX_CHARACTERS = 2_000_000;

const ORDER: readonly WrittenTable[] = [
  DEFINITIONS,
  NODES,
  ASSETS,
  OLDER_VERSIONS,
  ASSET_NODES,
  ASSET_REFERENCES,
  RELATIONS,
  PUBLIC_URLS,
  DOWNLOADS,
  REVIEWS,
  PINS,
  WANTED_TEXTS,
  FILE_TEXTS,
];

/**
 * Opens a writer that collects the rows of a transaction and sends them many at a time, because a wait for the network
 * per row would make an import take hours. The server works on one batch while the next is collected.
 */
export function openWriteBuffer(query: SqlQuery, notes: ChangeNotes): RowWriter {
  let batch = new Map<WrittenTable, Map<string | number, readonly StoredCell[]>>();
  let replaced: number[] = [];
  let removed: number[] = [];
  let rows = 0;
  let characters = 0;
  /** The batch that the server works on; it rejects if a batch failed. */
  let sending: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    const sent = batch;
    const deletions = [
      { assets: replaced, tables: PARTS_OF_ASSET },
      { assets: removed, tables: [...PARTS_OF_ASSET, 'downloads', 'reviews'] },
    ];
    batch = new Map();
    replaced = [];
    removed = [];
    rows = 0;
    characters = 0;
    for (const { assets, tables } of deletions) {
      if (assets.length > 0) await query(deletionOfParts(tables), [bigints(assets)]);
    }
    for (const table of ORDER) {
      const added = sent.get(table);
      if (!added) continue;
      const values = [rowsInJson(table, added.values())];
      if (table !== REVIEWS) await query(insertionOf(table), values);
      else {
        const changed = await query(`${insertionOf(table)} RETURNING asset`, values);
        for (const [asset] of changed) notes.note('review', Number(asset));
      }
    }
  }

  async function flush(): Promise<void> {
    await sending;
    if (rows + replaced.length + removed.length === 0) return;
    sending = send();
    await sending;
  }

  return {
    add: (table, owner, key, cells) => {
      refuseUnstorable(owner, cells);
      batch.getOrInsertComputed(table, () => new Map()).set(key, cells);
      rows += 1;
      for (const cell of cells) if (typeof cell === 'string') characters += cell.length;
    },
    replace: (asset) => {
      replaced.push(asset);
    },
    remove: (asset) => {
      removed.push(asset);
    },
    room: async () => {
      if (rows < MAX_ROWS && characters < MAX_CHARACTERS) return;
      await sending;
      sending = send();
      // The next call that waits for it reports its failure.
      sending.catch(() => {});
    },
    flush,
  };
}
