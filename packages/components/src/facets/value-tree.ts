import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type Branch, findBranch } from '../tree/branches.ts';
import { type Forest, openForest } from '../tree/forest.ts';
import { type NodeCounts, openNodeCounts } from '../tree/node-counts.ts';
import { FEW_VALUES, findValues, type ValueRow, valueRows } from './value-rows.ts';

/** The values of a facet of nodes, in the tree that they form. */
export interface ValueTree {
  readonly forest: Pick<Forest, 'open' | 'close' | 'failure'>;
  /** Text that names must contain; empty for all. */
  readonly wanted: string;
  /** True once somebody has looked for a name: the field for it then stays. */
  readonly wasSearched: boolean;
  /** True while names that may contain the text are loaded. */
  readonly isSearching: boolean;
  /** Takes over the counts that the service has sent for a query. With `isNarrowed`, the values keep their order. */
  use(query: AssetQuery, counted: ReadonlyMap<number, number>, isNarrowed: boolean): void;
  /** What shows while no text is wanted; undefined while the tree is loaded, and if it cannot be. */
  rows(chosen: ReadonlySet<number>): readonly ValueRow[] | undefined;
  /** The values with the wanted text. */
  found(): readonly Branch[];
  countOf(branch: Branch): number | undefined;
  /** Shows only values whose names contain a text. */
  want(text: string): void;
  /** Shows more siblings of a branch, or the first ones only if none is hidden. */
  showMore(row: ValueRow & { readonly shows: 'more' }): void;
  /** Opens the path to a value. */
  reveal(id: number): void;
  /** Loads and counts what the last drawing lacked. To be called after it. */
  settle(chosen: ReadonlySet<number>): void;
  /** Ends all requests. */
  stop(): void;
}

/** Siblings that are added at once. */
export const VALUES_PER_STEP = 50;

/** Values with a wanted text that are shown. */
const MOST_FOUND = 50;

/** Chosen values whose paths are opened at first. */
const MOST_REVEALED = 5;

/** Opens the values of a facet `node_<type>`. Loads nothing before `settle`. `changed` is called after each answer. */
export function openValueTree({ client }: Catalogue, facet: string, changed: () => void): ValueTree {
  const forest = openForest({ client, top: Number(facet.slice('node_'.length)), changed });
  const counts: NodeCounts = openNodeCounts(client, facet, changed);
  const most = new Map<string, number>();
  const revealed = new Set<number>();
  let wanted = '';
  let state: 'new' | 'begun' | 'loaded' = 'new';
  let names: 'unknown' | 'loading' | 'known' = 'unknown';

  const mostOf = (key: string) => most.get(key) ?? FEW_VALUES;

  function rows(chosen: ReadonlySet<number>): readonly ValueRow[] | undefined {
    const { countOf, rankOf, isCounting } = counts;
    const isChosen = ({ node }: Branch) => chosen.has(node.id);
    return forest.roots && valueRows(forest.roots, { countOf, rankOf, isCounting, isChosen, mostOf });
  }

  const found = () => findValues(forest.roots ?? [], wanted, MOST_FOUND, counts);

  /** Names in branches that nobody has opened are loaded when somebody looks for one. */
  async function loadNames(): Promise<void> {
    names = 'loading';
    await forest.loadAll();
    names = 'known';
    changed();
  }

  function reveal(id: number): void {
    revealed.add(id);
    forest.reveal(id).catch(() => {});
  }

  return {
    forest,
    get wanted() {
      return wanted;
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
    want: (text) => {
      wanted = text;
      if (text.trim() && names === 'unknown') void loadNames();
      changed();
    },
    showMore: ({ of, hidden }) => {
      const shown = mostOf(of);
      if (hidden === 0) most.delete(of);
      else most.set(of, VALUES_PER_STEP + (shown === FEW_VALUES ? 0 : shown));
      changed();
    },
    reveal,
    settle: (chosen) => {
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
        if (revealed.size < MOST_REVEALED && !revealed.has(id) && !findBranch(roots, id)) reveal(id);
      if (wanted.trim()) {
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
