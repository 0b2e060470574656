import type { Asset } from '@asset-browsing-service/client';
import { loadIds } from '../assets/asset-ids.ts';
import type { AssetQuery } from '../assets/asset-query.ts';
import { assetsById } from '../assets/assets-by-id.ts';
import { forEachLimited } from '../assets/for-each-limited.ts';
import { listSearchOf } from '../assets/order.ts';
import { pageSizeFor } from '../assets/page-size.ts';
import { creditOf } from '../assets/web-picture.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** Maximum number of assets that are printed at once: 50 contact sheets. */
export const MAX_PRINTED = 1000;

/** Maximum number of assets in one request of a list. */
const PAGE_SIZE = 100;

/** What is printed: these assets, or the first ones of a list, which has `total`. */
export type PrintSubject = { readonly ids: readonly number[] } | { readonly query: AssetQuery; readonly total: number };

/** An asset on paper. */
export interface PrintedAsset {
  readonly asset: Asset;
  /** Line to be named with it; empty without one. */
  readonly credit: string;
}

/**
 * Loads what is printed of assets, in their order; those that are gone are missing. `counted` is called with the number of
 * assets that are loaded. Rejects with the error of a request, or the reason of the signal.
 */
export async function loadPrinted(
  catalogue: Catalogue,
  subject: PrintSubject,
  { signal, counted }: { readonly signal: AbortSignal; readonly counted: (count: number) => void },
): Promise<readonly PrintedAsset[]> {
  const { client } = catalogue;
  const ids = 'ids' in subject ? subject.ids.slice(0, MAX_PRINTED) : await idsOf(catalogue, subject, signal);
  const assets = await assetsById(catalogue, ids, signal);
  const present = ids.flatMap((id) => assets.get(id) ?? []);
  const credits = new Map<number, string>();
  await forEachLimited(present, async ({ id }) => {
    const details = await client.asset
      .details({ details: id, details_infofields: false, details_downloads: false }, { signal })
      // Paper without a line of credit is better than none.
      .catch(() => undefined);
    signal.throwIfAborted();
    credits.set(id, details ? creditOf(details) : '');
    counted(credits.size);
  });
  return present.map((asset) => ({ asset, credit: credits.get(asset.id) ?? '' }));
}

async function idsOf(
  { client, about }: Catalogue,
  { query, total }: Extract<PrintSubject, { query: AssetQuery }>,
  signal: AbortSignal,
): Promise<readonly number[]> {
  if (query.isTop) return (await client.node.top({ top: PAGE_SIZE }, { signal })).map(({ id }) => id);
  const positions = Array.from({ length: Math.min(total, MAX_PRINTED) }, (_, position) => position);
  const pageSize = pageSizeFor(about, PAGE_SIZE);
  return await loadIds(
    { client, search: listSearchOf(query, about), pageSize, present: () => undefined },
    positions,
    signal,
  );
}
