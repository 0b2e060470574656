import type { Catalogue } from '../catalogue/catalogue.ts';
import type { NodePath } from '../catalogue/find-path.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { type LoadedDetails, loadDetails, loadPlaces } from './load-details.ts';
import { openReviews, type Reviews } from './reviews.ts';

/** Milliseconds within which assets that follow each other, as while an arrow key is held, are passed without being loaded. */
const PASSING = 200;

/** What is known of an asset, as far as it has arrived. */
export interface DetailsLoading {
  /** Undefined while the service has not answered, and after a failure. */
  readonly loaded: LoadedDetails | undefined;
  /** Paths to the nodes that the asset is in. */
  readonly paths: readonly NodePath[];
  /** Undefined until the asset is loaded, and where the service has no reviews. */
  readonly reviews: Reviews | undefined;
  /** Why the asset could not be loaded; undefined if it was. A busy service is asked again when it wants to be. */
  readonly failure: unknown;
  /** Loads an asset. What is known stays until then. */
  load(catalogue: Catalogue, asset: number): void;
  /** Ends the requests. */
  stop(): void;
  /** Ends the requests, and forgets what was loaded. */
  reset(): void;
}

/** Opens the loading of details. `changed` is called with each part that arrives. */
export function openDetailsLoading(changed: () => void): DetailsLoading {
  let loading = new AbortController();
  let loaded: LoadedDetails | undefined;
  let paths: readonly NodePath[] = [];
  let reviews: Reviews | undefined;
  let failure: unknown;
  let again = () => {};
  let loadedAt = Number.NEGATIVE_INFINITY;
  let passing: ReturnType<typeof setTimeout> | undefined;
  const busy = retryWhenBusy(() => again());

  function stop(): void {
    loading.abort();
    clearTimeout(passing);
    reviews?.close();
    busy.stop();
  }

  async function loadAll(catalogue: Catalogue, asset: number, signal: AbortSignal): Promise<void> {
    try {
      const details = await loadDetails(catalogue, asset, signal);
      if (signal.aborted) return;
      loaded = details;
      reviews = catalogue.about.reviews ? openReviews(catalogue, asset, changed) : undefined;
      changed();
      // Where an asset is shown is worth no message if it cannot be loaded.
      const found = await loadPlaces(catalogue, details, signal).catch(() => []);
      if (signal.aborted) return;
      paths = found;
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
    get paths() {
      return paths;
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
      paths = [];
      reviews = undefined;
      failure = undefined;
      changed();
    },
  };
}
