import type { Asset } from '@asset-browsing-service/client';
import { assetsById } from '../assets/assets-by-id.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { BasketItem } from './basket-store.ts';

/** The assets of a basket, as far as the service knows them. */
export interface BasketAssets {
  readonly byId: ReadonlyMap<number, Asset>;
  /**
   * IDs that the service did not find: deleted, hidden from this caller, or of another catalogue. None while the service
   * has not answered.
   */
  readonly missing: ReadonlySet<number>;
  /** Why they could not be loaded; undefined if they were. */
  readonly failure: unknown;
  /** Loads the assets of these items. */
  load(catalogue: Catalogue, items: readonly BasketItem[]): Promise<void>;
  /** Ends the requests. */
  stop(): void;
}

/** Opens the assets of a basket. `changed` is called after each load. */
export function openBasketAssets(changed: () => void): BasketAssets {
  let loading = new AbortController();
  let byId: ReadonlyMap<number, Asset> = new Map();
  let missing: ReadonlySet<number> = new Set();
  let failure: unknown;

  return {
    get byId() {
      return byId;
    },
    get missing() {
      return missing;
    },
    get failure() {
      return failure;
    },
    load: async (catalogue, items) => {
      loading.abort();
      loading = new AbortController();
      const { signal } = loading;
      failure = undefined;
      const ids = items.map(({ id }) => id);
      try {
        const found = await assetsById(catalogue, ids, signal);
        if (signal.aborted) return;
        byId = found;
        missing = new Set(ids.filter((id) => !found.has(id)));
      } catch (error) {
        if (signal.aborted) return;
        failure = error;
      }
      changed();
    },
    stop: () => loading.abort(),
  };
}
