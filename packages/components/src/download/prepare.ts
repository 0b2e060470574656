import { forEachLimited } from '../assets/for-each-limited.ts';
import type { SaveRequest } from './save.ts';
import { whenReady } from './when-ready.ts';

/** How many files the service has converted, of those that it has to; a total of 0 says that they are not counted. */
export interface Prepared {
  readonly count: number;
  readonly total: number;
}

/** Maximum number of requests, which limits of the service count. */
const MAX_REQUESTS = 50;

/**
 * Lets the service convert the items of a ZIP before it is asked for it, because it makes all of them before the first byte,
 * and says nothing meanwhile. `prepared` is called whenever some are ready. What the service refuses, it refuses again, and
 * says why, when it is asked for the ZIP.
 */
export async function prepare(
  {
    client,
    query,
    signal,
    converted,
  }: Pick<SaveRequest, 'client' | 'query' | 'signal'> & { readonly converted: readonly string[] },
  prepared: (prepared: Prepared) => void,
): Promise<void> {
  const { length: total } = converted;
  if (total < 2) return;
  const size = Math.ceil(total / MAX_REQUESTS);
  const starts = Array.from({ length: Math.ceil(total / size) }, (_, place) => place * size);
  let count = 0;
  prepared({ count, total });
  try {
    await forEachLimited(starts, async (start) => {
      const download = converted.slice(start, start + size);
      await whenReady(() => client.asset.download({ ...query, download }, { signal, asksOnly: true }), { signal });
      signal.throwIfAborted();
      count += download.length;
      prepared({ count, total });
    });
  } catch {
    signal.throwIfAborted();
  }
}
