import type { Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { type AssetQuery, QUERY_PROPERTY } from './assets/asset-query.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { define } from './catalogue/define.ts';
import type { EventDetails } from './catalogue/event-details.ts';
import { retryWhenBusy } from './catalogue/retry-when-busy.ts';
import { EN_AROUND } from './texts/en-around.ts';
import { addTexts } from './texts/texts.ts';
import { keepFocus } from './theme/keep-focus.ts';
import noticeStyles from './theme/notice.css';
import rowStyles from './theme/rows.css';
import { branchPath, type PlacedRow, rowsOf } from './tree/branches.ts';
import type { Forest } from './tree/forest.ts';
import { Forests } from './tree/forests.ts';
import { LimitedCounts } from './tree/limited-counts.ts';
import { RowWindow, settleRows } from './tree/row-window.ts';
import treeStyles from './tree/tree.css';
import { TypeAhead, treeActionOf } from './tree/tree-keys.ts';
import { treeState } from './tree/tree-state.ts';
import { treeView } from './tree/tree-view.ts';
import { typeChoice } from './tree/type-choice.ts';

/** Height of a row whose name needs one line, in pixels. */
const ROW = 36;

/**
 * The nodes of the catalogue as trees of one node type at a time. Arrow keys expand and collapse; typing jumps to a
 * name.
 *
 * @fires abs-node - the person chose a node; detail: `{node}`, undefined for all nodes
 */
export class AbsTree extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    type: { type: Number },
    roots: { attribute: false },
    limits: QUERY_PROPERTY,
    nodeId: { type: Number, attribute: 'node-id' },
    hidesAll: { type: Boolean, attribute: 'hides-all' },
    hidesEmpty: { type: Boolean, attribute: 'hides-empty' },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, rowStyles, treeStyles];

  /** ID of the node type. Default: the first one of the catalogue. */
  declare type: number | undefined;
  /** IDs of root nodes, of any type. Default: all of the type. */
  declare roots: readonly number[];
  /** Which assets are counted. Default: all. */
  declare limits: AssetQuery;
  /** ID of the chosen node, which the tree reveals. */
  declare nodeId: number | undefined;
  /** Leaves out the line for all nodes. */
  declare hidesAll: boolean;
  /** Leaves out the message that there are no nodes. */
  declare hidesEmpty: boolean;

  #forests: Forests | undefined;
  #counts: LimitedCounts | undefined;
  #openedRoots: readonly number[] = [];
  readonly #window = new RowWindow(ROW);
  readonly #typeAhead = new TypeAhead();
  readonly #sizes = new ResizeObserver(() => this.requestUpdate());
  readonly #busy = retryWhenBusy(() => this.#follow());
  #rows: readonly PlacedRow[] = [];
  /** True if the rows must be listed again. */
  #hasChanged = false;
  /** Key of the active row, on which keys act. */
  #active = '';
  /** True until the active row has been scrolled to. */
  #mustReachActive = false;
  /** ID of the node that was last revealed or clicked; undefined since another type was chosen. */
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
   * Opens the path to a node. Resolves with the nodes from the root to it, or with none.
   */
  async reveal(id: number): Promise<readonly Node[]> {
    this.#remember(id);
    const found = await this.#forests?.reveal(id);
    if (!found || this.#revealed !== id) return [];
    this.type = found.type;
    this.#activate(found.branch.key);
    return branchPath(found.branch).map(({ node }) => node);
  }

  /** Returns the node under the mouse, or on which a key acts, as `abs-node` tells it. */
  nodeOf(event: Event): EventDetails['abs-node'] | undefined {
    const isKey = event.type === 'keydown';
    if (isKey && event.composedPath()[0] !== this.#scroller) return undefined;
    const row = isKey ? this.#rows[this.#activeIndex] : this.#rowOf(event);
    return row?.shows === 'node' || row?.shows === 'all' ? { node: row.branch?.node } : undefined;
  }

  /** The row on which a mouse event happened. */
  #rowOf(event: Event): PlacedRow | undefined {
    const key = (event.composedPath()[0] as Element).closest<HTMLElement>('[data-key]')?.dataset['key'];
    return this.#rows.find((row) => row.key === key);
  }

  #remember(revealed: number | undefined): void {
    this.#revealed = revealed;
    this.#busy.stop();
  }

  /** The trees on the screen; undefined in a catalogue without node types. */
  get #forest(): Forest | undefined {
    return this.#forests?.of(this.type);
  }

  protected override catalogueChanged(): void {
    this.#forests?.stop();
    const { catalogue, roots } = this;
    this.#openedRoots = roots;
    const changed = () => {
      this.#hasChanged = true;
      this.requestUpdate();
    };
    changed();
    this.#forests = catalogue && new Forests(catalogue, roots, changed);
    this.#openCounts();
    this.#follow();
  }

  #openCounts(): void {
    this.#counts?.stop();
    const { catalogue, limits, roots } = this;
    this.#counts = catalogue && new LimitedCounts(catalogue, limits, roots, () => this.requestUpdate());
  }

  /**
   * Reveals the chosen node. The tree stays as it is if it lacks the node, or if a request fails; a busy service is asked again.
   */
  #follow(): void {
    const { nodeId } = this;
    if (nodeId === undefined) {
      this.#remember(undefined);
      return;
    }
    this.reveal(nodeId).catch((error) => {
      if (this.#revealed === nodeId) this.#busy.failed(error);
    });
  }

  #retry(): void {
    void this.#forest?.reload();
    if (this.#revealed === this.nodeId) this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#busy.stop();
    this.#forests?.stop();
    this.#counts?.stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Frameworks set undefined or null when they remove a property.
    this.roots ??= [];
    this.limits ??= {};
    // Pages may set a new list with the same roots on each update.
    if (String(this.roots) !== String(this.#openedRoots)) this.catalogueChanged();
    else if (changed.has('limits')) this.#openCounts();
    const { nodeId } = this;
    if (changed.has('nodeId') && nodeId !== this.#revealed) this.#follow();
    if (this.#forests) this.type = this.#forests.typeFor(this.type);
    const forest = this.#forest;
    if (forest && !forest.roots && !forest.failure) void forest.load();
    if (!this.#hasChanged && !changed.has('type') && !changed.has('hidesAll')) return;
    this.#hasChanged = false;
    this.#rows = forest?.roots?.length ? rowsOf(forest.roots, !this.hidesAll) : [];
    this.#window.resize(this.#rows.map(({ key }) => key));
  }

  get #scroller(): HTMLElement | null {
    return this.renderRoot.querySelector('.scroller');
  }

  /** Index of the active row. If the row is gone, its nearest ancestor; at first, the chosen row. */
  get #activeIndex(): number {
    for (let key = this.#active; key; key = key.slice(0, Math.max(0, key.lastIndexOf('-')))) {
      const index = this.#rows.findIndex((row) => row.key === key);
      if (index >= 0) return index;
    }
    return Math.max(
      0,
      this.#rows.findIndex((row) => this.#isChosen(row)),
    );
  }

  #isChosen({ shows, branch }: PlacedRow): boolean {
    return shows === 'all' ? this.nodeId === undefined : shows === 'node' && branch.node.id === this.nodeId;
  }

  #activate(key: string): void {
    this.#active = key;
    this.#mustReachActive = true;
    this.requestUpdate();
  }

  #keyPressed(event: KeyboardEvent): void {
    // A button within a row handles its keys itself.
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
    else void forest.openSiblings(row.branch);
  }

  #choose(row: PlacedRow, forest: Forest): void {
    if (row.shows === 'failed' || (row.shows === 'loading' && row.branch.state !== 'loading'))
      void forest.retry(row.branch);
    if (row.shows !== 'node' && row.shows !== 'all') return;
    this.#remember(row.branch?.node.id);
    this.nodeId = this.#revealed;
    if (row.branch && !row.branch.isOpen && row.branch.children?.length !== 0) forest.open(row.branch);
    this.tell('abs-node', { node: row.branch?.node });
  }

  #clicked(event: MouseEvent): void {
    const row = this.#rowOf(event);
    if (!row) return;
    const isTwist = row.shows === 'node' && (event.target as Element).closest('.opens');
    this.#act(isTwist ? (row.branch.isOpen ? 'close' : 'open') : 'choose', row);
  }

  protected override updated(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    this.#sizes.observe(scroller);
    const wanted = this.#mustReachActive ? this.#activeIndex : undefined;
    const isSettled = settleRows(scroller, this.#window, wanted);
    // The place of the active row is an estimate until the rows around it have been measured.
    if (isSettled) this.#mustReachActive = false;
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
      this.#remember(undefined);
    };
    const choice = this.roots.length > 0 ? nothing : typeChoice(catalogue, this.type, choose);
    const rows = this.#rows;
    if (rows.length === 0)
      return html`${choice}${treeState(catalogue, this.#forest, this.hidesEmpty, () => this.#retry())}`;
    return html`${choice}${treeView({
      ...{ catalogue, rows, type: this.type, window: this.#window, scroller: this.#scroller },
      active: this.#activeIndex,
      isSelected: (row) => this.#isChosen(row),
      countOf: (branch) => this.#counts?.countOf(branch),
      keyPressed: (event) => this.#keyPressed(event),
      clicked: (event) => this.#clicked(event),
      scrolled: () => this.requestUpdate(),
    })}`;
  }
}

addTexts(EN_AROUND);
define('abs-tree', AbsTree);

declare global {
  interface HTMLElementTagNameMap {
    'abs-tree': AbsTree;
  }
}
