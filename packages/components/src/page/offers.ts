import type { Asset } from '@asset-browsing-service/client';
import { AssetLoader } from '../assets/known-assets.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** Knows which assets can be downloaded at all: a record without a file can't, so nothing is offered for it. */
export interface Offers {
  /** False for an asset without any download, and while that is unknown of one that can't be downloaded at once. */
  has(catalogue: Catalogue, asset: Asset): boolean;
  /** Those of the IDs that can be downloaded, as far as it is known. Many are not looked up, because each lookup is a request. */
  among(catalogue: Catalogue, ids: readonly number[]): readonly number[];
  /** Forgets everything, as for another catalogue or person. */
  close(): void;
}

/** More selected assets than these are not looked up. */
const MOST = 20;

/** Opens the offers. `changed` is called when more is known. */
export function openOffers(changed: () => void): Offers {
  const loader = new AssetLoader(changed);
  /** Assets that can't be downloaded at once, and whether a format leads elsewhere, for example to a sign-in. */
  const elsewhere = new Map<number, boolean>();
  let request = new AbortController();

  async function ask({ client }: Catalogue, id: number): Promise<void> {
    const { signal } = request;
    const { loadOffers } = await import('../download/load-offers.ts');
    const offers = await loadOffers(client, [id], signal);
    if (signal.aborted || !offers.get(id)?.formats.length) return;
    elsewhere.set(id, true);
    changed();
  }

  function has(catalogue: Catalogue, { id, downloadable }: Asset): boolean {
    if (downloadable !== false) return true;
    const known = elsewhere.get(id);
    if (known !== undefined) return known;
    elsewhere.set(id, false);
    const { signal } = request;
    ask(catalogue, id).catch(() => {
      if (!signal.aborted) elsewhere.delete(id);
    });
    return false;
  }

  return {
    has,
    among: (catalogue, ids) => {
      if (ids.length > MOST) return ids;
      loader.show(catalogue, ids);
      const { assets } = loader;
      return ids.filter((id) => {
        const asset = assets.get(id);
        return !asset || has(catalogue, asset);
      });
    },
    close: () => {
      request.abort();
      request = new AbortController();
      elsewhere.clear();
      loader.close();
    },
  };
}
