import { Turns } from '../../../../core/src/concurrency/turns.ts';
import type { PinsWriter } from '../../pins/store/pin-store.ts';
import type { ReviewsWriter } from '../../reviews/store/review-store.ts';
import type { HasWebhookStates } from '../../webhooks/store/webhook-state.ts';
import type { CatalogueWriter } from '../catalogue.ts';
import { ChangeNotes, type LogSettings } from '../change-notes.ts';
import type { EndedSessionsWriter } from '../ended-sessions.ts';
import { reviewCells } from '../review-rows.ts';
import { beginChanges } from '../sql/changes.ts';
import { endChanges, writeLog } from '../sql/end-changes.ts';
import { addEnd } from '../sql/ended-sessions.ts';
import { addPinDownloads, deleteOldPins, endPin } from '../sql/pins.ts';
import { openWebhookStates } from '../sql/webhooks.ts';
import { REVIEWS } from '../sql/written-tables.ts';
import { beginImmediate, commit, databasePath, ofStore, openDatabase, rollBack } from './database.ts';
import { addPinsTo } from './pins.ts';
import { openReviewPosting } from './post-reviews.ts';
import { openSql } from './sqlite-sql.ts';
import { openRowWriters } from './write-rows.ts';

/** Opens the catalogue of a data folder for writing. Creates it if there is none. */
export function openCatalogueWriter(options: {
  readonly directory: string;
  readonly lockWaitSeconds?: number;
  /** How long changes are recorded, in days. */
  readonly keepDays?: number;
}): CatalogueWriter & PinsWriter & ReviewsWriter & HasWebhookStates & EndedSessionsWriter {
  const { directory, lockWaitSeconds = 60, keepDays } = options;
  const log: LogSettings = keepDays === undefined ? {} : { keepDays };
  const database = openDatabase(directory);
  const sql = openSql(database);
  const openRows = openRowWriters(database);
  const states = openWebhookStates(sql.query);
  const postReviews = openReviewPosting(database);
  // The writer has one connection, which can run only one transaction at a time.
  const turns = new Turns();

  function inTransaction<T>(work: () => T | Promise<T>): Promise<T> {
    // Many calls that wait for the same lock together wait no longer than one.
    const since = performance.now();
    return turns.take(async () => {
      try {
        await beginImmediate(database, lockWaitSeconds, since);
        const result = await work();
        commit(database);
        return result;
      } catch (error) {
        rollBack(database);
        throw ofStore(error, `the catalogue ${databasePath(directory)} can't be written`);
      }
    });
  }

  return {
    change: (work) =>
      inTransaction(async () => {
        const open = beginChanges(sql, openRows);
        try {
          const result = await work(open.changes);
          await endChanges(sql, open, log);
          return result;
        } finally {
          open.close();
        }
      }),
    addDownloads: (date, counts) =>
      inTransaction(() => {
        const add = database.prepare(
          `INSERT INTO downloads (asset, date, count) SELECT id, ?, ? FROM assets WHERE id = ?
           ON CONFLICT DO UPDATE SET count = count + excluded.count`,
        );
        for (const [asset, count] of counts) add.run(date, count, asset);
      }),
    // Between transactions, because the connection also sees what its open transaction has not committed.
    filesInUse: (keys) =>
      turns.take(async () => {
        const rows = database
          .prepare(
            `SELECT value AS key FROM json_each(:keys) WHERE EXISTS (SELECT 1 FROM assets WHERE sha256 = value)
             OR EXISTS (SELECT 1 FROM older_versions WHERE sha256 = value)
             OR value IN (SELECT document ->> '$.iconFile.sha256' FROM definitions WHERE kind = 'download_format')`,
          )
          .all({ keys: JSON.stringify(keys) });
        return new Set(rows.map(({ key }) => String(key)));
      }),
    postReviews: (posts) =>
      inTransaction(async () => {
        const notes = new ChangeNotes(() => false);
        const rows = openRows(notes);
        const posted = postReviews(posts, {
          putReview: (review) => rows.add(REVIEWS, { kind: 'review', id: review.asset }, '', reviewCells(review)),
        });
        await writeLog(sql, notes, log);
        return posted;
      }),
    addPins: (pins) =>
      inTransaction(async () => {
        await deleteOldPins(sql.query, pins);
        return addPinsTo(database, pins);
      }),
    endPin: (code, ending) => inTransaction(() => endPin(sql.query, code, ending)),
    endSessions: (end) => inTransaction(() => addEnd(sql.query, end)),
    addPinDownloads: (counts) => inTransaction(() => addPinDownloads(sql.query, counts)),
    webhooks: {
      claim: (...given) => inTransaction(() => states.claim(...given)),
      put: (...given) => inTransaction(() => states.put(...given)),
      list: () => inTransaction(() => states.list()),
      retry: (...given) => inTransaction(() => states.retry(...given)),
      take: (...given) => inTransaction(() => states.take(...given)),
    },
    [Symbol.asyncDispose]: async () => {
      await turns.ended();
      database.close();
    },
  };
}
