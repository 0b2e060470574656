import { COMMIT, isTimeToPrune, MOST_CHANGES, newCommitMark } from '../change-notes.ts';
import { readFields, writeFields } from '../rows.ts';
import { withoutNodes } from '../without-nodes.ts';
import type { PostgresChanges } from './changes.ts';
import { checkRows, checkTreesAndDefinitions } from './check-references.ts';
import { CHANGES_CHANNEL } from './side-connection.ts';
import type { SqlQuery } from './sql-query.ts';
import { bigints } from './tables.ts';

/** Checks references and writes the change log. Throws DanglingReference. */
export async function endChanges(query: SqlQuery, open: PostgresChanges): Promise<void> {
  const { notes, definitions, buffer } = open;
  await buffer.flush();
  if (notes.kinds.size === 0) return;
  await dropRemovedNodes(query, open);
  const mayBeDangling = await mayDangle(query, open);
  // Reviews alone, whose transactions are many and short, need no definitions.
  if (mayBeDangling || notes.kinds.size > 1 || !notes.kinds.has('review')) {
    await definitions.load();
    if (mayBeDangling) await checkRows(query, notes, definitions.parsed);
    await checkTreesAndDefinitions(query, notes, definitions.parsed);
  }
  await writeLog(query, open);
}

/** Removes the nodes that the transaction has deleted from the reference fields of the remaining nodes. */
async function dropRemovedNodes(query: SqlQuery, { notes }: PostgresChanges): Promise<void> {
  const touched = notes.touched('node');
  if (touched.size === 0) return;
  const gone = await query(
    'SELECT id FROM unnest($1::bigint[]) AS touched(id) WHERE NOT EXISTS (SELECT FROM nodes n WHERE n.id = touched.id)',
    [bigints(touched)],
  );
  if (gone.length === 0) return;
  const removed = new Set(gone.map(([id]) => Number(id)));
  for (const [id, fields] of await query(`SELECT id, fields FROM nodes WHERE fields::text LIKE '%[%'`)) {
    const rest = withoutNodes(readFields(fields), (node) => removed.has(node));
    if (rest === undefined) continue;
    await query('UPDATE nodes SET fields = $1::json WHERE id = $2', [writeFields(rest), id]);
    notes.note('node', Number(id));
  }
}

/**
 * False if everything exists that the transaction's writes refer to. True doesn't mean that a reference dangles: a later
 * write of the transaction may have replaced it.
 */
async function mayDangle(query: SqlQuery, { targets }: PostgresChanges): Promise<boolean> {
  const { nodes, assets } = targets;
  const { kinds, ids } = targets.definitions();
  if (nodes.size + assets.size + ids.length === 0) return false;
  const [row] = await query(
    `SELECT EXISTS (SELECT FROM unnest($1::bigint[]) AS t(id) WHERE NOT EXISTS (SELECT FROM nodes n WHERE n.id = t.id))
       OR EXISTS (SELECT FROM unnest($2::bigint[]) AS t(id) WHERE NOT EXISTS (SELECT FROM assets a WHERE a.id = t.id))
       OR EXISTS (SELECT FROM unnest($3::text[], $4::bigint[]) AS t(kind, id)
         WHERE NOT EXISTS (SELECT FROM definitions d WHERE d.kind = t.kind AND d.id = t.id))`,
    [bigints(nodes), bigints(assets), kinds, bigints(ids)],
  );
  return row?.[0] === true;
}

/**
 * Writes what was changed under a new revision. The transaction holds the lock of the row of `state` since its begin, so
 * the order of revisions is the order of commits.
 */
async function writeLog(query: SqlQuery, { notes }: PostgresChanges): Promise<void> {
  const [row] = await query(
    `WITH made AS (UPDATE state SET revision = revision + 1, copied_from = $1 RETURNING revision),
       logged AS (INSERT INTO changes SELECT revision, '${COMMIT}', $2 FROM made)
     SELECT revision FROM made`,
    [notes.copiedFrom() ?? null, newCommitMark()],
  );
  const revision = Number(row?.[0]);
  let logged = 0;
  for (const [kind, ids] of notes.kinds) {
    await query('INSERT INTO changes SELECT $1, $2, unnest($3::bigint[])', [revision, kind, bigints(ids)]);
    logged += ids.size;
  }
  if (isTimeToPrune(revision, logged)) {
    await query(
      'DELETE FROM changes WHERE revision < (SELECT revision FROM changes ORDER BY revision DESC LIMIT 1 OFFSET $1)',
      [MOST_CHANGES],
    );
  }
  await query('SELECT pg_notify($1, $2)', [CHANGES_CHANNEL, String(revision)]);
}
