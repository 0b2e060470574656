import type { DatabaseSync } from 'node:sqlite';
import { readFields, writeFields } from '../rows.ts';
import { withoutNodes } from '../without-nodes.ts';
import type { ChangeLog } from './change-log.ts';

/**
 * Removes the nodes that a transaction deletes from the reference fields of the remaining nodes, in one pass over
 * these.
 */
export function dropRemovedNodes(database: DatabaseSync, log: ChangeLog): void {
  const isNode = database.prepare('SELECT 1 FROM nodes WHERE id = ?');
  const removed = new Set([...log.touched('node')].filter((id) => !isNode.get(id)));
  if (removed.size === 0) return;
  const update = database.prepare('UPDATE nodes SET fields = ? WHERE id = ?');
  const referring = database.prepare("SELECT id, fields FROM nodes WHERE fields LIKE '%[%'").all();
  for (const { id, fields } of referring) {
    const rest = withoutNodes(readFields(fields), (node) => removed.has(node));
    if (rest === undefined) continue;
    update.run(writeFields(rest), id ?? null);
    log.note('node', Number(id));
  }
}
