import type { Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import '../abs-grid.ts';
import '../abs-search.ts';
import '../abs-tree.ts';
import { type AssetQuery, withinLimits } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { drawerStyles, modal, modalStyles } from '../theme/dialogs.ts';
import { icon } from '../theme/icons.ts';
import { notice, noticeStyles } from '../theme/notice.ts';
import { browseStyles } from './browse-styles.ts';
import { loadNodePath } from './node-path.ts';
import { toolbar } from './toolbar.ts';
import { toolbarStyles } from './toolbar-styles.ts';
import { keepViewSettings, readViewSettings, type ViewSettings } from './view-settings.ts';

/** Width of the element in pixels below which the tree and the filters are drawers. */
const NARROW = 860;

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
    selected: { attribute: false },
    settings: { state: true },
    path: { state: true },
    total: { state: true },
    failure: { state: true },
    isNarrow: { state: true },
    filters: { state: true },
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
  /** IDs of the selected assets. */
  declare selected: readonly number[];

  declare private settings: ViewSettings;
  declare private path: readonly Node[];
  declare private total: number | undefined;
  declare private failure: unknown;
  declare private isNarrow: boolean;
  /** Whether the filters are there, which are loaded when they are first shown. */
  declare private filters: 'none' | 'ready' | 'failed';
  #pathOf: number | undefined;
  /** What the elements within show: the query within the limits. */
  #limited: AssetQuery = {};
  #loading: AbortController | undefined;
  readonly #sizes = new ResizeObserver(([entry]) => {
    this.isNarrow = (entry?.contentRect.width ?? NARROW) < NARROW;
  });

  constructor() {
    super();
    this.query = {};
    this.limits = {};
    this.selectable = 'many';
    this.landmarks = false;
    this.most = 1000;
    this.picks = false;
    this.selected = [];
    this.settings = readViewSettings();
    this.path = [];
    this.isNarrow = innerWidth < NARROW;
    this.filters = 'none';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#loading?.abort();
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
    this.#pathOf = undefined;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('query')) this.total = undefined;
    if (!this.hasUpdated && this.settings.hasFilters) void this.#loadFilters();
    // The same object as long as it says the same: with another one, the list would be loaded again.
    if (changed.has('query') || changed.has('limits')) this.#limited = withinLimits(this.query, this.limits);
    const { node } = this.#limited;
    if (this.catalogue && node !== this.#pathOf) void this.#loadPath(this.catalogue, node);
  }

  async #loadPath({ client }: Catalogue, node: number | undefined): Promise<void> {
    this.#loading?.abort();
    this.#pathOf = node;
    this.path = [];
    this.failure = undefined;
    const loading = new AbortController();
    this.#loading = loading;
    try {
      const path = node === undefined ? [] : await loadNodePath(client, node, loading.signal);
      if (loading.signal.aborted) return;
      // What lies above the limits cannot be reached.
      this.path = path.slice(
        Math.max(
          0,
          path.findIndex(({ id }) => id === this.limits.node),
        ),
      );
      this.tell('abs-place', { path });
    } catch (error) {
      if (!loading.signal.aborted) this.failure = error;
    }
  }

  #ask(query: AssetQuery, detail: Readonly<Record<string, unknown>> = {}): void {
    this.#closeDrawers();
    if (this.tell('abs-query', { ...detail, query })) this.query = query;
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

  #openDrawer(name: 'tree' | 'filter'): void {
    this.renderRoot.querySelector<HTMLDialogElement>(`dialog.${name}-drawer`)?.showModal();
  }

  #closeDrawers(): void {
    for (const dialog of this.renderRoot.querySelectorAll('dialog')) dialog.close();
  }

  async #loadFilters(): Promise<void> {
    try {
      await import('../abs-facets.ts');
      this.filters = 'ready';
    } catch {
      this.filters = 'failed';
    }
  }

  #showFilters(): void {
    void this.#loadFilters();
    if (this.isNarrow) this.#openDrawer('filter');
    else this.#look({ ...this.settings, hasFilters: !this.settings.hasFilters });
  }

  #look(settings: ViewSettings): void {
    this.settings = settings;
    keepViewSettings(settings);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, isNarrow } = this;
    if (!catalogue) return nothing;
    const query = this.#limited;
    const { say } = catalogue;
    return html`<div
      class="top"
      role=${this.landmarks ? 'banner' : nothing}
      @abs-query=${this.#queryChosen}
      @abs-node=${this.#nodeChosen}
    >
        <slot name="first"></slot>
        ${
          isNarrow
            ? html`<button type="button" class="quiet" aria-haspopup="dialog" aria-label=${say('browse.menu')} @click=${() => this.#openDrawer('tree')}>
                ${icon('menu')}
              </button>`
            : nothing
        }
        <slot name="start"></slot>
        <abs-search .query=${query}></abs-search>
        <slot name="end"></slot>
      </div>
      <div class="columns ${isNarrow ? 'narrow' : ''}">
        ${this.#side(catalogue, query)}
        <div class="main" role=${this.landmarks ? 'main' : nothing}>
          <slot name="message"></slot>
          ${toolbar({
            ...{ say, query, path: this.path, total: this.total, settings: this.settings, isNarrow },
            filterCount: (this.query.filters ?? []).length + (query.uploaded ? 1 : 0) + (query.modified ? 1 : 0),
            goTo: (node) => this.#goTo(node),
            sort: (sorting) => this.#ask({ ...this.query, sorting }),
            look: (settings) => this.#look(settings),
            showFilters: () => this.#showFilters(),
          })}
          ${this.#selection(catalogue)}
          <div class="list">${this.#list(catalogue, query)} ${this.#filters(catalogue, query)}</div>
        </div>
      </div>`;
  }

  #side({ say }: Catalogue, query: AssetQuery): TemplateResult {
    const roots = this.limits.node === undefined ? [] : [this.limits.node];
    const tree = html`<abs-tree .roots=${roots} .selected=${query.node} @abs-node=${this.#nodeChosen}></abs-tree>`;
    if (!this.isNarrow) return html`<nav class="side" aria-label=${say('browse.menu')}>${tree}</nav>`;
    return modal({
      ...{ drawer: 'tree', title: say('browse.menu'), closeLabel: say('dialog.close'), body: tree },
      closed: () => {},
    });
  }

  #filters({ say }: Catalogue, query: AssetQuery): TemplateResult | typeof nothing {
    const facets =
      this.filters === 'failed'
        ? notice({
            icon: 'warning',
            title: say('catalogue.failed.title'),
            action: { label: say('catalogue.retry'), run: () => void this.#loadFilters() },
          })
        : html`<abs-facets .query=${query} @abs-query=${this.#queryChosen}></abs-facets>`;
    if (this.isNarrow)
      return modal({
        ...{ drawer: 'filter', title: say('browse.filters'), closeLabel: say('dialog.close'), body: facets },
        closed: () => {},
      });
    return this.settings.hasFilters
      ? html`<aside class="filters" aria-label=${say('browse.filters')}>${facets}</aside>`
      : nothing;
  }

  #selection({ say }: Catalogue): TemplateResult | typeof nothing {
    const { length } = this.selected;
    if (length === 0 || this.picks) return nothing;
    return html`<div class="selection" role="group" aria-label=${say('grid.selected', { count: length })}>
      <p>${say('grid.selected', { count: length })}</p>
      <slot name="selection"></slot>
      <button type="button" class="quiet" @click=${() => this.tell('abs-select', { ids: [] })}>
        ${icon('close')}${say('browse.clear-selection')}
      </button>
    </div>`;
  }

  #list({ say }: Catalogue, query: AssetQuery): TemplateResult {
    if (this.failure) {
      const { title, text } = describeFailure(this.failure, say);
      const isGone = (this.failure as { status?: number }).status === 404;
      return notice({
        icon: 'warning',
        title: isGone ? say('browse.gone.title') : title,
        text: isGone ? say('browse.gone.text') : text,
        action: { label: say('browse.gone.all'), run: () => this.#goTo(undefined) },
      });
    }
    return html`<abs-grid
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
