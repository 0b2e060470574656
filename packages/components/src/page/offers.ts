import type { Asset } from '@asset-browsing-service/client';
import { AssetLoader } from '../assets/known-assets.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Updatable } from '../catalogue/later-part.ts';

/** More selected assets than these are not looked up. */
const MOST = 20;

/** Knows which assets can be downloaded at all: a record without a file can't, so nothing is offered for it. */
export class Offers {
  readonly #host: Updatable;
  readonly #loader: AssetLoader;
  /** Assets that can't be downloaded at once, and whether a format leads elsewhere, for example to a sign-in. */
  readonly #elsewhere = new Map<number, boolean>();
  #request = new AbortController();

  /** `host` is updated when more is known. */
  constructor(host: Updatable) {
    this.#host = host;
    this.#loader = new AssetLoader(() => host.requestUpdate());
  }

  /** False for an asset without any download, and while that is unknown of one that can't be downloaded at once. */
  has(catalogue: Catalogue, { id, downloadable }: Asset): boolean {
    if (downloadable !== false) return true;
    const known = this.#elsewhere.get(id);
    if (known !== undefined) return known;
    this.#elsewhere.set(id, false);
    const { signal } = this.#request;
    this.#ask(catalogue, id, signal).catch(() => {
      if (!signal.aborted) this.#elsewhere.delete(id);
    });
    return false;
  }

  /** Those of the IDs that can be downloaded, as far as it is known. Many are not looked up, because each lookup is a request. */
  among(catalogue: Catalogue, ids: readonly number[]): readonly number[] {
    if (ids.length > MOST) return ids;
    this.#loader.show(catalogue, ids);
    return ids.filter((id) => {
      const asset = this.#loader.assets.get(id);
      return !asset || this.has(catalogue, asset);
    });
  }

  /** Forgets everything, as for another catalogue or person. */
  close(): void {
    this.#request.abort();
    this.#request = new AbortController();
    this.#elsewhere.clear();
    this.#loader.close();
  }

  async #ask({ client }: Catalogue, id: number, signal: AbortSignal): Promise<void> {
    const { loadOffers } = await import('../download/load-offers.ts');
    const offers = await loadOffers(client, [id], signal);
    if (signal.aborted || !offers.get(id)?.formats.length) return;
    this.#elsewhere.set(id, true);
    this.#host.requestUpdate();
  }
}
