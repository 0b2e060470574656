import type { StatementSync } from 'node:sqlite';
import { type RowOwner, refuseUnstorable } from '../storable.ts';

/** Runs a statement that writes a row. Throws a RangeError for values that `refuseUnstorable` refuses. */
export function insert(statement: StatementSync, owner: RowOwner, ...cells: readonly (string | number | null)[]): void {
  refuseUnstorable(owner, cells);
  statement.run(...cells);
}

/**
 * Builds the SQL that writes a row. `into` is `INTO` or `OR REPLACE INTO` followed by a table; `columns` is a
 * comma-separated list.
 */
export function insertion(into: string, columns: string): string {
  return `INSERT ${into} (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')})`;
}
