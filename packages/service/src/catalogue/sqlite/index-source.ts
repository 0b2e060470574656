import type { DatabaseSync } from 'node:sqlite';
import type { Commit, IndexedState, IndexSource } from '../../../../columnar/src/index-source.ts';
import { isText } from '../../../../core/src/domain/field-values.ts';
import type { Asset, FieldValue, Text } from '../../../../core/src/domain/model.ts';
import { COMMIT, MAX_CHANGES } from '../change-notes.ts';
import { LAST_COMMIT, readLastCommit, readMark } from '../last-commit.ts';
import { meansOf } from '../review-rows.ts';
import { ASSET_COLUMNS, readAsset } from '../rows.ts';
import { readDocuments } from '../sql/file-texts.ts';
import { openReader, rollBack } from './database.ts';
import { defineInstantOf, INSTANT } from './instants.ts';
import { openModelReader, openReach } from './model.ts';
import { openSql } from './sqlite-sql.ts';
import { prepareCells } from './statements.ts';

/** Number of rows per read. Assets of larger batches outlive the young generation, and a build takes a sixth longer. */
const BATCH = 250;

/** A connection with which one state at a time can be open. */
interface Reader {
  readonly database: DatabaseSync;
  lastCommit(): Commit;
  page(after?: number): readonly Asset[];
  withoutFeatures(after?: number): readonly Asset[];
  countFiles(): number;
  /** Begins the transaction that holds the newest state. */
  open(): Omit<IndexedState, keyof AsyncDisposable>;
}

/** Opens the source of a search index on the catalogue of a data folder, with database connections of its own. */
export function openIndexSource({
  directory,
  defaultLanguage,
}: {
  readonly directory: string;
  readonly defaultLanguage?: string;
}): IndexSource {
  const stack = new DisposableStack();
  const make = () => openConnection(stack.use(openReader(directory)), defaultLanguage);
  // Opened at once, so that a catalogue that can't be read is found at the start.
  const idle = [make()];

  /** Reads in a moment, without a transaction. */
  function read<T>(use: (reader: Reader) => T): T {
    const reader = idle.pop() ?? make();
    idle.push(reader);
    return use(reader);
  }

  return {
    lastCommit: async () => read((reader) => reader.lastCommit()),
    page: async (after) => read((reader) => reader.page(after)),
    withoutFeatures: async (after) => read((reader) => reader.withoutFeatures(after)),
    countFiles: async () => read((reader) => reader.countFiles()),
    open: async () => {
      const reader = idle.pop() ?? make();
      let state: ReturnType<Reader['open']>;
      try {
        state = reader.open();
      } catch (error) {
        rollBack(reader.database);
        idle.push(reader);
        throw error;
      }
      return {
        ...state,
        [Symbol.asyncDispose]: async () => {
          // Closing the source ends the transactions of states that are still open.
          if (!reader.database.isOpen) return;
          reader.database.exec('COMMIT');
          idle.push(reader);
        },
      };
    },
    [Symbol.asyncDispose]: async () => stack.dispose(),
  };
}

/** Ratings that count, with how many reviews have them, of the assets `:ids`; of a user with a token the newest. */
const RATINGS = `
  SELECT asset, rating, count(*) FROM reviews
    WHERE asset IN (SELECT value FROM json_each(:ids)) AND anonymous = 1 AND rating IS NOT NULL GROUP BY asset, rating
  UNION ALL
  SELECT asset, rating, count(*) FROM
    (SELECT asset, rating, max(${INSTANT}) FROM reviews
      WHERE asset IN (SELECT value FROM json_each(:ids)) AND anonymous = 0 AND rating IS NOT NULL GROUP BY asset, user)
    GROUP BY asset, rating`;

function openConnection(database: DatabaseSync, defaultLanguage: string | undefined): Reader {
  defineInstantOf(database);
  const ratings = prepareCells(database, RATINGS);
  const models = openModelReader(database, defaultLanguage);
  const select = `SELECT ${ASSET_COLUMNS} FROM assets`;
  const batch = prepareCells(database, `${select} WHERE id > ? ORDER BY id LIMIT ${BATCH}`);
  const lacking = prepareCells(
    database,
    `${select} WHERE sha256 IS NOT NULL AND features IS NULL AND id > ? ORDER BY id LIMIT ${BATCH}`,
  );
  const some = prepareCells(database, `${select} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`);
  const changed = prepareCells(
    database,
    `SELECT DISTINCT id FROM changes WHERE revision > ? AND kind IN ('asset', 'review') LIMIT ${MAX_CHANGES + 1}`,
  );
  const mark = prepareCells(database, `SELECT id FROM changes WHERE revision = ? AND kind = '${COMMIT}'`);
  const last = prepareCells(database, LAST_COMMIT);
  const files = prepareCells(database, 'SELECT count(*) FROM assets WHERE sha256 IS NOT NULL');
  const reaches = openReach(database);
  const sql = openSql(database);
  const text = (value: string) =>
    prepareCells(database, `SELECT id, ${value} FROM assets WHERE id IN (SELECT value FROM json_each(?))`);
  const texts = { name: text('name'), original: text('original') };
  const field = text('fields -> ?');

  const page = (after = Number.MIN_SAFE_INTEGER) => batch.all(after).map((row) => readAsset(row));

  async function* assets() {
    for (let last: number | undefined; ; ) {
      const read = page(last);
      if (read.length > 0) yield read;
      if (read.length < BATCH) return;
      last = read.at(-1)?.id;
    }
  }

  return {
    database,
    lastCommit: () => readLastCommit(last.get() ?? []),
    page,
    withoutFeatures: (after = Number.MIN_SAFE_INTEGER) => lacking.all(after).map((row) => readAsset(row)),
    countFiles: () => Number(files.get()?.[0]),
    open: () => {
      database.exec('BEGIN');
      return {
        model: models.model(),
        assets,
        assetsOf: async (ids) => some.all(JSON.stringify(ids)).map((row) => readAsset(row)),
        changedSince: async (revision) => {
          const ids = reaches(revision) ? changed.all(revision).map(([id]) => Number(id)) : [];
          return reaches(revision) && ids.length <= MAX_CHANGES ? ids : undefined;
        },
        markOf: async (revision) => readMark(mark.get(revision)),
        ratings: async (ids, zone) => meansOf(ratings.all({ ids: JSON.stringify(ids), zone })),
        documents: (ids) => readDocuments(sql, ids),
        texts: async (ids, of) => {
          const list = JSON.stringify(ids);
          if (typeof of === 'string') {
            return new Map(texts[of].all(list).map(([id, value]) => [Number(id), String(value)]));
          }
          const found = new Map<number, Text>();
          for (const [id, json] of field.all(`$."${of}"`, list)) {
            const value = typeof json === 'string' ? (JSON.parse(json) as FieldValue) : undefined;
            if (isText(value)) found.set(Number(id), value);
          }
          return found;
        },
      };
    },
  };
}
