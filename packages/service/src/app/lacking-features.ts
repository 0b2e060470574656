/** Looks at the pictures that an import has left, so that similar ones and duplicates of them are found, too. */
import { setTimeout as pause } from 'node:timers/promises';
import { forEachWithLimit } from '../../../core/src/concurrency/for-each-with-limit.ts';
import type { Asset } from '../../../core/src/domain/model.ts';
import { planRendition } from '../../../media/src/pictures/plan.ts';
import type { Renditions } from '../../../media/src/pictures/renditions.ts';
import { neighboursOf } from '../api/files-beside.ts';
import type { Snapshot } from '../catalogue/catalogue.ts';
import type { Storage } from './storage.ts';

/** Assets whose features are written together: each write is a revision, after which caches begin again. */
const BATCH = 100;
/** How often a server looks whether there are new ones. */
const LOOK_MILLISECONDS = 5000;

interface Work {
  readonly storage: Pick<Storage, 'catalogue' | 'indexSource' | 'writer'>;
  readonly renditions: Pick<Renditions, 'features'>;
  readonly config: Parameters<typeof planRendition>[1];
}

/**
 * Draws the thumbnails of all assets that lack features, `atOnce` at a time, and stores what they look like. Leaves out
 * what can't be drawn just now. Rejects with the signal's reason, or if a store fails.
 */
export async function storeLackingFeatures(
  { storage, renditions, config }: Work,
  { signal, atOnce = 1 }: { readonly signal: AbortSignal; readonly atOnce?: number },
): Promise<void> {
  const { indexSource, writer } = storage;
  const plan = planRendition({ kind: 'thumb', big: false, page: 0 }, config);

  async function featuresOf({ id, active: { file, properties } }: Asset): Promise<string | undefined> {
    if (!file) return undefined;
    // Only few assets need the catalogue.
    const catalogue: Pick<Snapshot, 'beside'> = {
      beside: async (...of) => await (await storage.catalogue.snapshot()).beside(...of),
    };
    const beside = await neighboursOf({ id, properties }, catalogue, () => true, signal);
    const source = { sha256: file.sha256, properties, ...(beside ? { beside } : {}) };
    return await renditions.features({ plan, source, category: properties.category }, { signal });
  }

  for (let last: number | undefined; ; ) {
    const assets = (await indexSource.withoutFeatures(last)).slice(0, BATCH);
    last = assets.at(-1)?.id;
    if (last === undefined) return;
    const found = new Map<Asset, string>();
    await forEachWithLimit(assets, { atOnce, signal }, async (asset) => {
      const features = await featuresOf(asset);
      if (features !== undefined) found.set(asset, features);
    });
    signal.throwIfAborted();
    if (found.size > 0) await store(found, writer);
  }
}

/** Another process may have changed the assets meanwhile. */
async function store(found: ReadonlyMap<Asset, string>, writer: Storage['writer']): Promise<void> {
  await writer.change(async (changes) => {
    const records = await changes.records([...found.keys()].map(({ id }) => id));
    for (const [{ id, active }, features] of found) {
      const record = records.get(id);
      if (record?.active.file?.sha256 !== active.file?.sha256 || record?.active.properties.features !== undefined)
        continue;
      if (!record) continue;
      const properties = { ...record.active.properties, features };
      await changes.put('asset', { ...record, active: { ...record.active, properties } });
    }
  });
}

/** Stores lacking features in the background, whenever the catalogue has changed, one picture at a time. */
export function keepFeatures(work: Work, report: (error: unknown) => void): AsyncDisposable {
  const stopper = new AbortController();
  const { signal } = stopper;

  async function follow(): Promise<void> {
    let done: number | undefined;
    while (!signal.aborted) {
      await pause(LOOK_MILLISECONDS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        const { revision } = await work.storage.indexSource.lastCommit();
        if (revision === done) continue;
        await storeLackingFeatures(work, { signal });
        done = revision;
      } catch (error) {
        if (!signal.aborted) report(error);
      }
    }
  }

  const following = follow();
  return {
    [Symbol.asyncDispose]: async () => {
      stopper.abort(new Error('the service stops'));
      await following;
    },
  };
}
