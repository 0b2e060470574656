import type { Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import '../abs-grid.ts';
import { type AssetQuery, isRestricted, isWhole, QUERY_PROPERTY, withoutLimits } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { define } from '../catalogue/define.ts';
import type { EventDetails } from '../catalogue/event-details.ts';
import { LaterPart } from '../catalogue/later-part.ts';
import { arrivedPictures } from '../grid/arrived-pictures.ts';
import { keepFocus } from '../theme/keep-focus.ts';
import noticeStyles from '../theme/notice.css';
import { AwayHeader } from './away-header.ts';
import layout from './browse.css';
import { LimitedQuery } from './limited-query.ts';
import { goneNotice, ListPath } from './node-path.ts';
import { Panels } from './panels.ts';
import toolbarStyles from './toolbar.css';
import { type DrawTools, toolbar } from './toolbar.ts';
import type * as Tools from './tools.ts';
import { readViewSettings, storeViewSettings, type ViewSettings } from './view-settings.ts';

/**
 * The part that the page and the picker share: tree, search, filters, toolbar and grid. It changes `query` itself.
 *
 * @fires abs-query - the person chose another node, text, filter or order; detail: `{query}`
 * @fires abs-place - the path to the node of the query was loaded, or is empty because the node is gone; detail: `{path}`
 * @fires abs-open - see abs-grid
 * @fires abs-select - see abs-grid
 * @fires abs-scroll - see abs-grid
 */
export class AbsBrowse extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: QUERY_PROPERTY,
    limits: QUERY_PROPERTY,
    selectable: { type: String },
    landmarks: { type: Boolean },
    max: { type: Number },
    picks: { type: Boolean },
    locked: { type: Boolean },
    selected: { attribute: false },
    settings: { state: true },
    total: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, layout, toolbarStyles];

  declare query: AssetQuery;
  /** A node and filters that the person cannot remove. */
  declare limits: AssetQuery;
  declare selectable: 'none' | 'one' | 'many';
  /** True if the element is the whole page, so that its header and its list are the landmarks of the page. */
  declare landmarks: boolean;
  declare max: number;
  /**
   * A click selects an asset, and the selection stays when the list changes: for a picker, and while the person selects several.
   */
  declare picks: boolean;
  /** Makes the list inert. */
  declare locked: boolean;
  /** IDs of the selected assets. */
  declare selected: readonly number[];
  /** What draws the controls of the view and the drawers. Loads after the list, unless the page has it already and sets it. */
  declare around: typeof Tools | undefined;

  declare private settings: ViewSettings;
  declare private total: number | undefined;
  readonly #path = new ListPath(
    () => {
      this.requestUpdate();
      if (this.#lacksLimit)
        console.error(`abs-picker: filter names node ${this.limits.node}, which is gone or hidden.`);
    },
    (path) => this.tell('abs-place', { path }),
  );
  readonly #header = new AwayHeader(this);
  readonly #panels = new Panels(this, () => this.settings.showsFilters);
  readonly #chips = new LaterPart(this, () => import('../abs-chips.ts'));
  readonly #listHead = new LaterPart(this, () => import('../list/list-head-element.ts'));
  readonly #within = new LimitedQuery();
  #tools: DrawTools | undefined;

  constructor() {
    super();
    this.query = {};
    this.limits = {};
    this.selectable = 'many';
    this.landmarks = false;
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
    // If the query was set just before, the grid gets it with this update.
    void this.updateComplete.then(() => this.#grid?.goTo(position));
  }

  /** Shows a node as if the person had chosen it. */
  showNode(node: Pick<Node, 'id'> | undefined): void {
    const { sorting } = this.query;
    // The text and the filters of the previous list were not meant for it.
    this.#ask({ ...(node && { node: node.id, isDeep: true }), ...(sorting && { sorting }) });
  }

  /** Selects all assets of the list, or the first ones if `max` allows no more. */
  selectAll(): void {
    this.#grid?.selectAll();
  }

  /** Resolves when the pictures on the screen have arrived, or after a few seconds. */
  async arrived(): Promise<void> {
    await this.updateComplete;
    await this.#grid?.updateComplete;
    await arrivedPictures(this.#grid?.renderRoot.querySelectorAll('img') ?? []);
  }

  /** Gives the focus to the search. */
  focusSearch(): void {
    this.renderRoot.querySelector('abs-search')?.focus();
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
    if (changed.has('query') || changed.has('limits') || changed.has('settings'))
      this.#within.become(this.query, this.limits, this.settings.validOnly);
    if (this.catalogue) this.#path.show(this.catalogue.client, this.#within.shown.node);
  }

  /** Shows a query, unless the page prevents the default, because it sets the query itself. */
  #ask(query: AssetQuery, detail?: EventDetails['abs-query']): void {
    this.#panels.close();
    const chosen = withoutLimits(query, this.#within.limits);
    if (this.tell('abs-query', { ...detail, query: chosen })) this.query = chosen;
  }

  #queryChosen(event: CustomEvent<EventDetails['abs-query']>): void {
    event.stopPropagation();
    const { detail, target } = event;
    // People choose several filters in a row, so the drawer stays open.
    if ((target as Element).localName !== 'abs-facets') this.#ask(detail.query, detail);
    else if (this.tell('abs-query', detail)) this.query = detail.query;
  }

  #nodeChosen(event: CustomEvent<EventDetails['abs-node']>): void {
    event.stopPropagation();
    this.showNode(event.detail.node);
  }

  /** Shows a node, or everything, and moves the focus to the heading, because the pressed button disappears. */
  async #moveTo(node: Pick<Node, 'id'> | undefined): Promise<void> {
    this.showNode(node);
    await this.updateComplete;
    this.#heading?.focus();
  }

  /** Opens the filters, with the focus in them, because their column comes after the list, or closes them. */
  async #showFilters(): Promise<void> {
    if (this.#panels.isNarrow) return this.#panels.openFilters();
    this.#changeView({ ...this.settings, showsFilters: !this.settings.showsFilters });
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('aside.filters')?.focus();
  }

  /** Leads from the search to what it has found, once its form has got the key. */
  #keyPressed(event: KeyboardEvent): void {
    const isInField = (event.composedPath()[0] as Element).matches('[role=combobox]');
    if (event.key === 'Enter' && !event.isComposing && isInField) setTimeout(() => this.focus());
  }

  #changeView(settings: ViewSettings): void {
    this.settings = settings;
    storeViewSettings(settings);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, settings } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    const [query, panels] = [this.#within.shown, this.#panels];
    this.#tools ??= this.around?.openTools(this);
    return html`<div
      class="top ${panels.isPhone && this.#header.isAway ? 'away' : ''}"
      role=${this.landmarks ? 'banner' : nothing}
      @abs-query=${this.#queryChosen}
      @abs-node=${this.#nodeChosen}
      @keydown=${this.#keyPressed}
    >
        <slot name="first"></slot>
        ${panels.treeButton(say)}
        <slot name="start"></slot>
        ${panels.search(say, html`<abs-search .query=${query} .node=${this.#path.nodes.at(-1)}></abs-search>`)}
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
                  ...{ catalogue, query, settings, chosen: this.#within.own, total: this.total },
                  ...{ isNarrow: panels.isNarrow, isPhone: panels.isPhone },
                  path: this.#path.below(this.limits.node),
                  tools: (bar) => this.#tools?.(bar) ?? panels.lackingTools(say),
                  loading: this.#path,
                  retryPath: this.#path.retry,
                  goTo: (node) => void this.#moveTo(node),
                  sort: (sorting) => this.#ask({ ...this.query, sorting }),
                  changeView: (chosen) => this.#changeView(chosen),
                  showFilters: () => void this.#showFilters(),
                })
          }
          ${this.#chosenFilters()}
          <div class="list">
            <div class="results" @touchstart=${this.#header.touched} @touchmove=${this.#header.touched}>${this.#head(query)}${this.#list(catalogue, query)}</div>
            ${panels.filterPanel(say, html`${this.#validOnly(say)}<abs-facets .query=${this.#within.own} .limits=${this.#within.limits} @abs-query=${this.#queryChosen}></abs-facets>`, this.total)}
          </div>
          <slot name="selection"></slot>
        </div>
      </div>`;
  }

  /** Draws the filters above the list, as buttons that remove them, unless their column shows them. */
  #chosenFilters(): TemplateResult | typeof nothing {
    const isInColumn = this.settings.showsFilters && !this.#panels.isNarrow;
    if (this.#path.isGone || isInColumn || !isRestricted({ ...this.#within.own, text: '' })) return nothing;
    this.#chips.loadOnce();
    return html`<div class="chosen">
      <abs-chips .query=${this.#within.own} @abs-query=${this.#queryChosen}></abs-chips>
    </div>`;
  }

  /** Draws the switch that leaves out what is not valid, which this browser remembers. */
  #validOnly(say: Catalogue['say']): TemplateResult {
    return html`<label class="valid-only">
      <input
        type="checkbox"
        .checked=${this.settings.validOnly}
        @change=${({ target }: Event) => this.#changeView({ ...this.settings, validOnly: (target as HTMLInputElement).checked })}
      />
      ${say('browse.valid-only')}
    </label>`;
  }

  /** True if the node of the limits is gone or hidden. */
  get #lacksLimit(): boolean {
    return this.#path.isGone && this.#within.shown.node === this.limits.node;
  }

  #tree({ node }: AssetQuery): TemplateResult | typeof nothing {
    // The list shows the message.
    if (this.#lacksLimit) return nothing;
    const roots = this.limits.node === undefined ? [] : [this.limits.node];
    // The list shows the message that the catalogue is empty.
    const isEmpty = this.total === 0 && !this.#panels.isNarrow && isWhole(this.#within.shown);
    return html`<abs-tree
      .roots=${roots}
      .limits=${this.#within.limits}
      .nodeId=${node}
      ?hides-empty=${isEmpty}
      @abs-node=${this.#nodeChosen}
    ></abs-tree>`;
  }

  /** Draws the headings of the list view. Narrow lists have no columns. */
  #head(query: AssetQuery): TemplateResult | typeof nothing {
    if (this.settings.view !== 'list' || this.total === 0 || this.#path.isGone) return nothing;
    this.#listHead.loadOnce();
    return html`<abs-list-head
      .query=${query}
      .columns=${this.settings.columns}
      ?checks=${this.selectable !== 'none'}
      ?opens=${this.picks}
      .choose=${(columns: readonly string[]) => this.#changeView({ ...this.settings, columns })}
      @abs-query=${this.#queryChosen}
    ></abs-list-head>`;
  }

  #list({ say }: Catalogue, query: AssetQuery): TemplateResult {
    if (this.#path.isGone) return goneNotice(say, this.#lacksLimit ? undefined : () => void this.#moveTo(undefined));
    return html`<abs-grid
      ?inert=${this.locked}
      .query=${query}
      .chosen=${this.#within.own}
      .showAll=${isWhole(this.#within.own) ? undefined : () => void this.#moveTo(undefined)}
      .view=${this.settings.view}
      .tile=${this.settings.tile}
      .captions=${this.settings.view === 'square'}
      .columns=${this.settings.columns}
      .selectable=${this.selectable}
      .max=${this.max}
      .picks=${this.picks}
      .keepsSelection=${this.picks}
      .selected=${this.selected}
      @abs-list=${({ detail }: CustomEvent<{ total: number }>) => {
        this.total = detail.total;
        // The service answers again, so the path can be loaded, too.
        if (this.#path.failure) this.#path.retry();
        this.#panels.listArrived();
        void this.arrived().then(() => this.#panels.picturesArrived());
      }}
    ></abs-grid>`;
  }
}

define('abs-browse', AbsBrowse);

declare global {
  interface HTMLElementTagNameMap {
    'abs-browse': AbsBrowse;
  }
}
