import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { PublicUrl } from '../../domain/model.ts';

/** A statement that returns rows as arrays of cells. */
export interface CellStatement {
  get(...bindings: SQLInputValue[]): readonly SQLOutputValue[] | undefined;
  all(...bindings: SQLInputValue[]): readonly (readonly SQLOutputValue[])[];
  all(named: Record<string, SQLInputValue>): readonly (readonly SQLOutputValue[])[];
}

export function prepareCells(database: DatabaseSync, sql: string): CellStatement {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  // The type declarations don't cover `setReturnArrays`.
  return statement as unknown as CellStatement;
}

/** Prepares the query of an asset's public addresses, ordered by ID. */
export function openPublicUrls(database: DatabaseSync): (asset: number) => readonly PublicUrl[] {
  const urls = database.prepare('SELECT id, name, url, provider FROM public_urls WHERE asset = ? ORDER BY id');
  return (asset) =>
    urls.all(asset).map(({ id, name, url, provider }) => ({
      id: Number(id),
      name: String(name),
      url: String(url),
      provider: String(provider),
    }));
}
