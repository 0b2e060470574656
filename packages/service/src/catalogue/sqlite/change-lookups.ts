import type { DatabaseSync } from 'node:sqlite';
import { type EntityKind, type ImportedFrom, isDefinition } from '../catalogue.ts';

/** Looks things up within a transaction, as the methods of `Changes` promise. */
export function openChangeLookups(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    revision: (): number => Number(prepare('SELECT revision FROM state').get()?.['revision']),
    nextId: (kind: EntityKind): number => {
      const row = isDefinition(kind)
        ? prepare('SELECT max(id) AS last FROM definitions WHERE kind = ?').get(kind)
        : prepare(`SELECT max(last_${kind}, (SELECT ifnull(max(id), 0) FROM ${kind}s)) AS last FROM state`).get();
      return Math.max(0, Number(row?.['last'] ?? 0)) + 1;
    },
    importedFrom: (root: string): ImportedFrom => ({
      ...identityOf(prepare('SELECT identity FROM sources WHERE root = ?').get(root)?.['identity']),
      nodes: new Map(
        prepare('SELECT id, source_path FROM nodes WHERE source_root = ? ORDER BY id')
          .all(root)
          .map((row) => [String(row['source_path']), Number(row['id'])]),
      ),
      assets: new Map(
        prepare('SELECT id, source_path, source_stamp FROM assets WHERE source_root = ? ORDER BY id')
          .all(root)
          .map((row) => [String(row['source_path']), { id: Number(row['id']), stamp: String(row['source_stamp']) }]),
      ),
    }),
    putIdentity: (root: string, identity: string): void => {
      prepare('INSERT OR REPLACE INTO sources VALUES (?, ?)').run(root, identity);
    },
    isNodeUsed: (id: number): boolean =>
      ['asset_nodes WHERE node', 'asset_references WHERE node', "definitions WHERE document ->> '$.rootNode'"].some(
        (place) => prepare(`SELECT 1 FROM ${place} = ?`).get(id),
      ),
  };
}

function identityOf(cell: unknown): Pick<ImportedFrom, 'identity'> {
  return typeof cell === 'string' ? { identity: cell } : {};
}
