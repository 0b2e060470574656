import type { Client } from '@asset-browsing-service/client';
import { type AssetQuery, isWhole } from '../assets/asset-query.ts';
import type { Branch } from './branches.ts';
import type { NodeCounts } from './node-counts.ts';

/** How many assets within limits the nodes of a tree have. */
export interface LimitedCounts {
  /** Assets in a node and below it; undefined if they are not counted. */
  countOf(branch: Branch): number | undefined;
  /** Counts the assets in branches without a count, unless that was tried. To be called after they are drawn. */
  count(drawn: readonly Branch[]): void;
  /** Cancels all requests. */
  stop(): void;
}

/**
 * Opens the counts of a tree with these roots, or with all if there are none. Without limits, they are those that came with the
 * nodes. `changed` is called after each answer.
 */
export function openLimitedCounts(
  client: Client,
  limits: AssetQuery,
  roots: readonly number[],
  changed: () => void,
): LimitedCounts {
  // If the node of the limits is the only root, all assets in the tree are within it.
  const { node, ...others } = limits;
  if (isWhole(String(roots) === String(node) ? others : limits))
    return { countOf: ({ node }) => node.assets, count: () => {}, stop: () => {} };
  const byType = new Map<number, NodeCounts>();
  const stopped = new AbortController();
  /** Loaded on demand, because most trees count all assets and do not need it. */
  let module: Promise<typeof import('./node-counts.ts')> | undefined;

  async function countAll(drawn: readonly Branch[]): Promise<void> {
    module ??= import('./node-counts.ts');
    const { openNodeCounts } = await module;
    if (stopped.signal.aborted) return;
    for (const type of new Set(drawn.map(({ node }) => node.type))) {
      let counts = byType.get(type);
      if (!counts) {
        counts = openNodeCounts(client, `node_${type}`, changed);
        counts.use(limits, new Map(), false);
        byType.set(type, counts);
      }
      const branches = drawn.filter(({ node }) => node.type === type);
      const open = new Set(branches.flatMap(({ parent }) => parent ?? []));
      counts.count([...open], branches);
    }
  }

  return {
    countOf: (branch) => byType.get(branch.node.type)?.countOf(branch),
    // If the module cannot be loaded, the nodes have no counts, as after a failed request.
    count: (drawn) => void countAll(drawn).catch(() => {}),
    stop: () => {
      stopped.abort();
      for (const counts of byType.values()) counts.stop();
    },
  };
}
