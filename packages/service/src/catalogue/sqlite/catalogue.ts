import { performance } from 'node:perf_hooks';
import type { Catalogue, Snapshot } from '../catalogue.ts';
import { ASSET_COLUMNS, readAsset, readVersion, VERSION_COLUMNS } from '../rows.ts';
import { openChangeLog } from '../sql/change-log.ts';
import { readFileText, selectDocuments } from '../sql/file-texts.ts';
import { openReader, reading, transactionsOfThread } from './database.ts';
import { openModelReader } from './model.ts';
import { openNeighbourReader } from './neighbours.ts';
import { openOutlineReader } from './outlines.ts';
import { openPageReader } from './page-reader.ts';
import { openRecords } from './records.ts';
import { openSql } from './sqlite-sql.ts';
import { openPublicUrls, prepareCells } from './statements.ts';

/**
 * Maximum age of a revision check in milliseconds. It is short because a slow search in the same iteration may outlast a
 * purge of the proxies, and a proxy must not then cache an answer made from the state before the purge.
 */
const MAX_CHECK_AGE_MS = 5;

const { nodeTiming } = performance;

/**
 * Opens a reader of the catalogue in a data folder, with its own database connection. Creates an empty catalogue if
 * there is none.
 */
export function openCatalogue(options: {
  readonly directory: string;
  /** Overrides the default language of the catalogue. */
  readonly defaultLanguage?: string;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}): Catalogue {
  const { directory, defaultLanguage, now = () => performance.now() } = options;
  const database = openReader(directory);
  const { revision, model } = openModelReader(database, defaultLanguage);
  const assets = openPageReader(database, ASSET_COLUMNS);
  const outlines = openOutlineReader(database);
  const beside = openNeighbourReader(database);
  const versions = prepareCells(
    database,
    `SELECT ${VERSION_COLUMNS}, 0 AS is_active FROM older_versions WHERE asset = :asset
     UNION ALL SELECT ${VERSION_COLUMNS}, 1 FROM assets WHERE id = :asset ORDER BY is_active, version`,
  );
  const relations = database.prepare(
    `SELECT type, other AS other, 0 AS reverse FROM relations WHERE asset = :asset
     UNION ALL SELECT type, asset, 1 FROM relations WHERE other = :asset
     ORDER BY type, other, reverse`,
  );
  const publicUrls = openPublicUrls(database);
  const sql = openSql(database);
  const log = openChangeLog({ ...sql, query: async (...args) => await reading(directory, () => sql.query(...args)) });
  const document = prepareCells(database, selectDocuments('a.id = ?'));
  const top = database.prepare(
    'SELECT asset, sum(count) AS downloads FROM downloads WHERE date >= ? GROUP BY asset HAVING downloads > 0 ORDER BY downloads DESC, asset',
  );

  let newest: Snapshot | undefined;
  /** When `newest` was read: iteration of the event loop, number of transactions of this thread, and time. */
  let check = { iteration: -1, transactions: -1, time: 0 };

  /**
   * Requests that arrive in one iteration of the event loop share one check of the revision, because all of them were
   * sent before it. `setImmediate` can't mark the end of an iteration: it runs before the next requests arrive, and a
   * check made in it would still serve them.
   */
  function snapshotAtHand(): Snapshot {
    const iteration = nodeTiming.uvMetricsInfo.loopCount;
    const transactions = transactionsOfThread();
    const time = now();
    const isFresh =
      iteration === check.iteration && transactions === check.transactions && time - check.time < MAX_CHECK_AGE_MS;
    if (newest && isFresh) return newest;
    const current = reading(directory, model);
    if (newest?.model !== current) newest = snapshotOf(current);
    check = { iteration, transactions, time };
    return newest;
  }

  /** Reads, then checks the revision, so that the next snapshot is a newer one if the read has seen a later commit. */
  function read<Value>(query: () => Value): Value {
    return reading(directory, () => {
      const value = query();
      if (revision() !== newest?.revision) check.iteration = -1;
      return value;
    });
  }

  function snapshotOf(current: Snapshot['model']): Snapshot {
    return {
      revision: current.revision,
      model: current,
      assets: async (ids) => read(() => assets(ids)).map((cells) => readAsset(cells)),
      outlines: async (ids) => read(() => outlines(ids, current.revision)),
      versions: async (asset) => read(() => versions.all({ asset })).map((cells) => readVersion(cells)),
      relations: async (asset) =>
        read(() => relations.all({ asset })).map(({ type, other, reverse }) => ({
          type: Number(type),
          to: Number(other),
          isReverse: reverse === 1,
        })),
      publicUrls: async (asset) => read(() => publicUrls(asset)),
      document: async (asset) => {
        const cells = read(() => document.get(asset));
        return cells && readFileText(cells.slice(1));
      },
      beside: async (asset) => read(() => beside(asset)),
      log,
      topDownloads: async (since) =>
        read(() => top.all(since)).map(({ asset, downloads }) => ({
          asset: Number(asset),
          downloads: Number(downloads),
        })),
    };
  }

  return {
    snapshot: async ({ atLeast = 0 } = {}) => {
      const snapshot = snapshotAtHand();
      if (snapshot.revision >= atLeast) return snapshot;
      check.iteration = -1;
      return snapshotAtHand();
    },
    snapshotAtHand,
    modelAtHand: () => snapshotAtHand().model,
    lag: () => 0,
    failure: () => undefined,
    openRecords: () => openRecords({ directory, ...(defaultLanguage === undefined ? {} : { defaultLanguage }) }),
    [Symbol.asyncDispose]: async () => database.close(),
  };
}
