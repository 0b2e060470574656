import { Turns } from '../../../../core/src/concurrency/turns.ts';
import type { PinsWriter } from '../../pins/store/pin-store.ts';
import type { ReviewsWriter } from '../../reviews/store/review-store.ts';
import type { HasWebhookStates } from '../../webhooks/store/webhook-state.ts';
import type { CatalogueWriter, Entities } from '../catalogue.ts';
import { CatalogueBusy } from '../catalogue-errors.ts';
import type { LogSettings } from '../change-notes.ts';
import type { EndedSessionsWriter } from '../ended-sessions.ts';
import { beginChanges } from '../sql/changes.ts';
import { endChanges } from '../sql/end-changes.ts';
import { addPinDownloads, deleteOldPins, endPin } from '../sql/pins.ts';
import type { SqlQuery } from '../sql/sql.ts';
import { openWebhookStates } from '../sql/webhooks.ts';
import type { Postgres } from './database.ts';
import { addEndInto } from './ended-sessions.ts';
import { holdImportLock } from './imports.ts';
import { addPinsInto } from './pins.ts';
import { postReviewsInto } from './post-reviews.ts';
import { postgresSql } from './postgres-sql.ts';
import { bigints } from './tables.ts';
import type { PostgresTransaction } from './transaction.ts';
import { openWriteBuffer } from './write-buffer.ts';

/** Maximum time of one statement of `change`, in seconds; the longest check the references of an import. */
const CHANGE_SECONDS = 300;
/** The same of other writes, for which visitors wait. */
const STATEMENT_SECONDS = 10;
/** Maximum wait for the row of a count, in milliseconds; half of PostgreSQL's default for `deadlock_timeout`. */
const ROW_WAIT_MS = 500;

/**
 * Opens a writer. Writers of all nodes wait for each other: whoever holds the lock of the row of `state` writes. PINs
 * need no lock, because they are no part of the catalogue's content. Disposing doesn't close the database.
 */
export function openPostgresWriter(
  database: Postgres,
  { lockWaitSeconds = 60, ...log }: { readonly lockWaitSeconds?: number } & LogSettings = {},
): CatalogueWriter & PinsWriter & ReviewsWriter & HasWebhookStates & EndedSessionsWriter {
  // The writes of one process would only wait for each other, each with a connection of the pool.
  const turns = new Turns();
  const countTurns = new Turns();
  const pinTurns = new Turns();

  function inTransaction<T>(
    work: (query: PostgresTransaction['query']) => Promise<T>,
    statementSeconds = STATEMENT_SECONDS,
  ): Promise<T> {
    // Many calls that wait for the same lock together wait no longer than one.
    const deadline = performance.now() + lockWaitSeconds * 1000;
    return turns.take(async () => {
      await using transaction = await database.begin('write', { statementSeconds });
      await lock(transaction, deadline);
      const result = await work(transaction.query);
      await transaction.commit();
      return result;
    });
  }

  /** PINs and ended sessions are no part of the content, so writing them needs no lock. */
  function onPins<T>(work: (query: SqlQuery) => Promise<T>): Promise<T> {
    return pinTurns.take(async () => {
      await using transaction = await database.begin('write', { statementSeconds: STATEMENT_SECONDS });
      const result = await work(transaction.query);
      await transaction.commit();
      return result;
    });
  }

  async function lock({ waitFor }: PostgresTransaction, deadline: number): Promise<void> {
    try {
      await waitFor('SELECT FROM state FOR UPDATE', Math.max(1, Math.ceil(deadline - performance.now())));
    } catch (error) {
      if (!(error instanceof CatalogueBusy)) throw error;
      throw new CatalogueBusy(`the catalogue is being written by another process for more than ${lockWaitSeconds} s`, {
        cause: error,
      });
    }
  }

  const begin = (query: SqlQuery) => beginChanges(postgresSql(query), (notes) => openWriteBuffer(query, notes));

  return {
    change: (work, { lock: importLock } = {}) =>
      inTransaction(async (query) => {
        const open = begin(query);
        try {
          const result = await work(open.changes);
          await endChanges(postgresSql(query), open, log);
          if (importLock) await holdImportLock(query, importLock);
          return result;
        } finally {
          open.close();
        }
      }, CHANGE_SECONDS),
    // Counts are no part of the content, so they need no lock, and an import doesn't hold them up. Whoever waits for rows
    // that an import writes gives up before the server sees a deadlock, which could end the import.
    addDownloads: (date, counts) =>
      countTurns.take(async () => {
        await using transaction = await database.begin('write', { statementSeconds: STATEMENT_SECONDS });
        await transaction.query(`SET LOCAL lock_timeout = ${ROW_WAIT_MS}`);
        await transaction.query(
          `WITH existing AS (SELECT id FROM assets WHERE id = ANY($2::bigint[]) ORDER BY id FOR KEY SHARE)
           INSERT INTO downloads (asset, date, count)
           SELECT id, $1, added.count FROM existing JOIN unnest($2::bigint[], $3::bigint[]) AS added(id, count) USING (id)
           ORDER BY id
           ON CONFLICT (asset, date) DO UPDATE SET count = downloads.count + excluded.count`,
          [date, bigints(counts.keys()), bigints(counts.values())],
        );
        await transaction.commit();
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
        const open = begin(query);
        const posted = await postReviewsInto(query, posts, open.changes.putReview);
        await endChanges(postgresSql(query), open, log);
        return posted;
      }),
    addPins: (pins) =>
      onPins(async (query) => {
        await deleteOldPins(query, pins);
        return await addPinsInto(query, pins);
      }),
    endPin: (code, ending) => onPins((query) => endPin(query, code, ending)),
    endSessions: (end) => onPins((query) => addEndInto(query, end)),
    addPinDownloads: (counts) => onPins((query) => addPinDownloads(query, counts)),
    webhooks: openWebhookStates(database.query),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([turns.ended(), countTurns.ended(), pinTurns.ended()]);
    },
  };
}
