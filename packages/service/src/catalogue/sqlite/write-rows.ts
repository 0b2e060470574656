import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ChangeNotes } from '../change-notes.ts';
import { PARTS_OF_ASSET, REVIEWS, type RowWriter, type WrittenTable } from '../sql/written-tables.ts';
import { refuseUnstorable } from '../storable.ts';

/** Prepares the statement that writes a row of a table. */
export function prepareInsertion(database: DatabaseSync, { name, columns, onConflict }: WrittenTable): StatementSync {
  const names = columns.map(([column]) => column);
  return database.prepare(`INSERT INTO ${name} (${names}) VALUES (${names.map(() => '?')}) ON CONFLICT ${onConflict}`);
}

/** Opens writers that write each row at once, for one transaction each. The statements are prepared once. */
export function openRowWriters(database: DatabaseSync): (notes: ChangeNotes) => RowWriter {
  const insertions = new Map<WrittenTable, StatementSync>();
  const deletionsFrom = (tables: readonly string[]) =>
    tables.map((table) => database.prepare(`DELETE FROM ${table} WHERE asset = ?`));
  const replacing = deletionsFrom(PARTS_OF_ASSET);
  const removing = deletionsFrom([...PARTS_OF_ASSET, 'downloads', 'reviews']);
  return (notes) => ({
    add: (table, owner, _key, cells) => {
      refuseUnstorable(owner, cells);
      const insertion = insertions.getOrInsertComputed(table, () => prepareInsertion(database, table));
      const { changes } = insertion.run(...cells.map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell)));
      if (table === REVIEWS && changes > 0) notes.note('review', Number(owner.id));
    },
    replace: (asset) => {
      for (const deletion of replacing) deletion.run(asset);
    },
    remove: (asset) => {
      for (const deletion of removing) deletion.run(asset);
    },
    room: async () => {},
    flush: async () => {},
  });
}
