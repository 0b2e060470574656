import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { imported } from '../catalogue/later-part.ts';

/** What is known about chosen assets. */
export interface KnownAssets {
  readonly assets: ReadonlyMap<number, Asset>;
  /** IDs that do not exist, or are hidden from the caller. */
  readonly missing: ReadonlySet<number>;
  /** Why some could not be loaded; undefined if nothing failed. */
  readonly failure: unknown;
}

/** Loads assets by their IDs, each once. */
export interface AssetLoader {
  readonly known: KnownAssets;
  /** Loads those that are neither known nor loading. Does nothing after a failure, until `retry`. */
  show(catalogue: Catalogue, ids: readonly number[]): void;
  /** Lets `show` load again after a failure. */
  retry(): void;
  /** Cancels requests and forgets everything, as for another catalogue. */
  close(): void;
}

/** Opens a loader. `changed` is called after each answer or failure, and by `retry`. */
export function openAssetLoader(changed: () => void): AssetLoader {
  const assets = new Map<number, Asset>();
  const missing = new Set<number>();
  const loading = new Set<number>();
  let failure: unknown;
  let request = new AbortController();

  async function load(catalogue: Catalogue, ids: readonly number[], { signal }: AbortController): Promise<void> {
    try {
      const { assetsById } = await imported(import('./assets-by-id.ts'));
      const found = await assetsById(catalogue, ids, signal);
      if (signal.aborted) return;
      for (const id of ids) {
        const asset = found.get(id);
        if (asset) assets.set(id, asset);
        else missing.add(id);
      }
    } catch (error) {
      if (signal.aborted) return;
      failure = error;
    }
    for (const id of ids) loading.delete(id);
    changed();
  }

  return {
    get known() {
      return { assets, missing, failure };
    },
    show: (catalogue, ids) => {
      if (failure !== undefined) return;
      const wanted = ids.filter((id) => !assets.has(id) && !missing.has(id) && !loading.has(id));
      if (wanted.length === 0) return;
      for (const id of wanted) loading.add(id);
      void load(catalogue, wanted, request);
    },
    retry: () => {
      failure = undefined;
      changed();
    },
    close: () => {
      request.abort();
      request = new AbortController();
      for (const each of [assets, missing, loading]) each.clear();
      failure = undefined;
    },
  };
}
