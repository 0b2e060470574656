import { DanglingReference } from './catalogue-errors.ts';
import type { Cells } from './rows.ts';

/** A reference that rows of a table contain. */
interface RowReference {
  readonly owner: 'node' | 'asset' | 'review';
  /** Key of the owner in a bundle. */
  readonly key: string;
  /** Kind of object that is named. */
  readonly target: string;
}

/** References of rows, each with the query for those to missing objects: IDs of owner and target, and the field if any. */
export const ROW_REFERENCES: readonly (RowReference & { readonly sql: string })[] = [
  reference({ owner: 'node', key: 'type', target: 'node type' }, 'nodes', 'id', 'type'),
  reference({ owner: 'asset', key: 'type', target: 'asset type' }, 'assets', 'id', 'type'),
  reference({ owner: 'asset', key: 'uploaded_by', target: 'user' }, 'assets', 'id', 'uploaded_by'),
  reference({ owner: 'asset', key: 'nodes', target: 'node' }, 'asset_nodes', 'asset', 'node'),
  reference({ owner: 'asset', key: 'infofields', target: 'node' }, 'asset_references', 'asset', 'node', 'r.field'),
  reference({ owner: 'asset', key: 'relations.type', target: 'relation type' }, 'relations', 'asset', 'type'),
  reference({ owner: 'asset', key: 'relations.to', target: 'asset' }, 'relations', 'asset', 'other'),
  reference({ owner: 'review', key: 'asset', target: 'asset' }, 'reviews', 'asset', 'asset'),
  reference({ owner: 'review', key: 'user', target: 'user' }, 'reviews', 'asset', '"user"'),
];

/** The table `t` has the IDs of the owners to look at. */
function reference(of: RowReference, table: string, owner: string, column: string, field = 'NULL') {
  const isDefined =
    of.target === 'node' || of.target === 'asset'
      ? `SELECT 1 FROM ${of.target}s x WHERE x.id = r.${column}`
      : `SELECT 1 FROM definitions x WHERE x.kind = '${of.target.replace(' ', '_')}' AND x.id = r.${column}`;
  // SQLite begins a cross join with its left table; of another join, it may read the whole right one.
  const sql = `SELECT t.id, r.${column}, ${field} FROM t CROSS JOIN ${table} r
    WHERE r.${owner} = t.id AND r.${column} IS NOT NULL AND NOT EXISTS (${isDefined})`;
  return { ...of, sql };
}

/** The error of a reference that a row of its query tells. */
export function danglingIn({ owner, key, target }: RowReference, [from, to, field]: Cells): DanglingReference {
  const at = field === null ? key : `${key}.${field}`;
  return new DanglingReference({ kind: owner, id: Number(from) }, at, { kind: target, id: Number(to) });
}
