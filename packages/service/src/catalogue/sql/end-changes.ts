import {
  BELOW,
  CARRIED,
  type ChangeNotes,
  COMMIT,
  DEFAULT_DAYS,
  isTimeToPrune,
  type LoggedKind,
  type LogSettings,
  newCommitMark,
} from '../change-notes.ts';
import { placeOfAssetRow, placeOfNodeRow, readNodePlace } from '../places.ts';
import { readFields, writeFields } from '../rows.ts';
import { withoutNodes } from '../without-nodes.ts';
import { type OpenChanges, typePlace } from './changes.ts';
import { checkRows, checkTreesAndDefinitions } from './check-references.ts';
import type { Sql } from './sql.ts';

const DAY_MS = 86_400_000;
/** Rows of one statement whose texts are in a parameter. */
const ROWS_AT_ONCE = 50_000;

/** The kinds whose place the log holds, besides node types. */
const PLACED: { readonly [K in LoggedKind]?: { readonly name: string; readonly place: string } } = {
  asset: { name: 'assets', place: placeOfAssetRow('r') },
  node: { name: 'nodes', place: placeOfNodeRow('r') },
};

/** What the log of a transaction needs besides its notes. */
export interface LogOptions extends LogSettings {
  readonly definitions?: Pick<OpenChanges['definitions'], 'document'>;
}

/** Checks references and writes the change log. Throws DanglingReference. */
export async function endChanges(sql: Sql, open: OpenChanges, settings?: LogSettings): Promise<void> {
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
  await writeLog(sql, notes, { ...settings, definitions });
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
export async function writeLog(
  sql: Sql,
  notes: ChangeNotes,
  { definitions, keepDays = DEFAULT_DAYS, now = Date.now() }: LogOptions = {},
): Promise<void> {
  const { query, ids, idsIn, objectsIn, announcement } = sql;
  if (notes.kinds.size === 0) return;
  const [row] = await query(
    `UPDATE state SET revision = revision + 1, copied_from = $1 RETURNING revision, ${announcement}`,
    [notes.copiedFrom ?? null],
  );
  const revision = Number(row?.[0]);
  await query('INSERT INTO changes (revision, kind, id, time) VALUES ($1, $2, $3, $4)', [
    ...[revision, COMMIT, newCommitMark(), now],
  ]);
  let logged = 1;
  for (const [kind, touched] of notes.kinds) {
    const table = PLACED[kind];
    const before = notes.before(kind);
    if (kind === 'node_type') {
      for (const id of touched) {
        const after = typePlace(definitions?.document(kind, id));
        await query('INSERT INTO changes (revision, kind, id, "before", "after") VALUES ($1, $2, $3, $4, $5)', [
          ...[revision, kind, id, before.get(id) ?? null, after],
        ]);
      }
    } else if (table === undefined) {
      await insert(touched, 'NULL', '');
    } else {
      const join = `LEFT JOIN ${table.name} r ON r.id = touched.id`;
      await insert(
        [...touched].filter((id) => !before.has(id)),
        table.place,
        join,
      );
      const isNew = (id: number) => before.get(id) === null;
      await insert([...touched].filter(isNew), 'NULL', join);
      const moved = [...before].flatMap(([id, place]) => (place === null ? [] : [{ id, place }]));
      for (let at = 0; at < moved.length; at += ROWS_AT_ONCE) {
        await query(
          `INSERT INTO changes (revision, kind, id, "before", "after")
           SELECT $1, $2, touched.id, touched.place, ${table.place}
           FROM ${objectsIn('$3', 'touched', 'id bigint, place text')} ${join}`,
          [revision, kind, JSON.stringify(moved.slice(at, at + ROWS_AT_ONCE))],
        );
      }
    }
    logged += touched.size;

    async function insert(of: Iterable<number>, place: string, join: string): Promise<void> {
      if ([...of].length === 0) return;
      await query(
        `INSERT INTO changes (revision, kind, id, "before", "after")
         SELECT $1, $2, touched.id, ${place}, ${table?.place ?? 'NULL'} FROM ${idsIn('$3', 'touched')} ${join}`,
        [revision, kind, ids(of)],
      );
    }
  }
  logged += await logBelow(sql, notes, revision);
  if (isTimeToPrune(revision, logged)) await prune(sql, now - keepDays * DAY_MS);
}

/** Logs all nodes below those that the transaction has moved, because who may see them depends on the nodes above. */
async function logBelow({ query, ids, idsIn }: Sql, notes: ChangeNotes, revision: number): Promise<number> {
  const before = notes.before('node');
  if (![...before.values()].some((place) => place !== null)) return 0;
  const parents = new Map(
    (await query('SELECT id, parent FROM nodes')).map(([id, parent]) => [Number(id), parent && Number(parent)]),
  );
  const moved = [...before].flatMap(([id, place]) => {
    const isMoved = place !== null && parents.has(id) && (parents.get(id) ?? undefined) !== readNodePlace(place).parent;
    return isMoved ? [id] : [];
  });
  if (moved.length === 0) return 0;
  const children = Map.groupBy(parents.keys(), (id) => parents.get(id));
  const below = new Set<number>();
  // What has moved itself or is new is logged as such.
  const own = new Set([...moved, ...[...before.keys()].filter((id) => before.get(id) === null)]);
  for (let level = moved; level.length > 0; ) {
    level = level.flatMap((id) => children.get(id) ?? []).filter((id) => !below.has(id) && !own.has(id));
    for (const id of level) below.add(id);
  }
  const touched = notes.touched('node');
  for (const [kind, nodes] of [
    [BELOW, below.difference(touched)],
    [CARRIED, below.intersection(touched)],
  ] as const) {
    await query(
      `INSERT INTO changes (revision, kind, id, "before", "after")
       SELECT $1, $2, n.id, ${placeOfNodeRow('n')}, ${placeOfNodeRow('n')}
       FROM ${idsIn('$3', 'touched')} JOIN nodes n ON n.id = touched.id`,
      [revision, kind, ids(nodes)],
    );
  }
  return below.size;
}

/**
 * Deletes changes that are older than the time, but for the last revision among them, whose mark tells whether a cursor from
 * after it belongs to this history.
 */
async function prune({ query }: Sql, time: number): Promise<void> {
  await query('DELETE FROM changes WHERE revision < (SELECT max(revision) FROM changes WHERE time < $1)', [time]);
}
