import { CatalogueBusy, type CatalogueWriter, type Entities } from '../catalogue.ts';
import type { PeopleWriter } from '../people.ts';
import { beginChanges } from './changes.ts';
import { pinCells } from './copies.ts';
import type { Postgres, PostgresTransaction } from './database.ts';
import { endChanges } from './end-changes.ts';
import { holdImportLock } from './imports.ts';
import { postReviewsInto } from './post-reviews.ts';
import { bigints, PINS, rowsInJson } from './tables.ts';

/** Time after its expiry for which a PIN is kept, so that its page can say that it has expired. */
const EXPIRED_PIN_MS = 365 * 24 * 3600 * 1000;
/** Maximum time of one statement of a write, in seconds; the longest check the references of an import. */
const STATEMENT_SECONDS = 300;

/**
 * Opens a writer. Writers of all nodes wait for each other: whoever holds the lock of the row of `state` writes. PINs
 * need no lock, because they are no part of the catalogue's content. Disposing doesn't close the database.
 */
export function openPostgresWriter(
  database: Postgres,
  { lockWaitSeconds = 60 }: { readonly lockWaitSeconds?: number } = {},
): CatalogueWriter & PeopleWriter {
  // The writes of one process would only wait for each other, each with a connection of the pool.
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = last.then(run, run);
    last = result;
    return result;
  }

  function inTransaction<T>(work: (query: PostgresTransaction['query']) => Promise<T>): Promise<T> {
    // Many calls that wait for the same lock together wait no longer than one.
    const deadline = performance.now() + lockWaitSeconds * 1000;
    return inTurn(async () => {
      await using transaction = await database.begin('write', { statementSeconds: STATEMENT_SECONDS });
      await lock(transaction, deadline);
      const result = await work(transaction.query);
      await transaction.commit();
      return result;
    });
  }

  async function lock({ query }: PostgresTransaction, deadline: number): Promise<void> {
    const waitMs = Math.max(1, Math.ceil(deadline - performance.now()));
    await query(`SET LOCAL lock_timeout = ${waitMs}`);
    try {
      await query('SELECT FROM state FOR UPDATE');
    } catch (error) {
      if (!(error instanceof CatalogueBusy)) throw error;
      throw new CatalogueBusy(`the catalogue is being written by another process for more than ${lockWaitSeconds} s`, {
        cause: error,
      });
    }
    await query('SET LOCAL lock_timeout = 0');
  }

  return {
    change: (work, { lock: importLock } = {}) =>
      inTransaction(async (query) => {
        const open = beginChanges(query);
        try {
          const result = await work(open.changes);
          await endChanges(query, open);
          if (importLock) await holdImportLock(query, importLock);
          return result;
        } finally {
          open.close();
        }
      }),
    addDownloads: (date, counts) =>
      inTransaction(async (query) => {
        await query(
          `INSERT INTO downloads (asset, date, count)
           SELECT id, $1, added.count FROM unnest($2::bigint[], $3::bigint[]) AS added(id, count) JOIN assets USING (id)
           ON CONFLICT (asset, date) DO UPDATE SET count = downloads.count + excluded.count`,
          [date, bigints(counts.keys()), bigints(counts.values())],
        );
      }),
    filesInUse: (keys) =>
      inTransaction(async (query) => {
        const rows = await query(
          `SELECT key FROM unnest($1::text[]) AS wanted(key) WHERE EXISTS (SELECT FROM assets WHERE sha256 = key)
             OR EXISTS (SELECT FROM older_versions WHERE sha256 = key)`,
          [keys],
        );
        const used = new Set(rows.map(([key]) => String(key)));
        const wanted = new Set(keys);
        for (const [document] of await query(`SELECT document FROM definitions WHERE kind = 'download_format'`)) {
          const { iconFile } = JSON.parse(String(document)) as Entities['download_format'];
          if (iconFile && wanted.has(iconFile.sha256)) used.add(iconFile.sha256);
        }
        return used;
      }),
    postReviews: (posts) =>
      inTransaction(async (query) => {
        const open = beginChanges(query);
        const posted = await postReviewsInto(query, posts, open.changes.putReview);
        await endChanges(query, open);
        return posted;
      }),
    addPin: async (pin) => {
      await using transaction = await database.begin('write');
      const { query } = transaction;
      await query('DELETE FROM pins WHERE expires < $1', [pin.created - EXPIRED_PIN_MS]);
      const added = await query(`${PINS.sql} RETURNING 1`, [rowsInJson(PINS, [pinCells(pin)])]);
      await transaction.commit();
      return added.length === 1;
    },
    [Symbol.asyncDispose]: async () => {
      await last.catch(() => {});
    },
  };
}
