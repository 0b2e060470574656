import type { Client } from '@asset-browsing-service/client';
import { type AssetQuery, isRestricted, searchOf, withinLimits } from '../assets/asset-query.ts';
import { forEachLimited } from '../assets/for-each-limited.ts';
import { type Branch, branchPath } from './branches.ts';

/**
 * Counts how many assets of a query lie in the nodes of a type. The service sends the highest counts of a facet only, so those
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

/** What is known of a query. */
interface Counted {
  readonly query: AssetQuery;
  readonly counts: Map<number, number>;
  /** Branches whose nodes are all counted: those without a count have no assets of the query. */
  readonly complete: Set<number>;
  /** IDs of the branches within which was counted, and single nodes. */
  readonly asked: Set<number | Branch>;
  /** IDs of the branches whose answers are on their way. */
  readonly counting: Set<number>;
  readonly request: AbortController;
  singles: number;
}

/** Opens the counts of a facet of nodes. `changed` is called after each answer. */
export function openNodeCounts(client: Client, facet: string, changed: () => void): NodeCounts {
  let now = uncounted({});
  /** The query before, whose counts show until those of the present one are there. */
  let before: Counted | undefined;
  let ranks = new Map<number, number>();
  /** Most values that an answer had. One with fewer lacks none. */
  let longest = 0;

  function learn({ counts, complete }: Counted, answer: ReadonlyMap<number, number>, within?: number): void {
    for (const [id, count] of answer) counts.set(id, count);
    if (within !== undefined && answer.size < longest) complete.add(within);
    longest = Math.max(longest, answer.size);
  }

  /** True if it was tried to count what is in the branch that a node lies in. */
  function isTried({ parent }: Branch): boolean {
    return !parent || isComplete(now, parent) || (now.asked.has(parent.node.id) && !now.counting.has(parent.node.id));
  }

  function countOf(branch: Branch): number | undefined {
    return countIn(now, branch) ?? (before && !isTried(branch) ? countIn(before, branch) : undefined);
  }

  /** Counts within the value of a branch, and takes no notice of failures: the values then stay without counts. */
  async function ask(branch: Branch, isFacet: boolean, of: Counted): Promise<void> {
    const { signal } = of.request;
    if (signal.aborted) return;
    const { id } = branch.node;
    const inBranch = withinLimits({ filters: [{ facet, values: [id] }] }, of.query);
    const search = searchOf({ ...inBranch, isDeep: of.query.isDeep ?? true });
    const asked = isFacet ? ({ search_facets: 1, facet_fields: [facet] } as const) : {};
    try {
      const { facets, total = 0 } = await client.node.search({ ...search, ...asked, paginate: 1 }, { signal });
      if (!isFacet) of.counts.set(id, total);
      else learn(of, new Map(facets?.[facet]?.map((value) => [Number(value.id), value.count])), id);
    } catch {
      return;
    } finally {
      of.counting.delete(id);
      if (!signal.aborted) changed();
    }
  }

  return {
    use: (query, counted, isNarrowed) => {
      now.request.abort();
      before = isNarrowed ? now : undefined;
      now = uncounted(query);
      if (!isNarrowed) ranks = new Map();
      learn(now, counted);
    },
    countOf,
    rankOf: (branch) => {
      const { id, assets = 0 } = branch.node;
      const known = ranks.get(id);
      if (known !== undefined) return known;
      // What is not counted comes after what is, in the order of all its assets, and stays there when it is counted.
      const rank = countOf(branch) ?? -1 / (1 + assets);
      if (rank >= 0 || isTried(branch)) ranks.set(id, rank);
      return rank;
    },
    isCounting: ({ node, children }) =>
      now.counting.has(node.id) && !children?.some((child) => countOf(child) !== undefined),
    count: (open, single) => {
      const of = now;
      if (isWhole(of.query)) return;
      const { asked, counting } = of;
      const branches = open.filter((branch) => !asked.has(branch.node.id) && !isComplete(of, branch));
      const rest = single
        .filter((branch) => !asked.has(branch) && isTried(branch) && countIn(of, branch) === undefined)
        .slice(0, MOST_SINGLE - of.singles);
      of.singles += rest.length;
      for (const branch of branches) {
        asked.add(branch.node.id);
        counting.add(branch.node.id);
      }
      for (const branch of rest) asked.add(branch);
      if (branches.length > 0) changed();
      void forEachLimited(branches, (branch) => ask(branch, true, of));
      void forEachLimited(rest, (branch) => ask(branch, false, of));
    },
    stop: () => now.request.abort(),
  };
}

function uncounted(query: AssetQuery): Counted {
  const sets = { counts: new Map(), complete: new Set<number>(), asked: new Set<number | Branch>() };
  return { query, ...sets, counting: new Set(), request: new AbortController(), singles: 0 };
}

function countIn(of: Counted, branch: Branch): number | undefined {
  const { id, assets } = branch.node;
  const count = of.counts.get(id);
  if (count !== undefined) return count;
  if (assets === 0 || isWhole(of.query)) return assets;
  return isComplete(of, branch) ? 0 : undefined;
}

/** True if all nodes in a branch are counted. */
function isComplete({ complete }: Counted, branch: Branch): boolean {
  return branchPath(branch).some(({ node }) => complete.has(node.id));
}

/** True if the counts of the tree, which are those of all assets, are those of the query. */
function isWhole(query: AssetQuery): boolean {
  return !isRestricted(query) && query.node === undefined && query.within === undefined;
}
