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
/** When it tries again what took too long, and how often in all, because that may cost as much each time. */
const AGAIN_MILLISECONDS = 10 * 60_000;
const MAX_TRIES = 3;

interface Work {
  readonly storage: Pick<Storage, 'catalogue' | 'indexSource' | 'writer'>;
  readonly renditions: Pick<Renditions, 'features'>;
  readonly config: Parameters<typeof planRendition>[1];
  /** How often each file was tried in vain, by its hash. */
  readonly tries?: Map<string, number>;
}

/**
 * Draws the thumbnails of all assets that lack features, `atOnce` at a time, and stores what they look like. Leaves out
 * what can't be drawn just now, and says whether to try that again. Rejects with the signal's reason, or if a store fails.
 */
export async function storeLackingFeatures(
  { storage, renditions, config, tries = new Map() }: Work,
  { signal, atOnce = 1 }: { readonly signal: AbortSignal; readonly atOnce?: number },
): Promise<'later' | undefined> {
  const { indexSource, writer } = storage;
  const plan = planRendition({ kind: 'thumb', big: false, page: 0 }, config);

  let isLater = false;

  async function lookAt({ id, active: { file, properties } }: Asset): Promise<Seen | undefined> {
    const tried = tries.get(file?.sha256 ?? '') ?? 0;
    if (!file || tried >= MAX_TRIES) return undefined;
    // Only few assets need the catalogue.
    const catalogue: Pick<Snapshot, 'beside'> = {
      beside: async (...of) => await (await storage.catalogue.snapshot()).beside(...of),
    };
    const beside = await neighboursOf({ id, properties }, catalogue, () => true, signal);
    const source = { sha256: file.sha256, properties, ...(beside ? { beside } : {}) };
    const seen = await renditions.features({ plan, source, category: properties.category }, { signal });
    if (seen !== 'later') return seen;
    tries.set(file.sha256, tried + 1);
    isLater ||= tried + 1 < MAX_TRIES;
    return undefined;
  }

  for (let last: number | undefined; ; ) {
    const assets = (await indexSource.withoutFeatures(last)).slice(0, BATCH);
    last = assets.at(-1)?.id;
    if (last === undefined) return isLater ? 'later' : undefined;
    const found = new Map<Asset, Seen>();
    await forEachWithLimit(assets, { atOnce, signal }, async (asset) => {
      const seen = await lookAt(asset);
      if (seen !== undefined) found.set(asset, seen);
    });
    signal.throwIfAborted();
    if (found.size > 0) await store(found, writer);
  }
}

type Seen = Exclude<Awaited<ReturnType<Renditions['features']>>, 'later' | undefined>;

/** Another process may have changed the assets meanwhile. */
async function store(found: ReadonlyMap<Asset, Seen>, writer: Storage['writer']): Promise<void> {
  await writer.change(async (changes) => {
    const records = await changes.records([...found.keys()].map(({ id }) => id));
    for (const [{ id, active }, { features, isDamaged = false }] of found) {
      const record = records.get(id);
      const isSame = record !== undefined && record.active.file?.sha256 === active.file?.sha256;
      if (!isSame || record.active.properties.features !== undefined) continue;
      const properties = { ...record.active.properties, features, ...(isDamaged && { isDamaged }) };
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
    let again = Number.POSITIVE_INFINITY;
    const tries = new Map<string, number>();
    while (!signal.aborted) {
      await pause(LOOK_MILLISECONDS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        const { revision } = await work.storage.indexSource.lastCommit();
        if (revision === done && performance.now() < again) continue;
        const left = await storeLackingFeatures({ ...work, tries }, { signal });
        again = left === 'later' ? performance.now() + AGAIN_MILLISECONDS : Number.POSITIVE_INFINITY;
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
