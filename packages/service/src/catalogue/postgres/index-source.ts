import type { IndexedState, IndexSource } from '../../../../columnar/src/index-source.ts';
import { isText } from '../../../../core/src/domain/field-values.ts';
import type { Asset, Text } from '../../../../core/src/domain/model.ts';
import { COMMIT, MAX_CHANGES } from '../change-notes.ts';
import { LAST_COMMIT, readLastCommit, readMark } from '../last-commit.ts';
import { meansOf } from '../review-rows.ts';
import { ASSET_COLUMNS, readAsset, readFields } from '../rows.ts';
import { readDocuments } from '../sql/file-texts.ts';
import type { SqlQuery } from '../sql/sql.ts';
import type { Postgres } from './database.ts';
import { type ModelOfHistory, readModelOfHistory } from './history.ts';
import { readRatings } from './post-reviews.ts';
import { postgresSql } from './postgres-sql.ts';
import { bigints } from './tables.ts';

/** Number of assets per read: enough that the wait for the network is small beside the work. */
const BATCH = 1000;
/** Time that one read may take, in seconds. */
const STATEMENT_SECONDS = 60;

/** Opens the source of a search index. Each open state holds a connection of the pool. */
export function openPostgresIndexSource(
  database: Postgres,
  { defaultLanguage }: { readonly defaultLanguage?: string } = {},
): IndexSource {
  const open = new Set<AsyncDisposable>();
  /** The model of the state that was opened last. Most commits leave it as it is, and reading all nodes takes long. */
  let known: ModelOfHistory | undefined;

  return {
    lastCommit: async () => {
      const [row = []] = await database.query(LAST_COMMIT);
      return readLastCommit(row);
    },
    page: (after) => readAfter(database.query, after),
    withoutFeatures: (after) => readAfter(database.query, after, 'sha256 IS NOT NULL AND features IS NULL AND '),
    countFiles: async () => {
      await using transaction = await database.begin('read', { statementSeconds: STATEMENT_SECONDS });
      const [row] = await transaction.query('SELECT count(*) FROM assets WHERE sha256 IS NOT NULL');
      return Number(row?.[0]);
    },
    open: async () => {
      await using stack = new AsyncDisposableStack();
      const transaction = stack.use(
        await database.begin('read', { statementSeconds: STATEMENT_SECONDS, staysOpen: true }),
      );
      known = await readModelOfHistory(transaction.query, known, defaultLanguage);
      const { model } = known;
      const owned = stack.move();
      open.add(owned);
      return {
        model,
        ...readsOf(transaction.query),
        [Symbol.asyncDispose]: async () => {
          open.delete(owned);
          await owned.disposeAsync();
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...open].map((state) => state[Symbol.asyncDispose]()));
    },
  };
}

const SELECT_ASSETS = `SELECT ${ASSET_COLUMNS} FROM assets`;

async function readAfter(query: SqlQuery, last = Number.MIN_SAFE_INTEGER, only = ''): Promise<readonly Asset[]> {
  const rows = await query(`${SELECT_ASSETS} WHERE ${only}id > $1 ORDER BY id LIMIT ${BATCH}`, [last]);
  return rows.map((row) => readAsset(row));
}

function readsOf(query: SqlQuery): Omit<IndexedState, 'model' | keyof AsyncDisposable> {
  async function* assets() {
    for (let next = readAfter(query); ; ) {
      const read = await next;
      const last = read.at(-1);
      if (!last) return;
      const isEnd = read.length < BATCH;
      // The server reads the next batch while the caller uses this one.
      if (!isEnd) next = readAfter(query, last.id);
      next.catch(() => {});
      yield read;
      if (isEnd) return;
    }
  }

  return {
    assets,
    assetsOf: async (ids) =>
      (await query(`${SELECT_ASSETS} WHERE id = ANY($1::bigint[]) ORDER BY id`, [bigints(ids)])).map((row) =>
        readAsset(row),
      ),
    changedSince: async (revision) => {
      // Each revision has changes, so none is missing after the oldest one.
      const [row] = await query(
        'SELECT coalesce((SELECT min(revision) FROM changes), (SELECT revision + 1 FROM state))',
      );
      if (revision < Number(row?.[0]) - 1) return undefined;
      const rows = await query(
        `SELECT DISTINCT id FROM changes WHERE revision > $1 AND kind IN ('asset', 'review') LIMIT ${MAX_CHANGES + 1}`,
        [revision],
      );
      return rows.length > MAX_CHANGES ? undefined : rows.map(([id]) => Number(id));
    },
    markOf: async (revision) => {
      const [row] = await query(`SELECT id FROM changes WHERE revision = $1 AND kind = '${COMMIT}'`, [revision]);
      return readMark(row);
    },
    ratings: async (ids, zone) => meansOf(await readRatings(query, bigints(ids), zone)),
    documents: (ids) => readDocuments(postgresSql(query), ids),
    texts: async (ids, of) => {
      const column = typeof of === 'string' ? of : 'fields';
      const rows = await query(`SELECT id, ${column} FROM assets WHERE id = ANY($1::bigint[])`, [bigints(ids)]);
      if (typeof of === 'string') return new Map(rows.map(([id, value]) => [Number(id), String(value)]));
      const found = new Map<number, Text>();
      for (const [id, fields] of rows) {
        const value = readFields(fields).get(of);
        if (isText(value)) found.set(Number(id), value);
      }
      return found;
    },
  };
}
