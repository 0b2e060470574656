import { type Changes, isDefinition } from '../catalogue.ts';
import type { TransactionDefinitions } from './definitions.ts';
import type { Sql } from './sql.ts';

type ChangeLookups = Pick<Changes, 'revision' | 'nextId' | 'importedFrom' | 'putIdentity' | 'isNodeUsed'>;

/** Looks things up within a transaction, as the methods of `Changes` promise. `flush` writes what was put before. */
export function openChangeLookups(
  { query, greatest, text }: Sql,
  { flush, definitions }: { flush(): Promise<void>; readonly definitions: TransactionDefinitions },
): ChangeLookups {
  return {
    revision: async () => Number((await query('SELECT revision FROM state'))[0]?.[0]),
    nextId: async (kind) => {
      await flush();
      const [row] = isDefinition(kind)
        ? await query('SELECT max(id) FROM definitions WHERE kind = $1', [kind])
        : await query(`SELECT ${greatest}(last_${kind}, (SELECT coalesce(max(id), 0) FROM ${kind}s)) FROM state`);
      return Math.max(0, Number(row?.[0] ?? 0)) + 1;
    },
    importedFrom: async (root) => {
      await flush();
      const rowsOf = (table: string, columns: string) =>
        query(`SELECT ${columns} FROM ${table} WHERE source_root = $1 ORDER BY id`, [text(root)]);
      const nodes = await rowsOf('nodes', 'id, source_path');
      const assets = await rowsOf('assets', 'id, source_path, source_stamp');
      const [source] = await query('SELECT identity FROM sources WHERE root = $1', [text(root)]);
      return {
        ...(source === undefined ? {} : { identity: String(source[0]) }),
        nodes: new Map(nodes.map(([id, path]) => [String(path), Number(id)])),
        assets: new Map(assets.map(([id, path, stamp]) => [String(path), { id: Number(id), stamp: String(stamp) }])),
      };
    },
    putIdentity: async (root, identity) => {
      await query('INSERT INTO sources VALUES ($1, $2) ON CONFLICT (root) DO UPDATE SET identity = excluded.identity', [
        text(root),
        identity,
      ]);
    },
    isNodeUsed: async (node) => {
      await flush();
      await definitions.load();
      const isRoot = [...definitions.parsed('info_field').values()].some(({ rootNode }) => rootNode === node);
      const [row] = await query(
        `SELECT 1 WHERE EXISTS (SELECT 1 FROM asset_nodes WHERE node = $1)
           OR EXISTS (SELECT 1 FROM asset_references WHERE node = $1)`,
        [node],
      );
      return isRoot || row !== undefined;
    },
  };
}
