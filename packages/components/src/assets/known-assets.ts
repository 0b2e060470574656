import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { assetsById } from './assets-by-id.ts';

/** What is known of chosen assets. */
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
  /** Loads those that are not known yet. Does nothing while nothing is missing, or since a request failed. */
  show(catalogue: Catalogue, ids: readonly number[]): void;
  /** Tries again what failed. */
  retry(): void;
  /** Forgets everything, as for another catalogue. */
  close(): void;
}

/** Opens a loader that calls `changed` whenever more is known. */
export function openAssetLoader(changed: () => void): AssetLoader {
  const assets = new Map<number, Asset>();
  const missing = new Set<number>();
  const asked = new Set<number>();
  let failure: unknown;
  let request = new AbortController();

  async function load(catalogue: Catalogue, ids: readonly number[], { signal }: AbortController): Promise<void> {
    try {
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
    for (const id of ids) asked.delete(id);
    changed();
  }

  return {
    get known() {
      return { assets, missing, failure };
    },
    show: (catalogue, ids) => {
      if (failure !== undefined) return;
      const wanted = ids.filter((id) => !assets.has(id) && !missing.has(id) && !asked.has(id));
      if (wanted.length === 0) return;
      for (const id of wanted) asked.add(id);
      void load(catalogue, wanted, request);
    },
    retry: () => {
      failure = undefined;
      changed();
    },
    close: () => {
      request.abort();
      request = new AbortController();
      for (const each of [assets, missing, asked]) each.clear();
      failure = undefined;
    },
  };
}
