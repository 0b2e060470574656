import type { Client } from '@asset-browsing-service/client';
import { type AssetQuery, isRestricted } from '../assets/asset-query.ts';
import type { Branch } from './branches.ts';
import type { NodeCounts } from './node-counts.ts';

/** How many assets within some limits the nodes of a tree have. */
export interface LimitedCounts {
  /** Assets in a node and below it; undefined if they are not counted. */
  countOf(branch: Branch): number | undefined;
  /** Counts what these branches lack, unless that was tried. To be called after they are drawn. */
  count(drawn: readonly Branch[]): void;
  /** Ends all requests. */
  stop(): void;
}

/** Opens the counts of a tree. Without limits, they are those that the nodes came with. `changed` is called after each answer. */
export function openLimitedCounts(client: Client, limits: AssetQuery, changed: () => void): LimitedCounts {
  if (!isRestricted(limits)) return { countOf: ({ node }) => node.assets, count: () => {}, stop: () => {} };
  const byType = new Map<number, NodeCounts>();
  const stopped = new AbortController();
  /** Most trees show all assets, and do without this module. */
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
    // Without the module, as without an answer, the nodes stay without counts.
    count: (drawn) => void countAll(drawn).catch(() => {}),
    stop: () => {
      stopped.abort();
      for (const counts of byType.values()) counts.stop();
    },
  };
}
