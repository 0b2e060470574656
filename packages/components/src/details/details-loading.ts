import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { openPlaces, type Places } from './asset-places.ts';
import { type LoadedDetails, loadDetails, placesOf } from './load-details.ts';
import { groupRelated, type RelatedGroup } from './related.ts';
import { openReviews, type Reviews } from './reviews.ts';

/** Milliseconds for which an asset must be shown before it is loaded, if it follows another one as fast as while an arrow key is held. */
const PASSING = 200;

/** The details of an asset, as far as they have arrived. */
export interface DetailsLoading {
  /** Undefined until the service has answered, and after a failure. */
  readonly loaded: LoadedDetails | undefined;
  /** Paths to the nodes that the asset is in. Undefined until the asset is loaded. */
  readonly places: Places | undefined;
  /** Undefined until the relations of the asset are known. */
  readonly related: readonly RelatedGroup[] | undefined;
  /** Undefined until the asset is loaded, and if the service has no reviews. */
  readonly reviews: Reviews | undefined;
  /** Why the asset could not be loaded. If the service was busy, it is loaded again after the service's `retry-after`. */
  readonly failure: unknown;
  /** Loads an asset. The previous details stay until the new ones arrive. */
  load(catalogue: Catalogue, asset: number): void;
  /** Aborts the requests. */
  stop(): void;
  /** Aborts the requests and forgets the details. */
  reset(): void;
}

/** Creates the loading of details. `changed` is called for each part that arrives. */
export function openDetailsLoading(changed: () => void): DetailsLoading {
  let loading = new AbortController();
  let loaded: LoadedDetails | undefined;
  let places: Places | undefined;
  let related: readonly RelatedGroup[] | undefined;
  let reviews: Reviews | undefined;
  let failure: unknown;
  let again = () => {};
  let loadedAt = Number.NEGATIVE_INFINITY;
  let passing: ReturnType<typeof setTimeout> | undefined;
  const busy = retryWhenBusy(() => again());

  function stop(): void {
    loading.abort();
    clearTimeout(passing);
    places?.close();
    reviews?.close();
    busy.stop();
  }

  async function loadAll(catalogue: Catalogue, asset: number, signal: AbortSignal): Promise<void> {
    try {
      const details = await loadDetails(catalogue, asset, signal);
      if (signal.aborted) return;
      loaded = details;
      places = openPlaces(catalogue.client, placesOf(details), changed);
      reviews = catalogue.about.reviews ? openReviews(catalogue, asset, changed) : undefined;
      changed();
      const groups = await groupRelated(catalogue.client, asset, details.related, signal);
      if (signal.aborted) return;
      related = groups;
    } catch (error) {
      if (signal.aborted) return;
      failure = error;
      loaded = undefined;
      busy.failed(error);
    }
    changed();
  }

  function load(catalogue: Catalogue, asset: number): void {
    stop();
    loading = new AbortController();
    failure = undefined;
    again = () => load(catalogue, asset);
    changed();
    const { signal } = loading;
    const now = performance.now();
    const isPassing = now - loadedAt < PASSING;
    loadedAt = now;
    if (isPassing) passing = setTimeout(() => void loadAll(catalogue, asset, signal), PASSING);
    else void loadAll(catalogue, asset, signal);
  }

  return {
    get loaded() {
      return loaded;
    },
    get places() {
      return places;
    },
    get related() {
      return related;
    },
    get reviews() {
      return reviews;
    },
    get failure() {
      return failure;
    },
    load,
    stop,
    reset: () => {
      stop();
      loaded = undefined;
      places = undefined;
      related = undefined;
      reviews = undefined;
      failure = undefined;
      changed();
    },
  };
}
