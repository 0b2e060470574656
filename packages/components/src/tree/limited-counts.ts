import { type AssetQuery, isWhole } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Branch } from './branches.ts';
import type { NodeCounts } from './node-counts.ts';

/**
 * How many assets within limits the nodes of a tree with these roots have, or of all trees if there are none. Without limits, these
 * are the numbers that came with the nodes.
 */
export class LimitedCounts {
  readonly #catalogue: Pick<Catalogue, 'client' | 'about'>;
  readonly #limits: AssetQuery;
  readonly #isWhole: boolean;
  readonly #changed: () => void;
  readonly #byType = new Map<number, NodeCounts>();
  readonly #stopped = new AbortController();
  /** Loaded on demand, because most trees count all assets and do not need it. */
  #module: Promise<typeof import('./node-counts.ts')> | undefined;

  /** `changed` is called after each answer. */
  constructor(
    catalogue: Pick<Catalogue, 'client' | 'about'>,
    limits: AssetQuery,
    roots: readonly number[],
    changed: () => void,
  ) {
    this.#catalogue = catalogue;
    this.#limits = limits;
    this.#changed = changed;
    // If the node of the limits is the only root, all assets in the tree are within it.
    const { node, ...others } = limits;
    this.#isWhole = isWhole(String(roots) === String(node) ? others : limits);
  }

  /** Assets in a node and below it; undefined if they are not counted. */
  countOf(branch: Branch): number | undefined {
    return this.#isWhole ? branch.node.assets : this.#byType.get(branch.node.type)?.countOf(branch);
  }

  /** Counts the assets in branches without a count, unless that was tried. To be called after they are drawn. */
  count(drawn: readonly Branch[]): void {
    // If the module cannot be loaded, the nodes have no counts, as after a failed request.
    if (!this.#isWhole) void this.#countAll(drawn).catch(() => {});
  }

  /** Cancels all requests. */
  stop(): void {
    this.#stopped.abort();
    for (const counts of this.#byType.values()) counts.stop();
  }

  async #countAll(drawn: readonly Branch[]): Promise<void> {
    this.#module ??= import('./node-counts.ts');
    const { NodeCounts } = await this.#module;
    if (this.#stopped.signal.aborted) return;
    for (const type of new Set(drawn.map(({ node }) => node.type))) {
      let counts = this.#byType.get(type);
      if (!counts) {
        counts = new NodeCounts(this.#catalogue, `node_${type}`, this.#changed);
        counts.use(this.#limits, undefined, false);
        this.#byType.set(type, counts);
      }
      const branches = drawn.filter(({ node }) => node.type === type);
      const open = new Set(branches.flatMap(({ parent }) => parent ?? []));
      counts.count([...open], branches);
    }
  }
}
