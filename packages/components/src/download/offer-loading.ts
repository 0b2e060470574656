import type { Asset } from '@asset-browsing-service/client';
import { assetsById } from '../assets/assets-by-id.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import type { PixelSize } from './crop.ts';
import { loadOffers, loadPixelSize } from './load-offers.ts';
import type { Offers } from './plan.ts';

/** Loads what can be downloaded of assets, and keeps what has arrived. */
export interface OfferLoading {
  /** Undefined while the service has not answered. */
  readonly offers: Offers | undefined;
  readonly assets: ReadonlyMap<number, Asset>;
  /** Size of the picture of a single asset in its current version; undefined if unknown. */
  readonly picture: PixelSize | undefined;
  /** Why the formats could not be loaded; else undefined. A busy service is asked again after the time that it names. */
  readonly failure: unknown;
  /**
   * Loads the formats of these assets; `hasVersion` says that a version other than the current one is meant. What is known stays
   * until the answers arrive.
   */
  load(catalogue: Catalogue, ids: readonly number[], hasVersion: boolean): Promise<void>;
  /** Ends the requests, and forgets what was loaded. */
  reset(): void;
}

interface Known {
  readonly offers?: Offers;
  readonly assets: ReadonlyMap<number, Asset>;
  readonly picture?: PixelSize | undefined;
  readonly failure?: unknown;
}

const NOTHING: Known = { assets: new Map() };

/** `changed` is called whenever something has begun, arrived or failed. */
export function openOfferLoading(changed: () => void): OfferLoading {
  let loading = new AbortController();
  let known = NOTHING;
  let retry = () => {};
  const busy = retryWhenBusy(() => retry());

  function stop(): void {
    loading.abort();
    busy.stop();
    loading = new AbortController();
  }

  async function loadAll(
    catalogue: Catalogue,
    ids: readonly number[],
    { hasVersion, signal }: { readonly hasVersion: boolean; readonly signal: AbortSignal },
  ): Promise<void> {
    const [offers, assets] = await Promise.all([
      loadOffers(catalogue.client, ids, signal),
      // The choice works without sizes and pictures, too, so their failure needs no message.
      assetsById(catalogue, ids, signal).catch(() => NOTHING.assets),
    ]);
    if (signal.aborted) return;
    known = { ...known, offers, assets };
    changed();
    const [only] = offers.keys();
    if (offers.size !== 1 || only === undefined || hasVersion) return;
    const picture = await loadPixelSize(catalogue.client, only, signal).catch(() => undefined);
    if (signal.aborted) return;
    known = { ...known, picture };
    changed();
  }

  async function load(catalogue: Catalogue, ids: readonly number[], hasVersion: boolean): Promise<void> {
    stop();
    retry = () => void load(catalogue, ids, hasVersion);
    const { signal } = loading;
    if (known.failure !== undefined) known = NOTHING;
    changed();
    try {
      await loadAll(catalogue, ids, { hasVersion, signal });
    } catch (failure) {
      if (signal.aborted) return;
      known = { ...NOTHING, failure };
      busy.failed(failure);
      changed();
    }
  }

  return {
    get offers() {
      return known.offers;
    },
    get assets() {
      return known.assets;
    },
    get picture() {
      return known.picture;
    },
    get failure() {
      return known.failure;
    },
    load,
    reset: () => {
      stop();
      known = NOTHING;
      changed();
    },
  };
}
