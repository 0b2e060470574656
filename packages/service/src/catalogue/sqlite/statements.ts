import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { PublicUrl } from '../../../../core/src/domain/model.ts';
import { PUBLIC_URL_COLUMNS, readPublicUrl } from '../rows.ts';

/** A statement that returns rows as arrays of cells. */
export interface CellStatement {
  get(...bindings: SQLInputValue[]): readonly SQLOutputValue[] | undefined;
  all(...bindings: SQLInputValue[]): readonly (readonly SQLOutputValue[])[];
  all(named: Record<string, SQLInputValue>): readonly (readonly SQLOutputValue[])[];
  iterate(): Iterable<readonly SQLOutputValue[]>;
}

export function prepareCells(database: DatabaseSync, sql: string): CellStatement {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  // The type declarations don't cover `setReturnArrays`.
  return statement as unknown as CellStatement;
}

/** Prepares the query of an asset's public addresses, ordered by ID. */
export function openPublicUrls(database: DatabaseSync): (asset: number) => readonly PublicUrl[] {
  const urls = prepareCells(database, `SELECT ${PUBLIC_URL_COLUMNS} FROM public_urls WHERE asset = ? ORDER BY id`);
  return (asset) => urls.all(asset).map(readPublicUrl);
}
