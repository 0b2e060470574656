import { type ChangeLog, type LoggedChange, nextRevision } from '../change-log.ts';
import { CARRIED, COMMIT } from '../change-notes.ts';
import { MOVES, placeOfAssetRow } from '../places.ts';
import type { Cells } from '../rows.ts';
import type { Sql } from './sql.ts';

/** Most that a day's end in any time zone is from the start of the day in UTC. */
const MAX_SHIFT_MS = 2 * 86_400_000;

const COLUMNS = 'revision, kind, id, "before", "after"';

function readChange([revision, kind, id, before, after]: Cells): LoggedChange {
  return {
    revision: Number(revision),
    kind: String(kind),
    id: Number(id),
    before: typeof before === 'string' ? before : undefined,
    after: typeof after === 'string' ? after : undefined,
  };
}

/** Opens the change log of a database. */
export function openChangeLog({ query, ids, isOneOf }: Sql): ChangeLog {
  return {
    key: async () => String((await query('SELECT cursor_key FROM state'))[0]?.[0]),
    oldest: async () => {
      const [row] = await query('SELECT coalesce((SELECT min(revision) FROM changes), revision + 1) FROM state');
      return Number(row?.[0]);
    },
    markOf: async (revision) => {
      const [row] = await query(`SELECT id FROM changes WHERE revision = $1 AND kind = '${COMMIT}'`, [revision]);
      return row === undefined ? 0 : Number(row[0]);
    },
    before: async (time) => {
      const [row] = await query(
        `SELECT coalesce((SELECT max(revision) FROM changes WHERE time < $1), (SELECT min(revision) - 1 FROM changes), revision)
         FROM state`,
        [time],
      );
      return Number(row?.[0]);
    },
    timesOf: async (revisions) => {
      const rows = await query(
        `SELECT revision, time FROM changes WHERE ${isOneOf('revision', '$1')} AND kind = '${COMMIT}'`,
        [ids(revisions)],
      );
      return new Map(rows.map(([revision, time]) => [Number(revision), Number(time)]));
    },
    after: async (place, until, count) => {
      if (nextRevision(place) > until) return [];
      const { revision, kind, id } = place;
      const rows = await query(
        `SELECT ${COLUMNS} FROM changes
         WHERE (revision, kind, id) > ($1, $2, $3) AND revision <= $4 AND kind NOT IN ('${COMMIT}', '${CARRIED}', 'review', 'user', 'group')
         ORDER BY revision, kind, id LIMIT ${count}`,
        [revision, kind, id, until],
      );
      return rows.map(readChange);
    },
    moves: async (from, until) => {
      if (from > until) return [];
      const rows = await query(
        `SELECT ${COLUMNS} FROM changes WHERE ${MOVES} AND revision >= $1 AND revision <= $2 ORDER BY revision`,
        [from, until],
      );
      return rows.map(readChange);
    },
    boundaries: async (from, until) => {
      const within = [from - MAX_SHIFT_MS, until + MAX_SHIFT_MS];
      const rows = await query(
        `SELECT a.id, ${placeOfAssetRow('a')} FROM assets a
         WHERE a.valid_from BETWEEN $1 AND $2 OR a.valid_until BETWEEN $1 AND $2`,
        within,
      );
      return rows.map(([id, place]) => ({ id: Number(id), place: String(place) }));
    },
    hidings: async (from, until) =>
      (
        await query(
          `SELECT ${COLUMNS} FROM changes WHERE revision > $1 AND revision <= $2 AND kind = 'asset'
           AND "before" IS NOT NULL AND ("after" IS NULL OR "before" <> "after") ORDER BY revision`,
          [from, until],
        )
      ).map(readChange),
  };
}
