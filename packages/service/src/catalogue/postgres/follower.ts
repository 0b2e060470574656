import { setImmediate as immediate } from 'node:timers/promises';
import { untilAborted } from '../../../../core/src/concurrency/until-aborted.ts';
import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import { CHANGES_MODEL } from '../change-notes.ts';
import { CLOSE_MS, type Postgres } from './database.ts';
import { HISTORY, type ModelOfHistory, mayFollow, readModelOfHistory } from './history.ts';

/** Pause between two looks at the revision, in milliseconds. Notifications shorten it. */
const POLL_MS = 50;
/** Longest pause after failed looks, in milliseconds; it doubles with each failure. */
const MAX_POLL_MS = 1000;

/**
 * The revision, the history and, if the revision is newer than `$1`, whether the model has changed since, and the oldest
 * revision whose changes are recorded. One statement sees one state.
 */
const STATE_SINCE = `
  SELECT revision, ${HISTORY},
    revision > $1 AND EXISTS (SELECT 1 FROM changes WHERE revision > $1 AND ${CHANGES_MODEL}),
    CASE WHEN revision > $1 THEN coalesce((SELECT min(revision) FROM changes), revision + 1) END
  FROM state`;

/** Follows the commits of all nodes and has the newest model in memory. */
export interface Follower extends AsyncDisposable {
  /** The newest model that is known; undefined before the first look. */
  model(): CatalogueModel | undefined;
  /** Milliseconds since the database last confirmed that `model` is the newest; infinite before the first look. */
  lag(): number;
  /** The error of the last look; undefined if it succeeded. */
  failure(): unknown;
  /**
   * Resolves to a model that includes every commit that ended before the call. Rejects with errors of the port. At most one
   * look at the database runs and one waits; a call joins the one that waits, because the running one may have read too early.
   */
  confirm(): Promise<CatalogueModel>;
}

/** Opens a follower, which begins to follow when it is first asked to confirm. */
export function openFollower(options: {
  readonly postgres: Postgres;
  /** Replaces the catalogue's own default language. */
  readonly defaultLanguage?: string;
}): Follower {
  const { postgres, defaultLanguage } = options;
  const { sideConnection } = postgres;
  const ignoreWakes = sideConnection.onWake(() => lookSoon());
  let known: ModelOfHistory | undefined;
  let confirmed = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let failure: unknown;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** The look that hasn't begun; calls can join it. */
  let waiting: Promise<CatalogueModel> | undefined;
  /** Resolves when the look that runs has ended. */
  let running: Promise<unknown> = Promise.resolve();

  function confirm(): Promise<CatalogueModel> {
    waiting ??= begin();
    return waiting;
  }

  async function begin(): Promise<CatalogueModel> {
    // Calls of the same iteration of the event loop share one look.
    await Promise.all([immediate(), running]);
    waiting = undefined;
    const current = ask();
    running = current.catch(() => {});
    return await current;
  }

  async function ask(): Promise<CatalogueModel> {
    clearTimeout(timer);
    try {
      if (isClosed) throw new Error('the catalogue is closed');
      const since = performance.now();
      known = known === undefined ? await load() : await update(known);
      confirmed = since;
      failures = 0;
      failure = undefined;
      return known.model;
    } catch (error) {
      failures += 1;
      failure = error;
      throw error;
    } finally {
      const pause = failures === 0 ? POLL_MS : Math.min(MAX_POLL_MS, POLL_MS * 2 ** failures);
      if (!isClosed) timer = setTimeout(lookSoon, pause);
    }
  }

  function lookSoon(): void {
    // A failure is kept for those who ask; the next look comes after a pause.
    if (!isClosed) confirm().catch(() => {});
  }

  /** Uses the pool, which creates the tables if there are none. */
  async function load(): Promise<ModelOfHistory> {
    await using transaction = await postgres.begin('read');
    return await readModelOfHistory(transaction.query, undefined, defaultLanguage);
  }

  async function update(from: ModelOfHistory): Promise<ModelOfHistory> {
    const { model } = from;
    const [row] = await sideConnection.query(STATE_SINCE, [model.revision]);
    const [revision, history, isChanged] = [Number(row?.[0]), String(row?.[1]), row?.[2] === true];
    if (revision === model.revision && history === from.history) return from;
    if (!mayFollow(from, { revision, oldest: Number(row?.[3]), history })) return await load();
    if (!isChanged) return { model: { ...model, revision }, history };
    await using transaction = await postgres.begin('read');
    return await readModelOfHistory(transaction.query, from, defaultLanguage);
  }

  return {
    model: () => known?.model,
    lag: () => performance.now() - confirmed,
    failure: () => failure,
    confirm,
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      clearTimeout(timer);
      ignoreWakes();
      // A server that is gone must not hold up the end.
      await untilAborted(running, AbortSignal.timeout(CLOSE_MS)).catch(() => {});
    },
  };
}
