import type { DatabaseSync } from 'node:sqlite';
import type { FieldValue } from '../../domain/model.ts';
import { readFields, writeFields } from '../rows.ts';
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

/**
 * Returns the values without the removed nodes. Drops a field that references no other node. Returns undefined if no
 * removed node is referenced.
 */
export function withoutNodes(
  values: ReadonlyMap<number, FieldValue>,
  isGone: (node: number) => boolean,
): ReadonlyMap<number, FieldValue> | undefined {
  const rest = new Map<number, FieldValue>();
  let isChanged = false;
  for (const [field, value] of values) {
    const kept = Array.isArray(value) ? value.filter((node: number) => !isGone(node)) : value;
    if (Array.isArray(value) && Array.isArray(kept) && kept.length < value.length) isChanged = true;
    if (!Array.isArray(kept) || kept.length > 0) rest.set(field, kept);
  }
  return isChanged ? rest : undefined;
}
