import { type Asset, isServiceError, type Node, type SystemInformation } from '@asset-browsing-service/client';
import { nothing, type TemplateResult } from 'lit';
import { shownFields } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { failureNotice } from '../catalogue/failure-notice.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { isVisible } from '../catalogue/visible-name.ts';
import type { PagePlace } from './address.ts';
import { failureStrip } from './rest.ts';

/** An asset that a link names, and the node that it is in. */
export interface AssetHome {
  /** Has only its ID if the asset no longer exists; the viewer then says so. */
  readonly asset: Asset;
  /** ID of the node whose list shows the asset; undefined if it is in none, or the link names a list itself. */
  readonly node: number | undefined;
}

/** True for the placeholder of an asset that no longer exists. */
export function isGoneAsset({ version }: Asset): boolean {
  return version === 0;
}

/** Looks up assets that links name. */
export interface AssetHomes {
  /** Why the latest lookup failed; undefined if it succeeded or is under way. */
  readonly failure: unknown;
  /** Looks up an asset, and a node that it is in unless the link names a list. Ends the previous lookup. */
  find(catalogue: Catalogue, id: number, hasList: boolean): void;
  /** Ends the request. */
  stop(): void;
}

/** `found` is called with each asset, `changed` when a lookup has failed or starts again. */
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

  async function find(catalogue: Catalogue, id: number, hasList: boolean): Promise<void> {
    stop();
    changed();
    request = new AbortController();
    const { signal } = request;
    again = () => void find(catalogue, id, hasList);
    try {
      const asset = await findAsset(catalogue, id, signal);
      const node = hasList ? undefined : await homeOf(catalogue, asset, signal);
      if (!signal.aborted) found({ asset, node });
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
    find: (catalogue, id, hasList) => void find(catalogue, id, hasList),
    stop,
  };
}

async function findAsset({ client, about }: Catalogue, id: number, signal: AbortSignal): Promise<Asset> {
  const { items } = await client.node
    .search({ search_id: id, ...shownFields(about), paginate: 1 }, { signal })
    .catch((error: unknown) => {
      if (isServiceError(error) && error.status === 404) return { items: [] as readonly Asset[] };
      throw error;
    });
  return items[0] ?? { id, type: 0, name: '', version: 0 };
}

/** Resolves with the ID of the node that an asset lives in. */
async function homeOf({ client, about }: Catalogue, asset: Asset, signal: AbortSignal): Promise<number | undefined> {
  const { parents = [] } = asset;
  if (parents.length < 2) return parents[0];
  // The asset is shown even if the service cannot tell the types of its nodes.
  const nodes = await client.node.tree({ tree: parents, with_root: true, depth: 1 }, { signal }).catch(() => []);
  return firstByType(nodes, about)?.id ?? parents[0];
}

/** The first node of the first type, in the order of the service: an asset lives in its folder rather than at a keyword. */
function firstByType(nodes: readonly Node[], { nodeTypes }: Pick<SystemInformation, 'nodeTypes'>): Node | undefined {
  return nodeTypes.flatMap(({ id }) => nodes.find(({ type }) => type === Number(id)) ?? [])[0];
}

/** The title of the window: the open asset, the search or node, and the name of the catalogue. */
export function titleOfPlace(
  { query, asset }: PagePlace,
  opened: Asset | undefined,
  path: readonly Node[],
  catalogue: string,
): string {
  const node = path.at(-1);
  // The path may still be that of the previous node.
  const list = query.text ?? (node?.id === query.node ? node?.name : undefined);
  const name = asset === undefined ? undefined : [opened?.alt_name, opened?.name].find(isVisible);
  return [name, list, catalogue].filter(isVisible).join(' – ');
}

/** Draws above the list why the latest lookup failed, with a button that helps. */
export function homeNotice(
  { failure }: AssetHomes,
  catalogue: Catalogue,
  retry: () => void,
): TemplateResult | typeof nothing {
  return failure ? failureStrip(failureNotice(failure, catalogue, retry)) : nothing;
}
