import type { Client } from '@asset-browsing-service/client';
import { forEachLimited } from './for-each-limited.ts';

/** A search whose IDs are wanted, and those that are already loaded. */
export interface IdPages {
  readonly client: Client;
  readonly search: Parameters<Client['node']['search']>[0];
  readonly pageSize: number;
  /** The IDs of a page that is already loaded; undefined if it must be loaded. */
  readonly present: (page: number) => readonly number[] | undefined;
}

/**
 * Resolves with the IDs of the assets at these positions, in the order of the positions, of which those beyond the end have none.
 * Rejects with the error of a request, or the reason of the signal.
 */
export async function loadIds(
  { client, search, pageSize, present }: IdPages,
  positions: readonly number[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const pages = new Map<number, readonly number[]>();
  const wanted = [...new Set(positions.map((position) => Math.floor(position / pageSize)))];
  const missing = wanted.filter((page) => {
    const ids = present(page);
    if (ids) pages.set(page, ids);
    return !ids;
  });

  await forEachLimited(missing, async (page) => {
    const { items } = await client.node.search({ ...search, paginate: pageSize, page: page + 1 }, { signal });
    pages.set(
      page,
      items.map(({ id }) => id),
    );
  });
  return positions.flatMap((position) => pages.get(Math.floor(position / pageSize))?.[position % pageSize] ?? []);
}
