import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { NodePaths } from './asset-places.ts';
import { type LoadedDetails, loadDetails, placesOf } from './load-details.ts';
import { groupRelated, type RelatedGroup } from './related.ts';
import { Reviews } from './reviews.ts';
import { SimilarPictures } from './similar.ts';

/** Milliseconds for which an asset must be shown before it is loaded, if it follows another as while an arrow key is held. */
const PASSING = 200;

/** The details of an asset, as far as they have arrived. */
export class DetailsLoading {
  /** Undefined until the service has answered, and after a failure. */
  loaded: LoadedDetails | undefined;
  /** Paths to the nodes that the asset is in. Undefined until the asset is loaded. */
  places: NodePaths | undefined;
  /** Undefined until the relations of the asset are known. */
  related: readonly RelatedGroup[] | undefined;
  /** Undefined until they are known. */
  similar: SimilarPictures | undefined;
  /** Undefined until the asset is loaded, and if the service has no reviews. */
  reviews: Reviews | undefined;
  /** Why the asset could not be loaded. If the service was busy, it is loaded again after the service's `retry-after`. */
  failure: unknown;
  readonly #changed: () => void;
  #loading = new AbortController();
  #again = () => {};
  #loadedAt = Number.NEGATIVE_INFINITY;
  #passing: ReturnType<typeof setTimeout> | undefined;
  readonly #busy = retryWhenBusy(() => this.#again());

  /** `changed` is called for each part that arrives. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Loads an asset. The previous details stay until the new ones arrive. */
  load(catalogue: Catalogue, asset: number): void {
    this.stop();
    this.#loading = new AbortController();
    this.failure = undefined;
    this.#again = () => this.load(catalogue, asset);
    this.#changed();
    const { signal } = this.#loading;
    const now = performance.now();
    const isPassing = now - this.#loadedAt < PASSING;
    this.#loadedAt = now;
    if (isPassing) this.#passing = setTimeout(() => void this.#load(catalogue, asset, signal), PASSING);
    else void this.#load(catalogue, asset, signal);
  }

  /** Aborts the requests. */
  stop(): void {
    this.#loading.abort();
    clearTimeout(this.#passing);
    this.places?.close();
    this.reviews?.close();
    this.#busy.stop();
  }

  /** Aborts the requests and forgets the details. */
  reset(): void {
    this.stop();
    this.loaded = this.places = this.related = this.similar = this.reviews = this.failure = undefined;
    this.#changed();
  }

  async #load(catalogue: Catalogue, asset: number, signal: AbortSignal): Promise<void> {
    try {
      const details = await loadDetails(catalogue, asset, signal);
      if (signal.aborted) return;
      this.loaded = details;
      this.places = new NodePaths(catalogue.client, placesOf(details), this.#changed);
      this.reviews = catalogue.about.reviews ? new Reviews(catalogue, asset, this.#changed) : undefined;
      this.#changed();
      const groups = await groupRelated(catalogue.client, asset, details.related, signal);
      if (signal.aborted) return;
      const similar = new SimilarPictures(catalogue, asset, groups, signal);
      await similar.more();
      if (signal.aborted) return;
      this.related = groups;
      this.similar = similar;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error;
      this.loaded = undefined;
      this.#busy.failed(error);
    }
    this.#changed();
  }
}
