import type { Asset, AssetDetails } from '@asset-browsing-service/client';
import { assetsById } from '../assets/assets-by-id.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import type { PixelSize } from './crop.ts';
import { loadFacts, loadOffers } from './load-offers.ts';
import type { Offers } from './plan.ts';

/** Loads what can be downloaded of assets, and keeps what has arrived. */
export class OfferLoading {
  /** Undefined while the service has not answered. */
  offers: Offers | undefined;
  assets: ReadonlyMap<number, Asset> = new Map();
  /** Size of the picture of a single asset in its current version; undefined if unknown. */
  picture: PixelSize | undefined;
  /** Rights of a single asset; null if unknown. */
  rights: AssetDetails['rights'] = null;
  /** Why the formats could not be loaded; else undefined. A busy service is asked again after the time that it names. */
  failure: unknown;
  readonly #changed: () => void;
  #loading = new AbortController();
  #retry = () => {};
  readonly #busy = retryWhenBusy(() => this.#retry());

  /** `changed` is called whenever something has begun, arrived or failed. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /**
   * Loads the formats of these assets; `hasVersion` says that a version other than the current one is meant. What is known stays
   * until the answers arrive.
   */
  async load(catalogue: Catalogue, ids: readonly number[], hasVersion: boolean): Promise<void> {
    this.#stop();
    this.#retry = () => void this.load(catalogue, ids, hasVersion);
    const { signal } = this.#loading;
    if (this.failure !== undefined) this.#forget();
    this.#changed();
    try {
      await this.#load(catalogue, ids, { hasVersion, signal });
    } catch (failure) {
      if (signal.aborted) return;
      this.#forget();
      this.failure = failure;
      this.#busy.failed(failure);
      this.#changed();
    }
  }

  /** Ends the requests, and forgets what was loaded. */
  reset(): void {
    this.#stop();
    this.#forget();
    this.#changed();
  }

  #stop(): void {
    this.#loading.abort();
    this.#busy.stop();
    this.#loading = new AbortController();
  }

  #forget(): void {
    this.assets = new Map();
    this.rights = null;
    this.offers = this.picture = this.failure = undefined;
  }

  async #load(
    catalogue: Catalogue,
    ids: readonly number[],
    { hasVersion, signal }: { readonly hasVersion: boolean; readonly signal: AbortSignal },
  ): Promise<void> {
    const [offers, assets] = await Promise.all([
      loadOffers(catalogue.client, ids, signal),
      // The choice works without sizes and pictures, too, so their failure needs no message.
      assetsById(catalogue, ids, signal).catch(() => new Map<number, Asset>()),
    ]);
    if (signal.aborted) return;
    this.offers = offers;
    this.assets = assets;
    this.#changed();
    const [only] = offers.keys();
    if (offers.size !== 1 || only === undefined) {
      this.rights = null;
      return;
    }
    const facts = await loadFacts(catalogue.client, only, signal).catch(() => undefined);
    if (signal.aborted) return;
    this.rights = facts?.rights ?? null;
    // Of another version than the current one, the size is unknown.
    if (!hasVersion) this.picture = facts?.picture;
    this.#changed();
  }
}
