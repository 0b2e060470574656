import type { ChangeNotes } from '../change-notes.ts';
import { type RowOwner, refuseUnstorable } from '../storable.ts';
import type { SqlQuery } from './sql-query.ts';
import {
  ASSET_NODES,
  ASSET_REFERENCES,
  ASSETS,
  bigints,
  DEFINITIONS,
  DOWNLOADS,
  deletionOfParts,
  NODES,
  OLDER_VERSIONS,
  PARTS_OF_ASSET,
  PUBLIC_URLS,
  RELATIONS,
  REVIEWS,
  rowsInJson,
  type StoredCell,
  type WrittenTable,
} from './tables.ts';

/** Number of rows, and of characters in them, that are sent together. */
const MOST_ROWS = 4_000;
const MOST_CHARACTERS = 2_000_000;

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
];

/**
 * Collects the rows of a transaction and sends them many at a time, because a wait for the network per row would make
 * an import take hours. The server works on one batch while the next is collected.
 */
export interface WriteBuffer {
  /**
   * Adds a row; of several with the same key the last counts. Throws a RangeError for values that can't be stored. Await
   * `room` afterwards.
   */
  add(table: WrittenTable, owner: RowOwner, key: string | number, cells: readonly StoredCell[]): void;
  /**
   * Deletes what the tables have that belongs to an asset, before the rows of the batch are written. Call it before the
   * rows of that asset are added, and `flush` before if some were.
   */
  replace(asset: number): void;
  /** Resolves when more rows may be added. */
  room(): Promise<void>;
  /** Resolves when all rows are in the tables. */
  flush(): Promise<void>;
}

/** Opens an empty buffer on a transaction. Notes the reviews that have changed. */
export function openWriteBuffer(query: SqlQuery, notes: ChangeNotes): WriteBuffer {
  let batch = new Map<WrittenTable, Map<string | number, readonly StoredCell[]>>();
  let replaced: number[] = [];
  let rows = 0;
  let characters = 0;
  /** The batch that the server works on; it rejects if a batch failed. */
  let sending: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    const [sent, deleted] = [batch, replaced];
    batch = new Map();
    replaced = [];
    rows = 0;
    characters = 0;
    if (deleted.length > 0) await query(deletionOfParts(PARTS_OF_ASSET), [bigints(deleted)]);
    for (const table of ORDER) {
      const added = sent.get(table);
      if (!added) continue;
      const answer = await query(table.sql, [rowsInJson(table, added.values())]);
      if (table === REVIEWS) for (const [asset] of answer) notes.note('review', Number(asset));
    }
  }

  async function flush(): Promise<void> {
    await sending;
    if (rows === 0 && replaced.length === 0) return;
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
    room: async () => {
      if (rows < MOST_ROWS && characters < MOST_CHARACTERS) return;
      await sending;
      sending = send();
      // The next call that waits for it reports its failure.
      sending.catch(() => {});
    },
    flush,
  };
}
