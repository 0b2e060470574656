import type { Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { AssetQuery } from './assets/asset-query.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { keepFocus } from './theme/keep-focus.ts';
import { noticeStyles } from './theme/notice.ts';
import { twistStyles } from './theme/twist.ts';
import { branchPath, type PlacedRow, rowsOf } from './tree/branches.ts';
import type { Forest } from './tree/forest.ts';
import { type Forests, openForests } from './tree/forests.ts';
import { type LimitedCounts, openLimitedCounts } from './tree/limited-counts.ts';
import { openRowWindow, settleRows } from './tree/row-window.ts';
import { openTypeAhead, treeActionOf } from './tree/tree-keys.ts';
import { treeState } from './tree/tree-state.ts';
import { treeStyles } from './tree/tree-styles.ts';
import { treeView } from './tree/tree-view.ts';
import { typeChoice } from './tree/type-choice.ts';

/** Height of a row whose name needs one line, in pixels. */
const ROW = 36;

/**
 * Shows the nodes of the catalogue as trees, one for each node type, and loads what is opened.
 *
 * @fires abs-node - a node was chosen; detail: `{node}`, which is undefined for the line that stands for all nodes
 */
export class AbsTree extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    type: { type: Number },
    roots: { attribute: false },
    limits: { attribute: false },
    selected: { type: Number },
    hidesAll: { type: Boolean, attribute: 'hides-all' },
    hidesEmpty: { type: Boolean, attribute: 'hides-empty' },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, twistStyles, treeStyles];

  /** ID of the node type whose tree is shown. Default: the first one of the catalogue. */
  declare type: number | undefined;
  /** IDs of the nodes to begin with, of any type. Default: all roots of the type. */
  declare roots: readonly number[];
  /** Which assets are counted. Default: all of the catalogue. */
  declare limits: AssetQuery;
  /** ID of the chosen node, which the tree reveals; undefined for all nodes. */
  declare selected: number | undefined;
  /** Leaves out the line that stands for all nodes. */
  declare hidesAll: boolean;
  /** Leaves out the message that there are no nodes, for a page that says so elsewhere. */
  declare hidesEmpty: boolean;

  #forests: Forests | undefined;
  #counts: LimitedCounts | undefined;
  #openedRoots: readonly number[] = [];
  readonly #window = openRowWindow(ROW);
  readonly #typeAhead = openTypeAhead();
  readonly #sizes = new ResizeObserver(() => this.requestUpdate());
  #rows: readonly PlacedRow[] = [];
  /** Key of the row that the keyboard is at. */
  #active = '';
  #isActiveSought = false;
  /** What was revealed last; also a click counts. */
  #revealed: number | undefined;

  constructor() {
    super();
    this.roots = this.#openedRoots;
    this.limits = {};
    this.hidesAll = false;
    this.hidesEmpty = false;
    keepFocus(this, () => this.renderRoot.querySelector<HTMLElement>('.scroller, .panel'));
  }

  /**
   * Opens the path to a node, in the tree of its type, and scrolls to it. Resolves with the nodes from the root to it; empty
   * if no tree shows it. Rejects if the service cannot be asked.
   */
  async reveal(id: number): Promise<readonly Node[]> {
    this.#revealed = id;
    const found = await this.#forests?.reveal(id);
    if (!found || this.#revealed !== id) return [];
    this.type = found.type;
    this.#activate(found.branch.key);
    return branchPath(found.branch).map(({ node }) => node);
  }

  /** The trees on the screen; undefined in a catalogue without node types. */
  get #forest(): Forest | undefined {
    return this.#forests?.of(this.type);
  }

  protected override catalogueChanged(): void {
    this.#forests?.stop();
    const { catalogue, roots } = this;
    this.#openedRoots = roots;
    this.#forests = catalogue && openForests(catalogue, roots, () => this.requestUpdate());
    this.#countAnew();
    if (this.selected !== undefined) this.#follow(this.selected);
  }

  #countAnew(): void {
    this.#counts?.stop();
    const { catalogue, limits } = this;
    this.#counts = catalogue && openLimitedCounts(catalogue.client, limits, () => this.requestUpdate());
  }

  /** Reveals what the page has selected. A node that no tree shows, or a service that is away, leaves the tree as it is. */
  #follow(id: number): void {
    this.reveal(id).catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#forests?.stop();
    this.#counts?.stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Pages write a new list with each of their updates.
    if (String(this.roots) !== String(this.#openedRoots)) this.catalogueChanged();
    else if (changed.has('limits')) this.#countAnew();
    const { selected } = this;
    if (changed.has('selected') && selected !== undefined && selected !== this.#revealed) this.#follow(selected);
    if (this.#forests) this.type = this.#forests.typeFor(this.type);
    const forest = this.#forest;
    if (forest && !forest.roots && !forest.failure) void forest.load();
    this.#rows = forest?.roots?.length ? rowsOf(forest.roots, !this.hidesAll) : [];
    this.#window.resize(this.#rows.map(({ key }) => key));
  }

  get #scroller(): HTMLElement | null {
    return this.renderRoot.querySelector('.scroller');
  }

  /** Index of the row that the keyboard is at. If it is gone, its nearest ancestor; at first, the selected one. */
  get #activeIndex(): number {
    for (let key = this.#active; key; key = key.slice(0, Math.max(0, key.lastIndexOf('-')))) {
      const index = this.#rows.findIndex((row) => row.key === key);
      if (index >= 0) return index;
    }
    return Math.max(
      0,
      this.#rows.findIndex((row) => this.#isSelected(row)),
    );
  }

  #isSelected({ shows, branch }: PlacedRow): boolean {
    return shows === 'all' ? this.selected === undefined : shows === 'node' && branch.node.id === this.selected;
  }

  #activate(key: string): void {
    this.#active = key;
    this.#isActiveSought = true;
    this.requestUpdate();
  }

  #keyPressed(event: KeyboardEvent): void {
    // A button within a row has keys of its own.
    if ((event.target as Element).closest('button')) return;
    const place = {
      rows: this.#rows,
      active: this.#activeIndex,
      isRightToLeft: getComputedStyle(this).direction === 'rtl',
    };
    const action = treeActionOf(event, place);
    const row = this.#rows[place.active];
    if (!row) return;
    if (action?.does === 'move') this.#activate(this.#rows[action.to]?.key ?? row.key);
    else if (action) this.#act(action.does, row);
    else if ([...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const found = this.#rows[this.#typeAhead.type(event.key, event.timeStamp, place) ?? -1];
      if (found) this.#activate(found.key);
    } else return;
    event.preventDefault();
  }

  #act(does: 'open' | 'close' | 'choose' | 'open-siblings', row: PlacedRow): void {
    const forest = this.#forest;
    if (!forest) return;
    this.#activate(row.key);
    if (does === 'choose') this.#choose(row, forest);
    else if (row.shows !== 'node') return;
    else if (does === 'open') forest.open(row.branch);
    else if (does === 'close') forest.close(row.branch);
    else forest.openSiblings(row.branch);
  }

  #choose(row: PlacedRow, forest: Forest): void {
    if (row.shows === 'failed' || (row.shows === 'loading' && row.branch.state === 'slow')) forest.retry(row.branch);
    if (row.shows !== 'node' && row.shows !== 'all') return;
    this.#revealed = row.branch?.node.id;
    this.selected = this.#revealed;
    if (row.branch && !row.branch.isOpen && row.branch.children?.length !== 0) forest.open(row.branch);
    this.tell('abs-node', { node: row.branch?.node });
  }

  #clicked(event: MouseEvent): void {
    const target = event.target as Element;
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    const row = this.#rows.find((candidate) => candidate.key === key);
    if (!row) return;
    const turns = row.shows === 'node' && target.closest('.opens');
    this.#act(turns ? (row.branch.isOpen ? 'close' : 'open') : 'choose', row);
  }

  protected override updated(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    this.#sizes.observe(scroller);
    const sought = this.#isActiveSought ? this.#activeIndex : undefined;
    const isSettled = settleRows(scroller, this.#window, sought);
    // Until the rows around it are measured, the place of the active row is an estimate.
    if (isSettled) this.#isActiveSought = false;
    else this.requestUpdate();
    const drawn = new Set([...scroller.querySelectorAll<HTMLElement>('.row')].map(({ dataset }) => dataset['key']));
    this.#counts?.count(this.#rows.flatMap(({ key, branch }) => (branch && drawn.has(key) ? [branch] : [])));
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const choose = (type: number) => {
      this.type = type;
      this.#active = '';
    };
    const choice = this.roots.length > 0 ? nothing : typeChoice(catalogue, this.type, choose);
    const rows = this.#rows;
    if (rows.length === 0) return html`${choice}${treeState(catalogue, this.#forest, this.hidesEmpty)}`;
    return html`${choice}${treeView({
      ...{ catalogue, rows, type: this.type, window: this.#window, scroller: this.#scroller },
      active: this.#activeIndex,
      isSelected: (row) => this.#isSelected(row),
      countOf: (branch) => this.#counts?.countOf(branch),
      keyPressed: (event) => this.#keyPressed(event),
      clicked: (event) => this.#clicked(event),
      scrolled: () => this.requestUpdate(),
    })}`;
  }
}

addTexts(EN_LATER);
customElements.define('abs-tree', AbsTree);

declare global {
  interface HTMLElementTagNameMap {
    'abs-tree': AbsTree;
  }
}
