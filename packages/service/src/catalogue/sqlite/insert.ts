import type { StatementSync } from 'node:sqlite';
import type { EntityKind } from '../catalogue.ts';

/**
 * Runs a statement that writes a row. Throws a RangeError that names the object for values that SQLite would change or
 * return unreadable: texts with unpaired surrogates, numbers that aren't finite, and integers that aren't safe.
 */
export function insert(
  statement: StatementSync,
  owner: { readonly kind: EntityKind | 'review'; readonly id: number },
  ...cells: readonly (string | number | null)[]
): void {
  for (const cell of cells) {
    const isFine = typeof cell === 'string' ? cell.isWellFormed() : cell === null || isStorable(cell);
    if (!isFine) throw new RangeError(`${owner.kind} ${owner.id}: ${JSON.stringify(String(cell))} can't be stored`);
  }
  statement.run(...cells);
}

export function isStorable(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/**
 * Builds the SQL that writes a row. `into` is `INTO` or `OR REPLACE INTO` followed by a table; `columns` is a
 * comma-separated list.
 */
export function insertion(into: string, columns: string): string {
  return `INSERT ${into} (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')})`;
}
