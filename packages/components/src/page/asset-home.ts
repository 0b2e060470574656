import { type Asset, isServiceError, type Node, type SystemInformation } from '@asset-browsing-service/client';
import { nothing, type TemplateResult } from 'lit';
import { askShown } from '../assets/shown-fields.ts';
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
export class AssetHomes {
  /** Why the latest lookup failed; undefined if it succeeded or is under way. */
  failure: unknown;
  readonly #found: (home: AssetHome) => void;
  readonly #changed: () => void;
  #request = new AbortController();
  #again = () => {};
  readonly #busy = retryWhenBusy(() => this.#again());

  /** `found` is called with each asset, `changed` when a lookup has failed or starts again. */
  constructor(found: (home: AssetHome) => void, changed: () => void) {
    this.#found = found;
    this.#changed = changed;
  }

  /** Looks up an asset, and a node that it is in unless the link names a list. Ends the previous lookup. */
  find(catalogue: Catalogue, id: number, hasList: boolean): void {
    this.stop();
    this.#changed();
    this.#again = () => this.find(catalogue, id, hasList);
    void this.#find(catalogue, id, hasList);
  }

  /** Ends the request. */
  stop(): void {
    this.#request.abort();
    this.#busy.stop();
    this.failure = undefined;
  }

  async #find(catalogue: Catalogue, id: number, hasList: boolean): Promise<void> {
    this.#request = new AbortController();
    const { signal } = this.#request;
    try {
      const asset = await findAsset(catalogue, id, signal);
      const node = hasList ? undefined : await homeOf(catalogue, asset, signal);
      if (!signal.aborted) this.#found({ asset, node });
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error;
      this.#busy.failed(error);
      this.#changed();
    }
  }
}

async function findAsset({ client, about }: Catalogue, id: number, signal: AbortSignal): Promise<Asset> {
  const { items } = await askShown(about, [], (shown) =>
    client.node.search({ search_id: id, ...shown, paginate: 1 }, { signal }),
  ).catch((error: unknown) => {
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

/** What is searched for, or the node; undefined for all assets. */
export function nameOfList({ query }: Pick<PagePlace, 'query'>, path: readonly Node[]): string | undefined {
  const node = path.at(-1);
  // The path may still be that of the previous node.
  return query.text ?? (node?.id === query.node ? node?.name : undefined);
}

/** The title of the window: the open asset, the search or node, and the name of the catalogue. */
export function titleOfPlace(
  { query, asset }: PagePlace,
  opened: Asset | undefined,
  path: readonly Node[],
  catalogue: string,
): string {
  const list = nameOfList({ query }, path);
  const name = asset === undefined ? undefined : [opened?.alt_name, opened?.name].find(isVisible);
  return [name, list, catalogue].filter(isVisible).join(' – ');
}

/** Draws above the list why the latest lookup failed, with a button that helps. */
export function homeNotice(
  { failure }: Pick<AssetHomes, 'failure'>,
  catalogue: Catalogue,
  retry: () => void,
): TemplateResult | typeof nothing {
  return failure ? failureStrip(failureNotice(failure, catalogue, retry)) : nothing;
}
