/** Which thumbnails `abs import --render` makes. */

import type { IndexSource } from '../../../columnar/src/index-source.ts';
import { planRendition } from '../../../media/src/pictures/plan.ts';
import type { RenditionOrder } from '../../../media/src/pictures/renditions.ts';
import { neighboursOf } from '../api/files-beside.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Config } from '../config/settings.ts';

/** Settings of one endpoint for each size of thumbnails. */
type Sizes = readonly Parameters<typeof planRendition>[1][];

/** Returns one of the endpoints that use a size, for each size. */
export function sizesOf(config: Config): Sizes {
  return [...new Map([config, ...config.endpoints.values()].map((each) => [each.thumb.size, each])).values()];
}

/**
 * Yields the orders for all assets with a file, in ascending order of ID, a page at a time. Between two pages no state of
 * the catalogue is open: drawing takes hours, and the database could not tidy up meanwhile.
 */
export async function* pagesOfOrders(
  { catalogue, indexSource }: { readonly catalogue: Catalogue; readonly indexSource: IndexSource },
  sizes: Sizes,
): AsyncGenerator<readonly RenditionOrder[]> {
  for (let last: number | undefined; ; ) {
    const assets = await indexSource.page(last);
    last = assets.at(-1)?.id;
    if (last === undefined) return;
    const snapshot = await catalogue.snapshot();
    const orders: RenditionOrder[] = [];
    for (const { id, active } of assets) {
      const { file, properties } = active;
      if (!file) continue;
      const beside = await neighboursOf({ id, properties }, snapshot, () => true);
      for (const settings of sizes) {
        orders.push({
          plan: planRendition({ kind: 'thumb', big: false, page: 0 }, settings),
          source: { sha256: file.sha256, properties, ...(beside ? { beside } : {}) },
          category: properties.category,
        });
      }
    }
    yield orders;
  }
}
