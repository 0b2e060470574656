import type { Asset } from '@asset-browsing-service/client';
import { askShown } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RelatedGroup } from './related.ts';

/** Pictures on a page of the list. */
const AT_ONCE = 12;
/** Milliseconds for which the sections below wait for them. */
const PATIENCE = 3000;

/** The pictures that look like that of an asset, without those that are shown as related ones anyway. */
export class SimilarPictures {
  assets: readonly Asset[] = [];
  /** Number of pictures that are not loaded yet. */
  left = 0;
  readonly #catalogue: Catalogue;
  readonly #asset: number;
  readonly #others: ReadonlySet<number>;
  readonly #signal: AbortSignal;
  #pages = 0;

  constructor(catalogue: Catalogue, asset: number, related: readonly RelatedGroup[], signal: AbortSignal) {
    this.#catalogue = catalogue;
    this.#asset = asset;
    this.#others = new Set(related.flatMap(({ assets }) => assets.map(({ id }) => id)));
    this.#signal = signal;
  }

  /** Loads the next page. Never rejects: without an answer, there are just no such pictures. */
  async more(): Promise<void> {
    const { client, about } = this.#catalogue;
    if (about.searchLimits?.comparesPictures === false) return;
    try {
      const { items, total = 0 } = await askShown(about, [], (shown) =>
        client.node.similar(
          { similar: this.#asset, ...shown, paginate: AT_ONCE, page: this.#pages + 1 },
          { signal: AbortSignal.any([this.#signal, AbortSignal.timeout(PATIENCE)]) },
        ),
      );
      this.#pages += 1;
      this.assets = [...this.assets, ...items.filter(({ id }) => !this.#others.has(id))];
      this.left = Math.max(0, total - this.#pages * AT_ONCE);
    } catch {
      this.left = 0;
    }
  }
}
