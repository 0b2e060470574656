import type { Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import '../abs-grid.ts';
import { type AssetQuery, withinLimits, withoutLimits } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { drawerStyles, modalStyles } from '../theme/dialogs.ts';
import { noticeStyles } from '../theme/notice.ts';
import { browseStyles } from './browse-styles.ts';
import { goneNotice, openListPath } from './node-path.ts';
import { openPanels } from './panels.ts';
import { toolbar } from './toolbar.ts';
import { toolbarStyles } from './toolbar-styles.ts';
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

  static override styles = [
    ...CatalogueElement.styles,
    noticeStyles,
    modalStyles,
    drawerStyles,
    browseStyles,
    toolbarStyles,
  ];

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
    () => this.requestUpdate(),
    (path) => this.tell('abs-place', { path }),
  );
  readonly #panels = openPanels(this, () => this.settings.showsFilters);
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

  #ask(query: AssetQuery, detail: Readonly<Record<string, unknown>> = {}): void {
    this.#panels.close();
    const chosen = withoutLimits(query, this.limits);
    if (this.tell('abs-query', { ...detail, query: chosen })) this.query = chosen;
  }

  /** Goes to a node by a button that is no longer there afterwards: the heading of the list gets the focus. */
  async #moveTo(node: Pick<Node, 'id'> | undefined): Promise<void> {
    this.#goTo(node);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.toolbar h2')?.focus();
  }

  /** A node is a place of its own; what was searched for elsewhere does not apply there. */
  #goTo(node: Pick<Node, 'id'> | undefined): void {
    const { sorting } = this.query;
    this.#ask({ ...(node && { node: node.id, isDeep: true }), ...(sorting && { sorting }) });
  }

  #queryChosen(event: CustomEvent<{ query: AssetQuery }>): void {
    event.stopPropagation();
    // Filters are chosen one after the other, so their drawer stays open.
    const isFilter = (event.target as Element).localName === 'abs-facets';
    if (isFilter && this.tell('abs-query', event.detail)) this.query = event.detail.query;
    else if (!isFilter) this.#ask(event.detail.query, event.detail);
  }

  #nodeChosen(event: CustomEvent<{ node: Node | undefined }>): void {
    event.stopPropagation();
    this.#goTo(event.detail.node);
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
    return html`<div
      class="top"
      role=${this.landmarks ? 'banner' : nothing}
      @abs-query=${this.#queryChosen}
      @abs-node=${this.#nodeChosen}
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
                  say,
                  query,
                  path: this.#reachable,
                  total: this.total,
                  settings,
                  isNarrow: panels.isNarrow,
                  filterCount: restrictionsOf(this.#own),
                  pathFailure: this.#path.failure,
                  retryPath: () => this.#retryPath(),
                  goTo: (node) => void this.#moveTo(node),
                  sort: (sorting) => this.#ask({ ...this.query, sorting }),
                  look: (chosen) => this.#look(chosen),
                  showFilters: () => this.#showFilters(),
                })
          }
          <div class="list">
            ${this.#list(catalogue, query)}
            ${panels.filterPanel(say, this.#facets())}
          </div>
          <slot name="selection"></slot>
        </div>
      </div>`;
  }

  #tree({ node }: AssetQuery): TemplateResult {
    const roots = this.limits.node === undefined ? [] : [this.limits.node];
    return html`<abs-tree .roots=${roots} .selected=${node} @abs-node=${this.#nodeChosen}></abs-tree>`;
  }

  #facets(): TemplateResult {
    return html`<abs-facets .query=${this.#own} .limits=${this.limits} @abs-query=${this.#queryChosen}></abs-facets>`;
  }

  #retryPath(): void {
    this.#path.forget();
    this.requestUpdate();
  }

  #list({ say }: Catalogue, query: AssetQuery): TemplateResult {
    if (this.#path.isGone) return goneNotice(say, () => void this.#moveTo(undefined));
    return html`<abs-grid
      ?inert=${this.locked}
      .query=${query}
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
        if (this.#path.failure) this.#retryPath();
        this.#panels.listArrived();
      }}
    ></abs-grid>`;
  }
}

/** Number of values of filters and ranges of dates, each of which is a chip. */
function restrictionsOf({ filters = [], uploaded, modified }: AssetQuery): number {
  return [uploaded, modified, ...filters.flatMap(({ values }) => values)].filter((each) => each !== undefined).length;
}

customElements.define('abs-browse', AbsBrowse);

declare global {
  interface HTMLElementTagNameMap {
    'abs-browse': AbsBrowse;
  }
}
