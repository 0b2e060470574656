import { nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { type AssetQuery, QUERY_PROPERTY } from './assets/asset-query.ts';
import { orderOf } from './assets/order.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { define } from './catalogue/define.ts';
import type { EventDetails } from './catalogue/event-details.ts';
import { LaterPart, waitingFor } from './catalogue/later-part.ts';
import { gridView } from './grid/grid-view.ts';
import { Interaction } from './grid/interaction.ts';
import { GROUPING, type Groups, SAMPLE } from './grid/later-groups.ts';
import type { GridView } from './grid/layout.ts';
import listStyles from './grid/list.css';
import messageStyles from './grid/list-notices.css';
import type { ListNotices } from './grid/list-notices.ts';
import { layoutOptions, SCRUBBER_WIDTH } from './grid/measures.ts';
import { positionOf } from './grid/pointer.ts';
import { Selector } from './grid/selector.ts';
import { Source } from './grid/source.ts';
import tileStyles from './grid/tile.css';
import { Tiles } from './grid/tiles.ts';
import { Viewport } from './grid/viewport.ts';
import { fieldsOf, USUAL_COLUMNS } from './list/columns.ts';
import type { LINES } from './list/lines.ts';
import { afterPaint } from './theme/after-paint.ts';
import { keepFocus } from './theme/keep-focus.ts';
import noticeStyles from './theme/notice.css';

/** Number of grey tiles while the number of assets is unknown: more than any screen shows. */
const SKELETON = 1000;

/**
 * The assets of a query, even a million. A click opens; Ctrl-click, Shift-click and a long press select. Once something
 * is selected, a click selects, and a double click, the magnifier or a long press opens.
 *
 * @fires abs-list - the number of assets is known, or changed; detail: `{total}`
 * @fires abs-open - the person opened an asset; detail: `{asset, position}`
 * @fires abs-select - the selection changed; detail: `{ids}`
 * @fires abs-query - the person chose a wider query in an empty list; detail: `{query}`, which the grid shows unless
 *   it has `chosen`
 * @fires abs-scroll - scrolling has ended; detail: `{position}` of the first asset on the screen
 */
export class AbsGrid extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: QUERY_PROPERTY,
    chosen: { attribute: false },
    view: { type: String, reflect: true },
    tile: { type: Number },
    captions: { type: Boolean },
    captionField: { type: String, attribute: 'caption-field' },
    columns: { attribute: false },
    selectable: { type: String },
    max: { type: Number },
    keepsSelection: { type: Boolean, attribute: 'keeps-selection' },
    picks: { type: Boolean },
    selected: { attribute: false },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, listStyles, tileStyles, messageStyles];

  /** Which assets to show. */
  declare query: AssetQuery;
  /**
   * The part of the query that the person can undo. With it, the page sets the query of each `abs-query` itself.
   */
  declare chosen: AssetQuery | undefined;
  /** Shows all assets; offered in place of a list that the person may not see. */
  declare showAll: (() => void) | undefined;
  /** Squares, whole pictures in rows (`justified`), or one line each (`list`). */
  declare view: GridView;
  /** Edge of a tile, or height of a row, in pixels. */
  declare tile: number;
  /** Shows captions below pictures; lists always have them. */
  declare captions: boolean;
  /** Text of captions: `name`, `alt_name`, or `info_<ID>`. */
  declare captionField: string;
  /** Columns of a list besides the name: `kind`, `dimensions`, `size`, `uploaded`, `modified`, `rights`, or `info_<ID>`. */
  declare columns: readonly string[];
  /** Whether assets can be selected. */
  declare selectable: 'none' | 'one' | 'many';
  /** How many assets can be selected. */
  declare max: number;
  /** Keeps the selection when the query changes. */
  declare keepsSelection: boolean;
  /** A click selects, and a double click opens. */
  declare picks: boolean;

  /** Position to scroll to when its list is known. */
  #goal: number | undefined;
  /** The groups of the list on the screen; undefined unless it is ordered by date. */
  #groups: Groups | undefined;
  /** The catalogue in which the query was opened. */
  #opened: Catalogue | undefined;
  /** IDs of the fields that the list has. */
  #fields: readonly number[] = [];
  /** Loads after the list, which scrolls without it. */
  readonly #scrubber = new LaterPart({ requestUpdate: () => {} }, () => import('./grid/scrubber-element.ts'));
  /** Loads with the list, so that most of them have their headings from the start. */
  readonly #grouping = new LaterPart({ requestUpdate: () => {} }, async () => {
    GROUPING.groupsOf ??= (await import('./grid/groups.ts')).groupsOf;
    if (this.total === undefined || this.#groups) return;
    this.#groups = this.#groupsFrom(this.#viewport.first);
    this.#layOut();
  });
  #lines: typeof LINES | undefined;
  readonly #lineView = new LaterPart(this, async () => {
    const { LINES: lines } = await import('./list/lines.ts');
    if (lines.styles.styleSheet) this.shadowRoot?.adoptedStyleSheets.push(lines.styles.styleSheet);
    this.#lines = lines;
  });
  readonly #tiles = new Tiles(this);
  readonly #sizes = new ResizeObserver(() => this.#measure() && this.#layOut());
  readonly #viewport = new Viewport({
    changed: () => this.requestUpdate(),
    isWaiting: () =>
      // A picture that must be fetched has an empty address until then, and browsers call it complete.
      [...this.renderRoot.querySelectorAll('img')].some(
        (picture) => !picture.complete || picture.getAttribute('src') === '',
      ),
    // Where the list is that the next one is about to replace says nothing of the next one.
    rested: () => this.#source.isOpening || this.#tellPlace(),
  });
  readonly #source = new Source({
    opened: (position) => this.#listOpened(position),
    arrived: (first, end) => this.#arrived(first, end),
    changed: () => this.requestUpdate(),
  });
  readonly #selector = new Selector({
    list: () => this.#source.list,
    limits: () => ({ isMultiple: this.selectable === 'many', max: this.max }),
    selected: (ids) => {
      this.requestUpdate();
      this.tell('abs-select', { ids: [...ids] });
    },
    changed: () => this.requestUpdate(),
  });
  readonly #interaction = new Interaction({
    viewport: this.#viewport,
    selector: this.#selector,
    selectable: () => this.selectable,
    picks: () => this.picks,
    open: (position) => {
      const asset = this.#source.list?.at(position);
      if (asset) this.tell('abs-open', { asset, position });
    },
    changed: () => this.requestUpdate(),
  });

  #notices: ListNotices | undefined;
  readonly #noticePart = new LaterPart(this, async () => {
    const { openListNotices } = await import('./grid/list-notices.ts');
    this.#notices = openListNotices(
      () => this.requestUpdate(),
      (query) => {
        if (this.tell('abs-query', { query }) && !this.chosen) this.query = query;
      },
    );
  });

  constructor() {
    super();
    this.query = {};
    this.view = 'square';
    this.tile = 180;
    this.captions = false;
    this.captionField = 'alt_name';
    this.columns = USUAL_COLUMNS;
    this.selectable = 'many';
    this.max = 1000;
    this.keepsSelection = false;
    this.picks = false;
    keepFocus(this, () => this.#main);
  }

  /** IDs of the selected assets. Setting them fires no event. */
  get selected(): readonly number[] {
    return [...this.#selector.ids];
  }

  set selected(ids: readonly number[]) {
    this.#selector.replace(ids);
    this.requestUpdate('selected');
  }

  /** Number of assets; undefined until it is known. */
  get total(): number | undefined {
    return this.#source.isOpening ? undefined : this.#source.list?.total;
  }

  /** How many assets of the list on the screen can be shown. */
  get #reach(): number {
    return this.#source.list?.reach ?? 0;
  }

  /** Scrolls to a position. */
  goTo(position: number): void {
    this.#goal = position;
    this.requestUpdate();
  }

  /** Selects all assets, or the first ones up to `max`. */
  selectAll(): void {
    this.#selector.selectAll();
  }

  /** Returns the asset under the mouse, or on which a key acts, as `abs-open` tells it. */
  assetOf(event: Event): EventDetails['abs-open'] | undefined {
    const isKey = event.type === 'keydown';
    if (isKey && event.composedPath()[0] !== this.#scroller) return undefined;
    const position = isKey ? this.#interaction.active : positionOf(event);
    const asset = position === undefined ? undefined : this.#source.list?.at(position);
    return asset && { asset, position };
  }

  /** Moves the focus to the list. */
  override focus(options?: FocusOptions): void {
    this.#main?.focus(options);
  }

  /** The list, or what stands in its place. */
  get #main(): HTMLElement | null {
    return this.#scroller ?? this.renderRoot?.querySelector<HTMLElement>('.notice');
  }

  get #scroller(): HTMLElement | null {
    // Missing before the element is first in a page.
    return this.renderRoot?.querySelector('.scroller');
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#opened = undefined;
    this.#sizes.disconnect();
    this.#source.close();
    this.#selector.stop();
    this.#viewport.close();
  }

  /** Lets slow computers answer between the frame of a page and its list. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await new Promise((resolve) => setTimeout(resolve));
    super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const hasChanged = (...names: readonly string[]) => names.some((name) => changed.has(name));
    const { catalogue } = this;
    // Frameworks set undefined or null when they remove a property.
    this.query ??= {};
    const isOtherQuery = this.hasUpdated && hasChanged('query');
    if (isOtherQuery && !this.keepsSelection && !hasChanged('selected')) this.#selector.clear();
    if (catalogue && this.isConnected && (catalogue !== this.#opened || hasChanged('query') || this.#lacksFields))
      this.#open(catalogue, this.#goal ?? (isOtherQuery ? 0 : this.#viewport.first));
    else if (this.#goal !== undefined && this.total !== undefined) this.#activate(this.#goal);
    if (this.view === 'list') this.#lineView.loadOnce();
    if (this.#source.failure !== undefined) this.#noticePart.loadOnce();
    if (hasChanged('view', 'tile', 'captions')) this.#layOut();
  }

  /** IDs of the fields whose values are shown. */
  get #shownFields(): readonly number[] {
    return fieldsOf([this.captionField, ...(this.view === 'list' ? this.columns : [])]);
  }

  get #lacksFields(): boolean {
    return this.#shownFields.some((field) => !this.#fields.includes(field));
  }

  #open(catalogue: Catalogue, position: number): void {
    this.#opened = catalogue;
    this.#goal = undefined;
    this.#fields = this.#shownFields;
    const { client, about } = catalogue;
    if (!/^(?:name|default)$/.test(orderOf(this.query, about).by)) void this.#grouping.load();
    this.#source.open({ client, about, query: this.query, fields: this.#fields }, position);
  }

  /** Scrolls a position to the upper edge, and makes its tile active. */
  #activate(position: number): void {
    this.#goal = undefined;
    this.#interaction.active = Math.max(0, Math.min(position, this.#reach - 1));
    this.#viewport.goTo(this.#interaction.active);
  }

  #listOpened(position: number): void {
    const total = this.total ?? 0;
    this.#selector.forgetPositions();
    this.#groups = this.#groupsFrom(position);
    this.#layOut();
    afterPaint(() => {
      void this.#interaction.loadDrags();
      this.#noticePart.loadOnce();
    });
    this.#activate(this.#goal ?? position);
    this.tell('abs-list', { total });
    this.#tellPlace();
  }

  #tellPlace(): void {
    this.tell('abs-scroll', { position: this.#viewport.first });
  }

  /** Groups the assets of the list as those from this position on suggest. */
  #groupsFrom(position: number): Groups | undefined {
    const { list } = this.#source;
    const { catalogue } = this;
    if (!list || !catalogue || list.query.isTop) return undefined;
    const loaded = Array.from({ length: SAMPLE }, (_, index) => list.at(position + index) ?? []).flat();
    return GROUPING.groupsOf?.(loaded, list.order, catalogue);
  }

  #arrived(first: number, end: number): void {
    if (this.#reach === this.#viewport.layout?.total) {
      this.#viewport.refine(first, end);
      return;
    }
    // The catalogue has changed, so positions mean other assets now.
    this.#selector.forgetPositions();
    this.#interaction.active = Math.max(0, Math.min(this.#interaction.active, this.#reach - 1));
    this.#layOut();
    this.tell('abs-list', { total: this.total ?? 0 });
  }

  #measure(): boolean {
    const isRightToLeft = getComputedStyle(this).direction === 'rtl';
    return this.#viewport.resize(
      Math.max(0, this.clientWidth - SCRUBBER_WIDTH),
      this.clientHeight,
      isRightToLeft,
      this.getBoundingClientRect().top,
    );
  }

  #layOut(): void {
    this.#measure();
    const { list } = this.#source;
    const total = list ? this.#reach : SKELETON;
    this.#viewport.layOut(
      layoutOptions(this, this.#viewport.width, total, (position) => list?.at(position), list && this.#groups),
    );
    // After the pictures are asked for.
    if (list && this.#viewport.canScroll) setTimeout(() => this.#scrubber.load());
  }

  protected override updated(): void {
    const list = this.#scroller;
    if (list) this.#viewport.settle(list);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    if (this.view === 'list' && this.#lineView.state === 'failed') return waitingFor(this.#lineView, catalogue.say);
    const parts = { source: this.#source, viewport: this.#viewport, selector: this.#selector, tiles: this.#tiles };
    const { query, chosen, showAll, total, max } = this;
    return gridView({
      ...{ ...parts, catalogue, groups: this.#groups, lines: this.#lines, interaction: this.#interaction, look: this },
      ...{ query, chosen, showAll, total, max, notices: this.#notices, noticePart: this.#noticePart },
    });
  }
}

define('abs-grid', AbsGrid);

declare global {
  interface HTMLElementTagNameMap {
    'abs-grid': AbsGrid;
  }
}
