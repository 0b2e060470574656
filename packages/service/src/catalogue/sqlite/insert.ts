import type { StatementSync } from 'node:sqlite';
import type { EntityKind } from '../catalogue.ts';

/**
 * Runs a statement that writes a row. What SQLite would keep in another form, or give back as something that can't be read, is
 * refused with a RangeError that names the object: text with half a surrogate pair, and numbers that are not finite or, being
 * whole, not safe.
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

/** SQL that writes a row. `into` is `INTO` or `OR REPLACE INTO` with a table, `columns` a list with commas. */
export function insertion(into: string, columns: string): string {
  return `INSERT ${into} (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')})`;
}
