import type { Asset, Client, Duplicates } from '@asset-browsing-service/client';
import { askShown } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { LoadController, type LoadHost } from '../catalogue/load-controller.ts';
import { loadPaths } from '../details/node-paths.ts';

/** Groups that are loaded at once. */
const AT_ONCE = 10;
/** Nodes of an asset whose paths are shown. */
const MAX_PATHS = 3;

/** Assets of which somebody wants to keep one. */
export interface DuplicateGroup {
  readonly kind: Duplicates['kind'];
  readonly assets: readonly Asset[];
  /** ID of the one to keep: at first that with most pixels, then most bytes, then the oldest. */
  keep: number;
  /** True if the others are taken; at first those with the same file, because nearly the same may be meant. */
  isTaken: boolean;
}

/** The groups of duplicates that are loaded, the largest first. */
export class DuplicateGroups {
  groups: readonly DuplicateGroup[] = [];
  /** Number of all groups; undefined until it is known. */
  total: number | undefined;
  /** Number of assets that are still being compared, so that groups may be missing. */
  uncompared = 0;
  /** Paths of nodes, by their IDs; those of nodes that are still loading are missing. */
  readonly paths = new Map<number, string>();
  readonly #loading: LoadController;
  readonly #naming: LoadController;
  #page = 0;

  constructor(host: LoadHost) {
    this.#loading = new LoadController(host);
    this.#naming = new LoadController(host);
  }

  get failure(): unknown {
    return this.#loading.failure;
  }

  /** Identifies the request of the next groups; undefined while none is under way. */
  get request(): unknown {
    return this.#loading.request;
  }

  /** Number of groups that are not loaded yet. */
  get left(): number {
    return Math.max(0, (this.total ?? 0) - this.#page * AT_ONCE);
  }

  /** The assets of the taken groups that are not to be kept, each once. One that any group keeps is kept. */
  get others(): readonly number[] {
    const taken = this.groups.filter(({ isTaken }) => isTaken);
    const kept = new Set(taken.map(({ keep }) => keep));
    const ids = taken.flatMap(({ assets }) => assets.map(({ id }) => id));
    return [...new Set(ids)].filter((id) => !kept.has(id));
  }

  /** Loads the next groups, at first the first ones. */
  more({ client, about }: Catalogue): void {
    void this.#loading.run(
      (signal) =>
        askShown(about, [], (shown) =>
          client.node.duplicates({ duplicates: true, ...shown, paginate: AT_ONCE, page: this.#page + 1 }, { signal }),
        ),
      ({ items, total, uncompared = 0 }) => {
        this.#page += 1;
        this.uncompared = uncompared;
        this.total = total ?? items.length;
        this.groups = [...this.groups, ...items.map(asGroup)];
        this.#name(client);
      },
    );
  }

  readonly retry = (): void => void this.#loading.retry();

  reset(): void {
    this.#loading.stop();
    this.#naming.stop();
    this.groups = [];
    this.paths.clear();
    this.total = undefined;
    this.uncompared = 0;
    this.#page = 0;
  }

  /** The nodes of an asset whose paths are shown. */
  static nodesOf({ parents = [] }: Asset): readonly number[] {
    return parents.slice(0, MAX_PATHS);
  }

  #name(client: Client): void {
    const nodes = this.groups.flatMap(({ assets }) => assets.flatMap(DuplicateGroups.nodesOf));
    const missing = [...new Set(nodes)].filter((id) => !this.paths.has(id));
    void this.#naming.run(
      (signal) => loadPaths(client, missing, signal),
      (paths) => {
        for (const path of paths) {
          const last = path.at(-1);
          if (last) this.paths.set(last.id, path.map(({ name }) => name).join(' / '));
        }
      },
    );
  }
}

function asGroup({ kind, assets }: Duplicates): DuplicateGroup {
  const pixels = ({ width = 0, height = 0 }: Asset) => width * height;
  const best = assets.toSorted(
    (a, b) =>
      pixels(b) - pixels(a) || (b.size ?? 0) - (a.size ?? 0) || (a.created ?? 0) - (b.created ?? 0) || a.id - b.id,
  );
  return { kind, assets, keep: best[0]?.id ?? 0, isTaken: kind === 'exact' };
}
