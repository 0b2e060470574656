import { type ChangeNotes, COMMIT, isTimeToPrune, MAX_CHANGES, newCommitMark } from '../change-notes.ts';
import { readFields, writeFields } from '../rows.ts';
import { withoutNodes } from '../without-nodes.ts';
import type { OpenChanges } from './changes.ts';
import { checkRows, checkTreesAndDefinitions } from './check-references.ts';
import type { Sql } from './sql.ts';

/** Checks references and writes the change log. Throws DanglingReference. */
export async function endChanges(sql: Sql, open: OpenChanges): Promise<void> {
  const { notes, definitions, rows } = open;
  await rows.flush();
  if (notes.kinds.size === 0) return;
  await dropRemovedNodes(sql, open);
  const mayBeDangling = await mayDangle(sql, open);
  // Reviews alone, whose transactions are many and short, need no definitions.
  if (mayBeDangling || notes.kinds.size > 1 || !notes.kinds.has('review')) {
    await definitions.load();
    if (mayBeDangling) await checkRows(sql, notes, definitions.parsed);
    await checkTreesAndDefinitions(sql, notes, definitions.parsed);
  }
  await writeLog(sql, notes);
}

/** Removes the nodes that the transaction has deleted from the reference fields of the remaining nodes. */
async function dropRemovedNodes({ query, ids, idsIn }: Sql, { notes }: OpenChanges): Promise<void> {
  const touched = notes.touched('node');
  if (touched.size === 0) return;
  const gone = await query(
    `SELECT id FROM ${idsIn('$1', 'touched')} WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = touched.id)`,
    [ids(touched)],
  );
  if (gone.length === 0) return;
  const removed = new Set(gone.map(([id]) => Number(id)));
  for (const [id, fields] of await query(`SELECT id, fields FROM nodes WHERE CAST(fields AS text) LIKE '%[%'`)) {
    const rest = withoutNodes(readFields(fields), (node) => removed.has(node));
    if (rest === undefined) continue;
    await query('UPDATE nodes SET fields = $1 WHERE id = $2', [writeFields(rest), id]);
    notes.note('node', Number(id));
  }
}

/**
 * False if everything exists that the transaction's writes refer to. True doesn't mean that a reference dangles: a later
 * write of the transaction may have replaced it.
 */
async function mayDangle({ query, ids, idsIn, objectsIn }: Sql, { targets }: OpenChanges): Promise<boolean> {
  const { nodes, assets } = targets;
  const definitions = targets.definitions();
  if (nodes.size + assets.size + definitions.length === 0) return false;
  const [row] = await query(
    `SELECT 1 WHERE
       EXISTS (SELECT 1 FROM ${idsIn('$1', 't')} WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = t.id))
       OR EXISTS (SELECT 1 FROM ${idsIn('$2', 't')} WHERE NOT EXISTS (SELECT 1 FROM assets a WHERE a.id = t.id))
       OR EXISTS (SELECT 1 FROM ${objectsIn('$3', 't', 'kind text, id bigint')}
         WHERE NOT EXISTS (SELECT 1 FROM definitions d WHERE d.kind = t.kind AND d.id = t.id))`,
    [ids(nodes), ids(assets), JSON.stringify(definitions)],
  );
  return row !== undefined;
}

/**
 * Writes what was changed under a new revision, or nothing if nothing was. The transaction has been the only one that
 * writes since its begin, so the order of revisions is the order of commits.
 */
export async function writeLog({ query, ids, idsIn, announcement }: Sql, notes: ChangeNotes): Promise<void> {
  if (notes.kinds.size === 0) return;
  const [row] = await query(
    `UPDATE state SET revision = revision + 1, copied_from = $1 RETURNING revision, ${announcement}`,
    [notes.copiedFrom() ?? null],
  );
  const revision = Number(row?.[0]);
  let logged = 0;
  for (const [kind, touched] of [[COMMIT, new Set([newCommitMark()])] as const, ...notes.kinds]) {
    await query(`INSERT INTO changes SELECT $1, $2, id FROM ${idsIn('$3', 'touched')}`, [revision, kind, ids(touched)]);
    logged += touched.size;
  }
  if (isTimeToPrune(revision, logged)) {
    await query(
      'DELETE FROM changes WHERE revision < (SELECT revision FROM changes ORDER BY revision DESC LIMIT 1 OFFSET $1)',
      [MAX_CHANGES],
    );
  }
}
