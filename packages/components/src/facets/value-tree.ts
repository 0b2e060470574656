import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type Branch, findBranch } from '../tree/branches.ts';
import { type Forest, openForest } from '../tree/forest.ts';
import { type NodeCounts, openNodeCounts } from '../tree/node-counts.ts';
import { FEW_VALUES, findValues, type ValueRow, valueRows } from './value-rows.ts';

/** The values of a facet whose values are nodes, as a tree. */
export interface ValueTree {
  readonly forest: Pick<Forest, 'open' | 'close' | 'failure'>;
  /** Text that names must contain; empty for all. */
  readonly searchText: string;
  /** True once the person has searched for a name: from then on, the search field stays. */
  readonly wasSearched: boolean;
  /** True while names that may contain the text are being loaded. */
  readonly isSearching: boolean;
  /** Shows the counts of the service for a query, by the ID of the value. With `isNarrowed`, the query restricts this facet, and the values keep their order. */
  use(query: AssetQuery, counted: ReadonlyMap<number, number>, isNarrowed: boolean): void;
  /** Returns the rows of the tree, whatever `searchText` is; undefined until the tree is loaded. */
  rows(chosen: ReadonlySet<number>): readonly ValueRow[] | undefined;
  /** Returns the values whose names contain `searchText`, at most 50. */
  found(): readonly Branch[];
  countOf(branch: Branch): number | undefined;
  /** Sets `searchText`. */
  search(text: string): void;
  /** Shows `VALUES_PER_STEP` more siblings of a branch; if none is hidden, only the first ones again. */
  showMore(row: ValueRow & { readonly shows: 'more' }): void;
  /** Opens the path to a value. */
  reveal(id: number): void;
  /** Loads and counts what the last drawing lacked. Call it after each drawing; nothing else begins to load the tree. */
  loadMissing(chosen: ReadonlySet<number>): void;
  /** Aborts all requests. */
  stop(): void;
}

/** Number of siblings that one press on "Show more" adds; the first press shows this many in all. */
export const VALUES_PER_STEP = 50;

/** Maximum number of values that a search shows. */
const MAX_FOUND = 50;

/** Once so many paths have been opened, no further chosen value has its path opened by itself. */
const MAX_REVEALED = 5;

/** Creates the tree of a facet `node_<type>`. Sends no request before `loadMissing`. `changed` is called after each answer. */
export function openValueTree({ client }: Catalogue, facet: string, changed: () => void): ValueTree {
  const forest = openForest({ client, top: Number(facet.slice('node_'.length)), changed });
  const counts: NodeCounts = openNodeCounts(client, facet, changed);
  /** Number of children to show, by the key of their parent. */
  const limits = new Map<string, number>();
  const revealed = new Set<number>();
  let searchText = '';
  let state: 'new' | 'begun' | 'loaded' = 'new';
  let names: 'unknown' | 'loading' | 'known' = 'unknown';

  const limitOf = (key: string) => limits.get(key) ?? FEW_VALUES;

  function rows(chosen: ReadonlySet<number>): readonly ValueRow[] | undefined {
    const { countOf, rankOf, isCounting } = counts;
    const isChosen = ({ node }: Branch) => chosen.has(node.id);
    return forest.roots && valueRows(forest.roots, { countOf, rankOf, isCounting, isChosen, limitOf });
  }

  const found = () => findValues(forest.roots ?? [], searchText, MAX_FOUND, counts);

  /** Loads the names in closed branches, too, when the person searches for the first time. */
  async function loadNames(): Promise<void> {
    names = 'loading';
    await forest.loadAll();
    names = 'known';
    changed();
  }

  function reveal(id: number): void {
    revealed.add(id);
    // Its chip still names a value whose path cannot be opened.
    forest.reveal(id).catch(() => {});
  }

  return {
    forest,
    get searchText() {
      return searchText;
    },
    get wasSearched() {
      return names !== 'unknown';
    },
    get isSearching() {
      return names === 'loading';
    },
    use: (query, counted, isNarrowed) => {
      counts.use(query, counted, isNarrowed);
      if (forest.failure) state = 'new';
    },
    rows,
    found,
    countOf: counts.countOf,
    search: (text) => {
      searchText = text;
      if (text.trim() && names === 'unknown') void loadNames();
      changed();
    },
    showMore: ({ of, hidden }) => {
      const shown = limitOf(of);
      if (hidden === 0) limits.delete(of);
      else limits.set(of, VALUES_PER_STEP + (shown === FEW_VALUES ? 0 : shown));
      changed();
    },
    reveal,
    loadMissing: (chosen) => {
      if (state === 'new') {
        state = 'begun';
        void forest.load();
      }
      const { roots } = forest;
      if (!roots) return;
      const [root] = roots;
      if (state === 'begun' && root && roots.length === 1) forest.open(root);
      state = 'loaded';
      for (const id of chosen)
        if (revealed.size < MAX_REVEALED && !revealed.has(id) && !findBranch(roots, id)) reveal(id);
      if (searchText.trim()) {
        counts.count([], found());
        return;
      }
      const values = (rows(chosen) ?? []).filter((row) => row.shows === 'value');
      const open = values.filter(({ canOpen, branch }) => canOpen && branch.isOpen).map(({ branch }) => branch);
      counts.count(
        open,
        values.map(({ branch }) => branch),
      );
    },
    stop: () => {
      forest.stop();
      counts.stop();
    },
  };
}
