import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { imported } from '../catalogue/later-part.ts';

/** Loads chosen assets by their IDs, each once. */
export class AssetLoader {
  readonly assets = new Map<number, Asset>();
  /** IDs that do not exist, or are hidden from the caller. */
  readonly missing = new Set<number>();
  /** Why some could not be loaded; undefined if nothing failed. */
  failure: unknown;
  readonly #changed: () => void;
  readonly #loading = new Set<number>();
  #request = new AbortController();

  /** `changed` is called after each answer or failure, and by `retry`. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Loads those that are neither known nor loading. Does nothing after a failure, until `retry`. */
  show(catalogue: Catalogue, ids: readonly number[]): void {
    if (this.failure !== undefined) return;
    const known = [this.assets, this.missing, this.#loading];
    const wanted = ids.filter((id) => !known.some((some) => some.has(id)));
    if (wanted.length === 0) return;
    for (const id of wanted) this.#loading.add(id);
    void this.#load(catalogue, wanted, this.#request);
  }

  /** Lets `show` load again after a failure. */
  readonly retry = (): void => {
    this.failure = undefined;
    this.#changed();
  };

  /** Cancels requests and forgets everything, as for another catalogue. */
  close(): void {
    this.#request.abort();
    this.#request = new AbortController();
    for (const each of [this.assets, this.missing, this.#loading]) each.clear();
    this.failure = undefined;
  }

  async #load(catalogue: Catalogue, ids: readonly number[], { signal }: AbortController): Promise<void> {
    try {
      const { assetsById } = await imported(import('./assets-by-id.ts'));
      const found = await assetsById(catalogue, ids, signal);
      if (signal.aborted) return;
      for (const id of ids) {
        const asset = found.get(id);
        if (asset) this.assets.set(id, asset);
        else this.missing.add(id);
      }
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error;
    }
    for (const id of ids) this.#loading.delete(id);
    this.#changed();
  }
}
