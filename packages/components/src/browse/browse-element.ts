import type { Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import '../abs-grid.ts';
import { type AssetQuery, isWhole, withinLimits, withoutLimits } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { drawerStyles, modalStyles } from '../theme/dialogs.ts';
import { keepFocus } from '../theme/keep-focus.ts';
import { noticeStyles } from '../theme/notice.ts';
import { browseStyles } from './browse-styles.ts';
import { openNavigation } from './navigation.ts';
import { goneNotice, openListPath } from './node-path.ts';
import { openPanels } from './panels.ts';
import { toolbar } from './toolbar.ts';
import { keepViewSettings, readViewSettings, type ViewSettings } from './view-settings.ts';

/**
 * What the page and the picker have in common: tree, search, filters, toolbar and grid. It changes `query` itself.
 *
 * @fires abs-query - the person chose another place, text, filter or order; detail: `{query}`
 * @fires abs-place - the path to the node of the query is known; detail: `{path}`
 * @fires abs-open - see abs-grid
 * @fires abs-select - see abs-grid
 * @fires abs-scroll - see abs-grid
 */
export class AbsBrowse extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: { attribute: false },
    limits: { attribute: false },
    selectable: { type: String },
    landmarks: { type: Boolean },
    most: { type: Number },
    picks: { type: Boolean },
    locked: { type: Boolean },
    selected: { attribute: false },
    settings: { state: true },
    total: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, modalStyles, drawerStyles, ...browseStyles];

  declare query: AssetQuery;
  /** What the person cannot leave: a node, filters. */
  declare limits: AssetQuery;
  declare selectable: 'none' | 'one' | 'many';
  /** True where the element is the whole page: its header and its list are then the landmarks of the page. */
  declare landmarks: boolean;
  declare most: number;
  /** A click selects, for a picker: the selection outlasts each list, and the picker shows it. */
  declare picks: boolean;
  /** Nobody can use the list for a moment. */
  declare locked: boolean;
  /** IDs of the selected assets. */
  declare selected: readonly number[];

  declare private settings: ViewSettings;
  declare private total: number | undefined;
  readonly #path = openListPath(
    () => {
      this.requestUpdate();
      if (this.#lacksLimit)
        console.error(`abs-picker: filter names node ${this.limits.node}, which is gone or hidden.`);
    },
    (path) => this.tell('abs-place', { path }),
  );
  readonly #panels = openPanels(this, () => this.settings.showsFilters);
  readonly #navigation = openNavigation({
    place: this,
    tell: (detail) => this.tell('abs-query', detail),
    left: () => this.#panels.close(),
  });
  /** What the elements within show: the query within the limits. */
  #limited: AssetQuery = {};
  /** What of it the person has chosen, and can take back. */
  #own: AssetQuery = {};

  constructor() {
    super();
    this.query = {};
    this.limits = {};
    this.selectable = 'many';
    this.landmarks = false;
    this.most = 1000;
    this.picks = false;
    this.locked = false;
    this.selected = [];
    this.settings = readViewSettings();
    keepFocus(this, () => this.#heading);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#path.forget();
  }

  /** Shows the asset at a position of the list. */
  goTo(position: number): void {
    // The list of a query that was set just before, not the one that it replaces.
    void this.updateComplete.then(() => this.#grid?.goTo(position));
  }

  /** Gives the focus to the list. */
  override focus(): void {
    this.#grid?.focus();
  }

  get #grid() {
    return this.renderRoot.querySelector('abs-grid');
  }

  get #heading(): HTMLElement | null {
    return this.renderRoot.querySelector('.toolbar h2');
  }

  protected override catalogueChanged(): void {
    this.#path.forget();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('query')) this.total = undefined;
    // The same objects as long as they say the same: with others, the list and the counts would be loaded again.
    if (changed.has('query') || changed.has('limits')) {
      this.#limited = withinLimits(this.query, this.limits);
      this.#own = withoutLimits(this.#limited, this.limits);
    }
    if (this.catalogue) this.#path.show(this.catalogue.client, this.#limited.node);
  }

  /** From the root to the node of the list. What lies above the limits cannot be reached. */
  get #reachable(): readonly Node[] {
    const { nodes } = this.#path;
    const top = nodes.findIndex(({ id }) => id === this.limits.node);
    return nodes.slice(Math.max(0, top));
  }

  /** Goes to a node by a button that is no longer there afterwards: the heading of the list gets the focus. */
  async #moveTo(node: Pick<Node, 'id'> | undefined): Promise<void> {
    this.#navigation.goTo(node);
    await this.updateComplete;
    this.#heading?.focus();
  }

  #showFilters(): void {
    if (this.#panels.isNarrow) this.#panels.openFilters();
    else this.#look({ ...this.settings, showsFilters: !this.settings.showsFilters });
  }

  #look(settings: ViewSettings): void {
    this.settings = settings;
    keepViewSettings(settings);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, settings } = this;
    if (!catalogue) return nothing;
    const query = this.#limited;
    const { say } = catalogue;
    const panels = this.#panels;
    const { queryChosen, nodeChosen } = this.#navigation;
    return html`<div
      class="top"
      role=${this.landmarks ? 'banner' : nothing}
      @abs-query=${queryChosen}
      @abs-node=${nodeChosen}
    >
        <slot name="first"></slot>
        ${panels.treeButton(say)}
        <slot name="start"></slot>
        ${panels.search(say, html`<abs-search .query=${query}></abs-search>`)}
        <slot name="end"></slot>
      </div>
      <div class="columns ${panels.isNarrow ? 'narrow' : ''}">
        ${panels.treePanel(say, this.#tree(query))}
        <div class="main" role=${this.landmarks ? 'main' : nothing}>
          <slot name="message"></slot>
          ${
            this.#path.isGone
              ? nothing
              : toolbar({
                  ...{ catalogue, query, settings, chosen: this.#own, total: this.total, isNarrow: panels.isNarrow },
                  path: this.#reachable,
                  loading: this.#path,
                  retryPath: this.#path.retry,
                  goTo: (node) => void this.#moveTo(node),
                  sort: (sorting) => this.#navigation.ask({ ...this.query, sorting }),
                  look: (chosen) => this.#look(chosen),
                  showFilters: () => this.#showFilters(),
                })
          }
          <div class="list">
            ${this.#list(catalogue, query)}
            ${panels.filterPanel(say, html`<abs-facets .query=${this.#own} .limits=${this.limits} @abs-query=${queryChosen}></abs-facets>`)}
          </div>
          <slot name="selection"></slot>
        </div>
      </div>`;
  }

  /** True if what the person cannot leave is not there. */
  get #lacksLimit(): boolean {
    return this.#path.isGone && this.#limited.node === this.limits.node;
  }

  #tree({ node }: AssetQuery): TemplateResult | typeof nothing {
    // The list says so.
    if (this.#lacksLimit) return nothing;
    const roots = this.limits.node === undefined ? [] : [this.limits.node];
    // The list says that the catalogue is empty.
    const isEmpty = this.total === 0 && !this.#panels.isNarrow && isWhole(this.#limited);
    return html`<abs-tree
      .roots=${roots}
      .limits=${this.limits}
      .selected=${node}
      ?hides-empty=${isEmpty}
      @abs-node=${this.#navigation.nodeChosen}
    ></abs-tree>`;
  }

  #list({ say }: Catalogue, query: AssetQuery): TemplateResult {
    if (this.#path.isGone) return goneNotice(say, this.#lacksLimit ? undefined : () => void this.#moveTo(undefined));
    return html`<abs-grid
      ?inert=${this.locked}
      .query=${query}
      .chosen=${this.#own}
      .view=${this.settings.view}
      .tile=${this.settings.tile}
      .captions=${this.settings.view === 'square'}
      .selectable=${this.selectable}
      .most=${this.most}
      .picks=${this.picks}
      .keepsSelection=${this.picks}
      .selected=${this.selected}
      @abs-list=${({ detail }: CustomEvent<{ total: number }>) => {
        this.total = detail.total;
        // What kept the path away has ended.
        if (this.#path.failure) this.#path.retry();
        this.#panels.listArrived();
      }}
    ></abs-grid>`;
  }
}

customElements.define('abs-browse', AbsBrowse);

declare global {
  interface HTMLElementTagNameMap {
    'abs-browse': AbsBrowse;
  }
}
