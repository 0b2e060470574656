import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type Branch, findBranch } from '../tree/branches.ts';
import { Forest } from '../tree/forest.ts';
import { NodeCounts } from '../tree/node-counts.ts';
import type { FacetTree } from './facet-names.ts';
import { FEW_VALUES, findValues, type ValueRow, valueRows } from './value-rows.ts';

/** Number of siblings that one press on "Show more" adds; the first press shows this many in all. */
export const VALUES_PER_STEP = 50;

/** Maximum number of values that a search shows. */
const MAX_FOUND = 50;

/** Once so many paths have been opened, no further chosen value has its path opened by itself. */
const MAX_REVEALED = 5;

/** The values of a facet that are nodes, as a tree. Sends no request before `loadMissing`. */
export class ValueTree {
  readonly forest: Forest;
  readonly #counts: NodeCounts;
  readonly #changed: () => void;
  readonly #hidesRoot: boolean;
  /** Number of children to show, by the key of their parent. */
  readonly #limits = new Map<string, number>();
  readonly #revealed = new Set<number>();
  #searchText = '';
  #state: 'new' | 'begun' | 'loaded' = 'new';
  #names: 'unknown' | 'loading' | 'known' = 'unknown';

  /** `changed` is called after each answer. */
  constructor(catalogue: Catalogue, facet: string, { top, hidesRoot }: FacetTree, changed: () => void) {
    this.forest = new Forest({ client: catalogue.client, top, changed });
    this.#hidesRoot = hidesRoot;
    this.#counts = new NodeCounts(catalogue, facet, changed);
    this.#changed = changed;
  }

  /** Text that names must contain; empty for all. */
  get searchText(): string {
    return this.#searchText;
  }

  /** True once the person has searched for a name: from then on, the search field stays. */
  get wasSearched(): boolean {
    return this.#names !== 'unknown';
  }

  /** True while names that may contain the text are being loaded. */
  get isSearching(): boolean {
    return this.#names === 'loading';
  }

  /**
   * Shows the counts of the service for a query, by the ID of the value. With `isNarrowed`, the query restricts this facet,
   * and the values keep their order.
   */
  use(query: AssetQuery, counted: ReadonlyMap<number, number>, isNarrowed: boolean): void {
    this.#counts.use(query, counted, isNarrowed);
    if (this.forest.failure) this.#state = 'new';
  }

  /** Returns the rows of the tree, whatever `searchText` is; undefined until the tree is loaded. */
  rows(chosen: ReadonlySet<number>): readonly ValueRow[] | undefined {
    const roots = this.#tops;
    const isChosen = ({ node }: Branch) => chosen.has(node.id);
    return roots && valueRows(roots, this.#counts, { isChosen, limitOf: (key) => this.#limitOf(key) });
  }

  /** Returns the values whose names contain `searchText`, at most 50. */
  found(): readonly Branch[] {
    return findValues(this.#tops ?? [], this.#searchText, MAX_FOUND, this.#counts);
  }

  countOf(branch: Branch): number | undefined {
    return this.#counts.countOf(branch);
  }

  /** Sets `searchText`, and the first time loads the names in closed branches, too. */
  search(text: string): void {
    this.#searchText = text;
    if (text.trim() && this.#names === 'unknown') void this.#loadNames();
    this.#changed();
  }

  /** Shows `VALUES_PER_STEP` more siblings of a branch; if none is hidden, only the first ones again. */
  showMore({ of, hidden }: ValueRow & { readonly shows: 'more' }): void {
    const shown = this.#limitOf(of);
    if (hidden === 0) this.#limits.delete(of);
    else this.#limits.set(of, VALUES_PER_STEP + (shown === FEW_VALUES ? 0 : shown));
    this.#changed();
  }

  /** Opens the path to a value. */
  reveal(id: number): void {
    this.#revealed.add(id);
    // Its chip still names a value whose path cannot be opened.
    this.forest.reveal(id).catch(() => {});
  }

  /** Loads and counts what the last drawing lacked. Call it after each drawing; nothing else begins to load the tree. */
  loadMissing(chosen: ReadonlySet<number>): void {
    if (this.#state === 'new') {
      this.#state = 'begun';
      void this.forest.load();
    }
    const { roots } = this.forest;
    if (!roots) return;
    const [root] = roots;
    if (this.#state === 'begun' && root && roots.length === 1) this.forest.open(root);
    this.#state = 'loaded';
    for (const id of chosen)
      if (this.#revealed.size < MAX_REVEALED && !this.#revealed.has(id) && !findBranch(roots, id)) this.reveal(id);
    if (this.#searchText.trim()) {
      this.#counts.count([], this.found());
      return;
    }
    const values = (this.rows(chosen) ?? []).filter((row) => row.shows === 'value');
    const open = values.filter(({ canOpen, branch }) => canOpen && branch.isOpen).map(({ branch }) => branch);
    this.#counts.count(
      this.#hidesRoot ? [...roots, ...open] : open,
      values.map(({ branch }) => branch),
    );
  }

  /** Aborts all requests. */
  stop(): void {
    this.forest.stop();
    this.#counts.stop();
  }

  /** The highest values; undefined until they are loaded. */
  get #tops(): readonly Branch[] | undefined {
    const { roots } = this.forest;
    if (!this.#hidesRoot || !roots) return roots;
    // A root that failed to load stays with the button that loads it again.
    const tops = roots.map((root) => (root.state === 'failed' ? [root] : root.children));
    return tops.includes(undefined) ? undefined : tops.flatMap((branches) => branches ?? []);
  }

  #limitOf(key: string): number {
    return this.#limits.get(key) ?? FEW_VALUES;
  }

  async #loadNames(): Promise<void> {
    this.#names = 'loading';
    await this.forest.loadAll();
    this.#names = 'known';
    this.#changed();
  }
}
