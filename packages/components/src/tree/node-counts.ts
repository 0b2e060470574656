import { type AssetQuery, isWhole, searchOf, withinLimits } from '../assets/asset-query.ts';
import { forEachLimited } from '../assets/for-each-limited.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { withFilter } from '../facets/with-filter.ts';
import { type Branch, branchPath } from './branches.ts';

/** Maximum number of nodes that are counted one by one for a query. */
const MAX_SINGLE = 200;

/** What is known about a query. */
interface Counted {
  readonly query: AssetQuery;
  /** True if the numbers that come with nodes, of the assets in them, are those of the facet. */
  readonly countsContent: boolean;
  /** True if all nodes are counted. */
  isComplete: boolean;
  readonly counts: Map<number, number>;
  /** IDs of the branches whose nodes are all counted: those without a count have no assets of the query. */
  readonly complete: Set<number>;
  /** IDs of the branches whose nodes were counted, or tried to, and branches that were counted themselves. */
  readonly asked: Set<number | Branch>;
  /** IDs of the branches whose answers are awaited. */
  readonly counting: Set<number>;
  readonly request: AbortController;
  singles: number;
}

/**
 * Counts the assets of a query by the nodes of a facet: those that they are in, or that a field of theirs refers to. An
 * answer contains only the highest counts of a facet, so the nodes in an open branch are counted by a request within that
 * branch, and nodes that are still missing one by one when they are shown.
 */
export class NodeCounts {
  readonly #catalogue: Pick<Catalogue, 'client' | 'about'>;
  readonly #facet: string;
  readonly #changed: () => void;
  #now: Counted;
  /** The query before, if its ranks are kept. Its counts are shown until those of the current query have arrived. */
  #before: Counted | undefined;
  #ranks = new Map<number, number>();

  /** `changed` is called after each answer. */
  constructor(catalogue: Pick<Catalogue, 'client' | 'about'>, facet: string, changed: () => void) {
    this.#catalogue = catalogue;
    this.#facet = facet;
    this.#changed = changed;
    this.#now = uncounted({}, facet);
  }

  /**
   * Takes over the counts that the service has sent for a query, if it has. With `isNarrowed`, its text and node are those of
   * the query before, and the nodes keep their ranks.
   */
  use(query: AssetQuery, counted: ReadonlyMap<number, number> | undefined, isNarrowed: boolean): void {
    this.stop();
    this.#before = isNarrowed ? this.#now : undefined;
    // The service does not count within the most downloaded assets.
    this.#now = uncounted({ ...query, isTop: false }, this.#facet);
    if (!isNarrowed) this.#ranks = new Map();
    if (counted) this.#learn(this.#now, counted);
  }

  /** Assets in a node and below it; undefined if they are not counted. */
  countOf(branch: Branch): number | undefined {
    const count = countIn(this.#now, branch);
    return count ?? (this.#before && !this.#isTried(branch) ? countIn(this.#before, branch) : undefined);
  }

  /** Orders a branch among its siblings, the highest rank first. */
  rankOf(branch: Branch): number {
    const { id, assets = 0 } = branch.node;
    const known = this.#ranks.get(id);
    if (known !== undefined) return known;
    // Nodes without a count come after those with one, ordered by all their assets, and stay there when they are counted.
    const rank = this.countOf(branch) ?? -1 / (1 + assets);
    if (rank >= 0 || this.#isTried(branch)) this.#ranks.set(id, rank);
    return rank;
  }

  /** True while the nodes in a branch are being counted and none has a count. */
  isCounting({ node, children }: Branch): boolean {
    return this.#now.counting.has(node.id) && !children?.some((child) => this.countOf(child) !== undefined);
  }

  /** Counts the nodes in these open branches, and these single nodes, unless that was tried. */
  count(open: readonly Branch[], single: readonly Branch[]): void {
    const of = this.#now;
    if (of.countsContent && isWhole(of.query)) return;
    const { asked, counting } = of;
    const branches = open.filter((branch) => !asked.has(branch.node.id) && !isComplete(of, branch));
    const singles = single
      .filter((branch) => !asked.has(branch) && this.#isTried(branch) && countIn(of, branch) === undefined)
      .slice(0, MAX_SINGLE - of.singles);
    of.singles += singles.length;
    for (const branch of branches) {
      asked.add(branch.node.id);
      counting.add(branch.node.id);
    }
    for (const branch of singles) asked.add(branch);
    if (branches.length > 0) this.#changed();
    void forEachLimited(branches, (branch) => this.#ask(branch, true, of));
    void forEachLimited(singles, (branch) => this.#ask(branch, false, of));
  }

  /** Cancels all requests. */
  stop(): void {
    this.#now.request.abort();
  }

  #learn(of: Counted, answer: ReadonlyMap<number, number>, within?: number): void {
    for (const [id, count] of answer) of.counts.set(id, count);
    if (answer.size >= (this.#catalogue.about.facetLimit ?? 0)) return;
    if (within === undefined) of.isComplete = true;
    else of.complete.add(within);
  }

  /** True if the nodes in the parent of a branch are counted, or a request for that has ended. */
  #isTried({ parent }: Branch): boolean {
    const { asked, counting } = this.#now;
    return !parent || isComplete(this.#now, parent) || (asked.has(parent.node.id) && !counting.has(parent.node.id));
  }

  /** Counts within a branch: the nodes in it with `isFacet`, otherwise itself. After a failure, they have no counts. */
  async #ask(branch: Branch, isFacet: boolean, of: Counted): Promise<void> {
    const facet = this.#facet;
    const { signal } = of.request;
    if (signal.aborted) return;
    const { id } = branch.node;
    const inBranch = withinLimits({ filters: [{ facet, values: [id] }] }, of.query);
    const search = searchOf({ ...inBranch, isDeep: of.query.isDeep ?? true });
    const asked = isFacet ? ({ search_facets: 1, facet_fields: [facet] } as const) : {};
    try {
      const { facets, total = 0 } = await this.#catalogue.client.node.search(
        { ...search, ...asked, paginate: 1 },
        { signal },
      );
      if (!isFacet) of.counts.set(id, total);
      else this.#learn(of, new Map(facets?.[facet]?.map((value) => [Number(value.id), value.count])), id);
    } catch {
      return;
    } finally {
      of.counting.delete(id);
      if (!signal.aborted) this.#changed();
    }
  }
}

function uncounted(query: AssetQuery, facet: string): Counted {
  const sets = { counts: new Map(), complete: new Set<number>(), asked: new Set<number | Branch>() };
  const countsContent = facet.startsWith('node_');
  // An asset must be in all chosen nodes, but refer to only one of those of a field.
  const counted = countsContent ? query : withFilter(query, facet, []);
  return {
    query: counted,
    countsContent,
    isComplete: false,
    ...sets,
    counting: new Set(),
    request: new AbortController(),
    singles: 0,
  };
}

function countIn(of: Counted, branch: Branch): number | undefined {
  const { id, assets } = branch.node;
  const count = of.counts.get(id);
  if (count !== undefined) return count;
  if (of.countsContent && (assets === 0 || isWhole(of.query))) return assets;
  return isComplete(of, branch) ? 0 : undefined;
}

function isComplete({ isComplete, complete }: Counted, branch: Branch): boolean {
  return isComplete || branchPath(branch).some(({ node }) => complete.has(node.id));
}
