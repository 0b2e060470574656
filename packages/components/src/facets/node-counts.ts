import type { Client } from '@asset-browsing-service/client';
import { type AssetQuery, isRestricted, searchOf } from '../assets/asset-query.ts';
import { inTurns } from '../assets/in-turns.ts';
import { type Branch, branchPath } from '../tree/branches.ts';
import { withValue } from './facet-lists.ts';

/**
 * Counts how many assets of a query lie in the nodes of a facet. The service sends the highest counts of a facet only, so those
 * of a branch that is opened are asked for within it, and what they lack still, one by one when it is shown.
 */
export interface NodeCounts {
  /** Takes over the counts that the service has sent for a query. With `isNarrowed`, the values keep their order. */
  use(query: AssetQuery, counted: ReadonlyMap<number, number>, isNarrowed: boolean): void;
  /** Assets in a node and below it; undefined if they are not counted. */
  countOf(branch: Branch): number | undefined;
  rankOf(branch: Branch): number;
  /** True while the nodes in a branch are counted. */
  isCounting(branch: Branch): boolean;
  /** Counts what is in these open branches, and these single ones, unless that was tried. */
  count(open: readonly Branch[], single: readonly Branch[]): void;
  /** Ends all requests. */
  stop(): void;
}

/** Nodes that are counted one by one for a query. */
const MOST_SINGLE = 200;

/** Opens the counts of a facet of nodes. `changed` is called after each answer. */
export function openNodeCounts(client: Client, facet: string, changed: () => void): NodeCounts {
  let query: AssetQuery = {};
  let counts = new Map<number, number>();
  let ranks = new Map<number, number>();
  /** Branches whose nodes are all counted: those without a count have no assets of the query. */
  let complete = new Set<number>();
  let asked = new Set<number | Branch>();
  let counting = new Set<number>();
  let singles = 0;
  /** Most values that an answer had. One with fewer lacks none. */
  let longest = 0;
  let request = new AbortController();

  function learn(counted: Iterable<readonly [number, number]>, size: number, within?: number): void {
    for (const [id, count] of counted) counts.set(id, count);
    if (within !== undefined && size < longest) complete.add(within);
    longest = Math.max(longest, size);
  }

  /** True if the counts of the tree, which are those of all assets, are those of the query. */
  function isWhole(): boolean {
    return !isRestricted(query) && query.node === undefined && query.within === undefined;
  }

  function countOf(branch: Branch): number | undefined {
    const { id, assets } = branch.node;
    const count = counts.get(id);
    if (count !== undefined) return count;
    if (assets === 0 || isWhole()) return assets;
    return branchPath(branch).some(({ node }) => complete.has(node.id)) ? 0 : undefined;
  }

  /** Counts within the value of a branch, and takes no notice of failures: the values then stay without counts. */
  async function ask(branch: Branch, isFacet: boolean, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const within = withValue(query, facet, branch.node.id, true);
    const search = { ...searchOf({ ...within, isDeep: query.isDeep ?? true }), paginate: 1 };
    try {
      if (isFacet) {
        const { facets = {} } = await client.node.search(
          { ...search, search_facets: 1, facet_fields: [facet] },
          { signal },
        );
        const values = facets[facet] ?? [];
        if (!signal.aborted)
          learn(
            values.map(({ id, count }) => [Number(id), count]),
            values.length,
            branch.node.id,
          );
      } else {
        const { total = 0 } = await client.node.search(search, { signal });
        if (!signal.aborted) counts.set(branch.node.id, total);
      }
    } catch {
      return;
    } finally {
      if (!signal.aborted) {
        counting.delete(branch.node.id);
        changed();
      }
    }
  }

  return {
    use: (nextQuery, counted, isNarrowed) => {
      request.abort();
      request = new AbortController();
      query = nextQuery;
      if (!isNarrowed) ranks = new Map();
      [counts, complete, asked, counting, singles] = [new Map(), new Set(), new Set(), new Set(), 0];
      learn(counted, counted.size);
    },
    countOf,
    rankOf: (branch) => {
      const { id, assets = 0 } = branch.node;
      const known = ranks.get(id);
      if (known !== undefined) return known;
      // What is not counted comes after what is, in the order of all its assets, and stays there when it is counted.
      const rank = countOf(branch) ?? -1 / (1 + assets);
      if (rank >= 0 || !branch.parent || asked.has(branch.parent.node.id)) ranks.set(id, rank);
      return rank;
    },
    isCounting: ({ node }) => counting.has(node.id),
    count: (open, single) => {
      if (isWhole()) return;
      const branches = open.filter(
        (branch) => !asked.has(branch.node.id) && !branchPath(branch).some(({ node }) => complete.has(node.id)),
      );
      const rest = single
        .filter((branch) => !asked.has(branch) && countOf(branch) === undefined)
        .slice(0, MOST_SINGLE - singles);
      singles += rest.length;
      for (const branch of branches) {
        asked.add(branch.node.id);
        counting.add(branch.node.id);
      }
      for (const branch of rest) asked.add(branch);
      if (branches.length > 0) changed();
      const { signal } = request;
      void inTurns(branches, (branch) => ask(branch, true, signal));
      void inTurns(rest, (branch) => ask(branch, false, signal));
    },
    stop: () => request.abort(),
  };
}
