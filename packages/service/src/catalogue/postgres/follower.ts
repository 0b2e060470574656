import { setImmediate as immediate } from 'node:timers/promises';
import { untilAborted } from '../../concurrency/until-aborted.ts';
import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { Postgres } from './database.ts';
import { readPostgresModel } from './model.ts';
import { updatePostgresModel } from './update-model.ts';

/** Pause between two looks at the revision, in milliseconds. Notifications shorten it. */
const POLL_MS = 50;
/** Longest pause after failed looks, in milliseconds; it doubles with each failure. */
const MOST_POLL_MS = 1000;
/** How long closing waits for a look that runs, in milliseconds. */
const CLOSE_MS = 2_000;

/**
 * The revision and, if it is newer than `$1`, whether the model has changed since, and the oldest revision whose changes
 * are recorded. One statement sees one state.
 */
const LOOK = `
  SELECT revision,
    revision > $1 AND EXISTS (SELECT 1 FROM changes WHERE revision > $1 AND kind NOT IN ('asset', 'review')),
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
   * Resolves to a model that includes every commit that ended before the call. Calls in one turn of the event loop share
   * one look, as do all calls that wait for an earlier look to end. Rejects with errors of the port.
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
  const { listener } = postgres;
  const ignoreWakes = listener.onWake(() => look());
  let model: CatalogueModel | undefined;
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
      model = model === undefined ? await load() : await update(model);
      confirmed = since;
      failures = 0;
      failure = undefined;
      return model;
    } catch (error) {
      failures += 1;
      failure = error;
      throw error;
    } finally {
      const pause = failures === 0 ? POLL_MS : Math.min(MOST_POLL_MS, POLL_MS * 2 ** failures);
      if (!isClosed) timer = setTimeout(look, pause);
    }
  }

  function look(): void {
    // A failure is kept for those who ask; the next look comes after a pause.
    if (!isClosed) confirm().catch(() => {});
  }

  /** Uses the pool, which creates the tables if there are none. */
  async function load(): Promise<CatalogueModel> {
    await using transaction = await postgres.begin('read');
    return await readPostgresModel(transaction.query, defaultLanguage);
  }

  async function update(known: CatalogueModel): Promise<CatalogueModel> {
    const [row] = await listener.query(LOOK, [known.revision]);
    const [revision, isChanged, oldest] = [Number(row?.[0]), row?.[1] === true, Number(row?.[2])];
    if (revision === known.revision) return known;
    // A database that was restored to an older state has an older revision. Changes that are no longer recorded are unknown.
    if (revision < known.revision || known.revision < oldest - 1) return await load();
    if (!isChanged) return { ...known, revision };
    await using transaction = await postgres.begin('read');
    return await updatePostgresModel(transaction.query, known, defaultLanguage);
  }

  return {
    model: () => model,
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
