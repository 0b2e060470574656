import type { ChangeNotes } from '../change-notes.ts';
import { placeOfAssetRow, placeOfNodeRow } from '../places.ts';
import { readFields, readNodes, writeFields } from '../rows.ts';
import { withoutNodes } from '../without-nodes.ts';
import type { Sql } from './sql.ts';
import type { RowWriter } from './written-tables.ts';

/** Whom removals tell. */
interface RemovalContext {
  readonly notes: ChangeNotes;
  readonly rows: RowWriter;
  readonly nodesAhead: { wrote(id: number): void };
  readonly assetsAhead: { wrote(id: number): void };
}

/** Removes nodes and assets within a transaction. */
export interface Removals {
  removeAsset(id: number): Promise<void>;
  /** Removes the node and takes it out of every asset. If children remain, the transaction is refused at its end. */
  removeNode(id: number): Promise<void>;
}

export function openRemovals(sql: Sql, { notes, rows, nodesAhead, assetsAhead }: RemovalContext): Removals {
  const { query, greatest } = sql;
  const noteAsset = (id: unknown, before?: unknown): void => {
    assetsAhead.wrote(Number(id));
    notes.note('asset', Number(id), before === undefined ? undefined : String(before));
  };

  /** Rewrites a column of JSON of some assets, given as ID, text, and the place of the asset before. */
  async function rewrite(
    column: 'nodes' | 'fields',
    pairs: readonly (readonly [id: number, json: string, place: unknown])[],
  ) {
    if (pairs.length === 0) return;
    await query(
      `UPDATE assets SET ${column} = ${sql.json('pair.value')}
       FROM ${sql.objectsIn('$1', 'pair', 'id bigint, value text')} WHERE assets.id = pair.id`,
      [JSON.stringify(pairs.map(([id, value]) => ({ id, value })))],
    );
    for (const [id, , place] of pairs) noteAsset(id, place);
  }

  return {
    removeAsset: async (id) => {
      await rows.flush();
      const [removed] = await query(`DELETE FROM assets WHERE id = $1 RETURNING ${placeOfAssetRow('assets')}`, [id]);
      if (removed === undefined) return;
      for (const [asset] of await query('DELETE FROM relations WHERE other = $1 RETURNING asset', [id])) {
        noteAsset(asset);
      }
      rows.remove(id);
      await query(`UPDATE state SET last_asset = ${greatest}(last_asset, $1)`, [id]);
      noteAsset(id, removed[0]);
    },
    removeNode: async (id) => {
      await rows.flush();
      const [removed] = await query(`DELETE FROM nodes WHERE id = $1 RETURNING ${placeOfNodeRow('nodes')}`, [id]);
      if (removed === undefined) return;
      const assigned = await query(
        `SELECT id, nodes, ${placeOfAssetRow('assets')} FROM assets
         WHERE id IN (SELECT asset FROM asset_nodes WHERE node = $1)`,
        [id],
      );
      await rewrite(
        'nodes',
        assigned.map(([asset, list, place]) => [
          Number(asset),
          JSON.stringify(readNodes(list).filter((node) => node !== id)),
          place,
        ]),
      );
      const referring = await query(
        'SELECT id, fields FROM assets WHERE id IN (SELECT asset FROM asset_references WHERE node = $1)',
        [id],
      );
      await rewrite(
        'fields',
        referring.flatMap(([asset, fields]) => {
          const rest = withoutNodes(readFields(fields), (node) => node === id);
          return rest === undefined ? [] : [[Number(asset), writeFields(rest), undefined] as const];
        }),
      );
      for (const table of ['asset_nodes', 'asset_references'])
        await query(`DELETE FROM ${table} WHERE node = $1`, [id]);
      await query(`UPDATE state SET last_node = ${greatest}(last_node, $1)`, [id]);
      nodesAhead.wrote(id);
      notes.note('node', id, String(removed[0]));
    },
  };
}
