import { type Asset, type Client, isServiceError, type Node } from '@asset-browsing-service/client';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { isVisible } from '../catalogue/visible-name.ts';
import type { PagePlace } from './address.ts';

/** An asset that a link names, and where it lives. */
export interface AssetHome {
  /** Only its ID if it is gone: the viewer then says so. */
  readonly asset: Asset;
  /** ID of the first node that it lies in. */
  readonly node: number | undefined;
}

/** True for what stands for an asset that is gone. */
export function isGoneAsset({ version }: Asset): boolean {
  return version === 0;
}

/** Looks up assets that links name. */
export interface AssetHomes {
  /** Why the latest asset could not be looked up; undefined if it could, or is being looked up. */
  readonly failure: unknown;
  /** Looks up an asset, in place of the one before. */
  find(client: Client, id: number): void;
  /** Ends the request. */
  stop(): void;
}

/** Opens what looks up assets. `found` is called with each one, `changed` when looking it up has failed or is tried again. */
export function openAssetHomes(found: (home: AssetHome) => void, changed: () => void): AssetHomes {
  let failure: unknown;
  let request = new AbortController();
  let again = () => {};
  const busy = retryWhenBusy(() => again());

  function stop(): void {
    request.abort();
    busy.stop();
    failure = undefined;
  }

  async function find(client: Client, id: number): Promise<void> {
    stop();
    changed();
    request = new AbortController();
    const { signal } = request;
    again = () => void find(client, id);
    try {
      const home = await findAssetHome(client, id, signal);
      if (!signal.aborted) found(home);
    } catch (error) {
      if (signal.aborted) return;
      failure = error;
      busy.failed(error);
      changed();
    }
  }

  return {
    get failure() {
      return failure;
    },
    find: (client, id) => void find(client, id),
    stop,
  };
}

async function findAssetHome(client: Client, id: number, signal: AbortSignal): Promise<AssetHome> {
  const { items } = await client.node
    .search({ search_id: id, extended: true, paginate: 1 }, { signal })
    .catch((error: unknown) => {
      if (isServiceError(error) && error.status === 404) return { items: [] as readonly Asset[] };
      throw error;
    });
  const [asset = { id, type: 0, name: '', version: 0 }] = items;
  return { asset, node: asset.parents?.[0] };
}

/** The title of the window: what one looks at, then where, then the name of the catalogue. */
export function titleOfPlace(
  { query, asset }: PagePlace,
  opened: Asset | undefined,
  path: readonly Node[],
  catalogue: string,
): string {
  const node = path.at(-1);
  // The path of another node stays until that of this one is known.
  const list = query.text ?? (node?.id === query.node ? node?.name : undefined);
  return [asset === undefined ? undefined : opened?.name, list, catalogue].filter(isVisible).join(' – ');
}
