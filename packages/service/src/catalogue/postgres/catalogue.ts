import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { Catalogue, Snapshot } from '../catalogue.ts';
import { CatalogueUnreachable } from '../catalogue-errors.ts';
import { OutlineCache } from '../outline-cache.ts';
import { refuseLongPage } from '../page-limit.ts';
import { openChangeLog } from '../sql/change-log.ts';
import { openAssetReads } from './asset-reads.ts';
import type { ReadByAsset } from './batches.ts';
import type { Postgres } from './database.ts';
import { openFollower } from './follower.ts';
import { postgresSql } from './postgres-sql.ts';
import { openPostgresRecords } from './records.ts';

/**
 * Maximum time that `snapshot` waits for a database that doesn't answer, in milliseconds. The first one, which reads the
 * whole model, may take longer.
 */
const MAX_WAIT_MS = 5_000;
/** The same while the last question has failed, so that an outage doesn't collect waiting requests. */
const OUTAGE_WAIT_MS = 1_000;

/**
 * How new snapshots are. `bounded`: each includes every commit that ended `lagMilliseconds` before. `strict`: each
 * includes every commit that ended before the call, for which all calls in one turn of the event loop ask once.
 */
export type Freshness = { readonly kind: 'bounded'; readonly lagMilliseconds: number } | { readonly kind: 'strict' };

/** Opens a reader of the catalogue in a database, which follows the commits of all nodes. */
export function openPostgresCatalogue(options: {
  readonly postgres: Postgres;
  readonly freshness: Freshness;
  /** Overrides the default language of the catalogue. */
  readonly defaultLanguage?: string;
}): Catalogue {
  const { postgres, freshness } = options;
  const follower = openFollower(options);
  /** The newest revision that a read has seen. */
  let seen = 0;
  const reads = openAssetReads(postgres.query, (revision) => {
    seen = Math.max(seen, revision);
  });
  const log = openChangeLog(postgresSql(postgres.query));
  const outlines = new OutlineCache();
  let newest: Snapshot | undefined;

  function snapshotAtHand(atLeast = 0): Snapshot | undefined {
    const model = follower.model();
    if (!model || freshness.kind === 'strict' || follower.lag() > freshness.lagMilliseconds) return undefined;
    return model.revision >= Math.max(atLeast, seen) ? snapshotOf(model) : undefined;
  }

  /** Waits for the database. Rejects if it doesn't answer in time. */
  async function confirmed(): Promise<Snapshot> {
    const isFirst = follower.model() === undefined;
    const seenBefore = seen;
    const confirmation = follower.confirm();
    const model = await (isFirst ? confirmation : withinTime(confirmation));
    // A database that was restored to an older state doesn't reach what was seen before; what is seen now is newer.
    if (seen === seenBefore) seen = Math.min(seen, model.revision);
    return snapshotOf(model);
  }

  async function withinTime(confirmation: Promise<CatalogueModel>): Promise<CatalogueModel> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => {
        const message = `catalogue.url: ${postgres.name} has not answered for ${Math.round(follower.lag() / 1000)} s`;
        late.reject(new CatalogueUnreachable(message, { cause: follower.failure() }));
      },
      follower.failure() === undefined ? MAX_WAIT_MS : OUTAGE_WAIT_MS,
    );
    try {
      return await Promise.race([confirmation, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  function snapshotOf(model: CatalogueModel): Snapshot {
    if (newest?.model !== model) newest = newSnapshot(model);
    return newest;
  }

  function newSnapshot(model: CatalogueModel): Snapshot {
    const { revision } = model;
    const page =
      <Value>(read: ReadByAsset<Value>) =>
      async (ids: readonly number[]): Promise<readonly Value[]> => {
        refuseLongPage(ids);
        const found = await read(ids);
        return ids.flatMap((id) => found.get(id) ?? []);
      };
    const list =
      <Value>(read: ReadByAsset<readonly Value[]>) =>
      async (asset: number): Promise<readonly Value[]> =>
        (await read([asset])).get(asset) ?? [];
    return {
      revision,
      model,
      assets: page(reads.assets),
      outlines: page((ids) => readOutlines(ids, revision)),
      versions: list(reads.versions),
      relations: list(reads.relations),
      publicUrls: list(reads.publicUrls),
      document: async (asset) => (await reads.documents([asset])).get(asset),
      beside: reads.beside,
      log,
      topDownloads: reads.topDownloads,
    };
  }

  const readOutlines = async (ids: readonly number[], revision: number) => {
    if (!outlines.reach(revision)) return await reads.outlines(ids);
    const found = new Map<number, NonNullable<ReturnType<typeof outlines.get>>>();
    const missing: number[] = [];
    for (const id of ids) {
      const outline = outlines.get(id);
      if (outline) found.set(id, outline);
      else missing.push(id);
    }
    for (const [id, outline] of await reads.outlines(missing)) {
      found.set(id, outline);
      // The cache may have reached a newer revision meanwhile, and a newer one may have been read.
      if (outlines.reach(revision) && seen <= revision) outlines.set(outline);
    }
    return found;
  };

  return {
    snapshot: async ({ atLeast = 0 } = {}) => snapshotAtHand(atLeast) ?? (await confirmed()),
    snapshotAtHand: () => snapshotAtHand(),
    modelAtHand: follower.model,
    lag: follower.lag,
    failure: follower.failure,
    openRecords: () => openPostgresRecords(postgres, options),
    [Symbol.asyncDispose]: () => follower[Symbol.asyncDispose](),
  };
}
