import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { type AssetList, openAssetList } from './assets/asset-list.ts';
import type { AssetQuery } from './assets/asset-query.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { describeFailure } from './catalogue/failures.ts';
import { actionOf, type KeyAction } from './grid/keys.ts';
import { type GridView, type Layout, layOut } from './grid/layout.ts';
import { place } from './grid/place.ts';
import { type Band, followBand } from './grid/rubber-band.ts';
import { openScaledScroll } from './grid/scaled-scroll.ts';
import { extend, NOTHING_SELECTED, type Selection, toggle } from './grid/selection.ts';
import { gridStyles } from './grid/styles.ts';
import { tile } from './grid/tile.ts';
import { notice, noticeStyles } from './theme/notice.ts';

/** Screens above and below the visible one whose tiles exist, so that scrolling finds them there. */
const OVERSCAN = 0.5;

/** Pixels per millisecond above which pictures wait: nobody can see them. */
const RUSH = 6;

/** Milliseconds without a scroll event after which the list rests. */
const REST = 120;

/** Milliseconds that a finger rests on a tile to select it. */
const LONG_PRESS = 500;

/** Height of a caption, in pixels. */
const CAPTION = 32;

/**
 * Shows the assets of a query, also a million of them, as squares, justified rows or a list.
 *
 * @fires abs-list - the number of assets is known; detail: `{total}`
 * @fires abs-open - an asset was clicked, or opened with Enter; detail: `{asset, position}`
 * @fires abs-select - the selection changed; detail: `{ids}`
 * @fires abs-move - the list rests at another place; detail: `{position}` of the first asset on the screen
 */
export class AbsGrid extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: { attribute: false },
    view: { type: String, reflect: true },
    tile: { type: Number },
    captions: { type: Boolean },
    selectable: { type: String },
    most: { type: Number },
    selected: { attribute: false },
    failure: { state: true },
    band: { state: true },
    isRushing: { state: true },
    active: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, gridStyles];

  /** Which assets to show. */
  declare query: AssetQuery;
  declare view: GridView;
  /** Edge of a tile in pixels; the height of rows in the justified view. */
  declare tile: number;
  /** Shows names below pictures. */
  declare captions: boolean;
  /** How many assets can be selected. */
  declare selectable: 'none' | 'one' | 'many';
  /** Most assets that can be selected. */
  declare most: number;

  declare private failure: unknown;
  declare private band: Band | undefined;
  declare private isRushing: boolean;
  /** Position of the tile that the keyboard is at. */
  declare private active: number;
  #list: AssetList | undefined;
  #layout: Layout | undefined;
  #selection: Selection = NOTHING_SELECTED;
  readonly #scroll = openScaledScroll();
  #width = 0;
  #screen = 0;
  #first = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #longPress: ReturnType<typeof setTimeout> | undefined;
  #lastScroll = { time: 0, top: 0 };
  #ignoresClick = false;
  readonly #sizes = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    this.query = {};
    this.view = 'square';
    this.tile = 180;
    this.captions = false;
    this.selectable = 'many';
    this.most = 1000;
    this.isRushing = false;
    this.active = 0;
  }

  /** IDs of the selected assets. */
  get selected(): readonly number[] {
    return [...this.#selection.ids];
  }

  set selected(ids: readonly number[]) {
    this.#selection = { ...this.#selection, ids: new Set(ids) };
    this.requestUpdate('selected');
  }

  /** Number of assets of the query; undefined until it is known. */
  get total(): number | undefined {
    return this.#list?.total;
  }

  /** Shows the asset at a position, at the upper edge of the screen if it is not on it. */
  goTo(position: number): void {
    this.active = Math.max(0, Math.min(position, (this.total ?? 1) - 1));
    this.#first = this.active;
    if (this.#layout && this.total) this.#moveTo(this.#layout.boxAt(this.active).y);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
    if (this.hasUpdated) this.#openList();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#list?.close();
    clearTimeout(this.#rest);
    clearTimeout(this.#longPress);
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (catalogue) this.#openList();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('query') && this.hasUpdated) {
      this.#first = 0;
      this.active = 0;
      this.#openList();
    } else if (['view', 'tile', 'captions'].some((name) => changed.has(name))) this.#layOut();
  }

  #openList(): void {
    const { catalogue } = this;
    this.#list?.close();
    this.#layout = undefined;
    this.failure = undefined;
    if (!catalogue || !this.isConnected) return;
    const list = openAssetList({
      client: catalogue.client,
      query: this.query,
      changed: () => this.#list === list && this.#pageArrived(),
      failed: (error) => {
        this.failure = error;
      },
    });
    this.#list = list;
    list.show(this.#first, this.#first + 1);
    this.requestUpdate();
  }

  #pageArrived(): void {
    const total = this.total ?? 0;
    this.failure = undefined;
    if (!this.#layout) {
      this.#layOut();
      this.tell('abs-list', { total });
      return;
    }
    const { top } = this.#scroll;
    const grown = this.#layout.refine(this.#first - 100, this.#first + 500, top);
    this.#scrollBox(this.#scroll.resize(this.#layout.height, this.#screen));
    if (grown !== 0) this.#moveTo(top + grown);
    this.requestUpdate();
  }

  #measure(): void {
    const scroller = this.#scroller;
    if (!scroller || (scroller.clientWidth === this.#width && scroller.clientHeight === this.#screen)) return;
    this.#width = scroller.clientWidth;
    this.#screen = scroller.clientHeight;
    this.#layOut();
  }

  #layOut(): void {
    const { total } = this;
    if (total === undefined || this.#width === 0) return;
    const { view, tile: wanted } = this;
    const ratioAt = (position: number) => {
      const asset = this.#list?.at(position);
      return asset?.preview_width && asset.preview_height ? asset.preview_width / asset.preview_height : undefined;
    };
    const caption = this.captions && view !== 'list' ? CAPTION : 0;
    this.style.setProperty('--_caption', `${caption}px`);
    const gap = this.captions ? 12 : 4;
    // On a phone at least two pictures stand side by side.
    const edge = Math.min(wanted, Math.floor((this.#width - gap) / 2));
    this.#layout = layOut({ view, total, width: this.#width, tile: edge, caption, gap, ratioAt });
    this.#scroll.resize(this.#layout.height, this.#screen);
    if (total > 0) this.#moveTo(this.#layout.boxAt(Math.min(this.#first, total - 1)).y);
    this.requestUpdate();
  }

  get #scroller(): HTMLElement | undefined {
    return this.renderRoot?.querySelector<HTMLElement>('.scroller') ?? undefined;
  }

  #moveTo(top: number): void {
    this.#scrollBox(this.#scroll.goTo(top));
    this.requestUpdate();
  }

  #scrollBox(scrollTop: number): void {
    void this.updateComplete.then(() => {
      const scroller = this.#scroller;
      if (scroller && Math.abs(scroller.scrollTop - scrollTop) >= 1) scroller.scrollTop = scrollTop;
    });
  }

  #scrolled(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const corrected = this.#scroll.scrolled(scroller.scrollTop);
    if (corrected !== undefined) scroller.scrollTop = corrected;
    const { top } = this.#scroll;
    const time = performance.now();
    this.isRushing = Math.abs(top - this.#lastScroll.top) / Math.max(1, time - this.#lastScroll.time) > RUSH;
    this.#lastScroll = { time, top };
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#rested(), REST);
    this.requestUpdate();
  }

  #rested(): void {
    this.isRushing = false;
    this.#scrollBox(this.#scroll.rest());
    this.tell('abs-move', { position: this.#first });
  }

  #keyPressed(event: KeyboardEvent): void {
    const { total } = this;
    if (!this.#layout || !total) return;
    const isRightToLeft = getComputedStyle(this).direction === 'rtl';
    const keyPlace = { layout: this.#layout, position: this.active, total, screen: this.#screen, isRightToLeft };
    const action = actionOf(event, keyPlace);
    if (!action || (action.does === 'clear' && this.#selection.ids.size === 0)) return;
    event.preventDefault();
    this.#act(action, event);
  }

  #act(action: KeyAction, event: Event): void {
    if (action.does === 'open') this.#open(this.active);
    else if (action.does === 'toggle') this.#toggle(this.active);
    else if (action.does === 'clear') this.#select(NOTHING_SELECTED);
    else if (action.does === 'select-all') this.#extend(0, (this.total ?? 1) - 1);
    else {
      if (action.extends) this.#extend(this.active, action.to);
      this.#activate(action.to);
    }
    event.stopPropagation();
  }

  #activate(position: number): void {
    const box = this.#layout?.boxAt(position);
    if (!box) return;
    this.active = position;
    const { top } = this.#scroll;
    if (box.y < top) this.#moveTo(box.y);
    else if (box.y + box.height > top + this.#screen) this.#moveTo(box.y + box.height - this.#screen);
  }

  #open(position: number): void {
    const asset = this.#list?.at(position);
    if (asset) this.tell('abs-open', { asset, position });
  }

  get #limits() {
    return { isMultiple: this.selectable === 'many', most: this.most };
  }

  #toggle(position: number): void {
    const asset = this.#list?.at(position);
    if (asset && this.selectable !== 'none') this.#select(toggle(this.#selection, asset.id, position, this.#limits));
  }

  /** Selects the assets between two positions that are loaded. */
  #extend(from: number, to: number): void {
    if (this.selectable === 'none') return;
    const ids: number[] = [];
    const [first, last] = from < to ? [from, to] : [to, from];
    for (let position = first; position <= last && ids.length < this.most; position += 1) {
      const asset = this.#list?.at(position);
      if (asset) ids.push(asset.id);
    }
    this.#select(extend(this.#selection, ids, this.#limits));
  }

  #select(selection: Selection): void {
    this.#selection = selection;
    this.requestUpdate();
    this.tell('abs-select', { ids: this.selected });
  }

  #clicked(event: MouseEvent): void {
    if (this.#ignoresClick) {
      this.#ignoresClick = false;
      return;
    }
    const target = event.target as Element;
    const position = Number(
      (target.closest('[data-position]') as HTMLElement | null)?.dataset['position'] ?? Number.NaN,
    );
    if (Number.isNaN(position)) return;
    this.active = position;
    const selects = target.closest('[data-check]') || event.ctrlKey || event.metaKey || this.#selection.ids.size > 0;
    if (this.selectable !== 'none' && event.shiftKey) this.#extend(this.#selection.anchor, position);
    else if (this.selectable !== 'none' && selects) this.#toggle(position);
    else this.#open(position);
  }

  async #pressed(event: PointerEvent): Promise<void> {
    clearTimeout(this.#longPress);
    this.#ignoresClick = false;
    if (event.pointerType === 'touch') {
      const position = Number(
        ((event.target as Element).closest('[data-position]') as HTMLElement)?.dataset['position'],
      );
      this.#longPress = setTimeout(() => {
        this.#ignoresClick = true;
        this.#toggle(position);
      }, LONG_PRESS);
      return;
    }
    const scroller = this.#scroller;
    if (!scroller || event.button !== 0 || this.selectable !== 'many') return;
    const before = this.#selection;
    this.#ignoresClick = await followBand(event, scroller, {
      pointOf: ({ clientX, clientY }) => {
        const { left, top } = scroller.getBoundingClientRect();
        return { x: clientX - left, y: clientY - top + this.#scroll.top };
      },
      scrollBy: (pixels) => this.#moveTo(this.#scroll.top + pixels),
      drawn: (band) => {
        this.band = band;
        if (band) this.#select(extend(before, this.#idsIn(band), this.#limits));
      },
    });
  }

  #idsIn({ left, top, right, bottom }: Band): readonly number[] {
    const boxes = this.#layout?.boxesIn(top, bottom) ?? [];
    return boxes
      .filter(({ x, y, width, height }) => x < right && x + width > left && y < bottom && y + height > top)
      .flatMap(({ position }) => this.#list?.at(position)?.id ?? []);
  }

  protected override updated(): void {
    this.#measure();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    if (this.failure && this.total === undefined) {
      const { title, text } = describeFailure(this.failure, say);
      const action = { label: say('catalogue.retry'), run: () => this.#openList() };
      return notice({ icon: 'warning', title, text, action });
    }
    if (this.total === 0)
      return notice({ icon: 'search', title: say('assets.empty.title'), text: say('assets.empty.text') });
    const stop = () => clearTimeout(this.#longPress);
    return html`
      <div
        class="scroller ${this.#selection.ids.size > 0 ? 'has-selection' : ''}"
        role="listbox"
        tabindex="0"
        aria-label=${say('grid.label')}
        aria-multiselectable=${this.selectable === 'many'}
        aria-busy=${this.total === undefined}
        aria-activedescendant=${this.total ? `tile-${this.active}` : nothing}
        @scroll=${this.#scrolled}
        @keydown=${this.#keyPressed}
        @click=${this.#clicked}
        @pointerdown=${this.#pressed}
        @pointermove=${stop}
        @pointerup=${stop}
        @pointercancel=${stop}
      >
        ${this.#layout ? this.#tiles(catalogue, this.#layout) : nothing}
      </div>
      <p class="unseen" role="status">
        ${this.total === undefined ? say('grid.loading') : say('assets.count', { count: this.total })}
        ${this.#selection.ids.size > 0 ? say('grid.selected', { count: this.#selection.ids.size }) : ''}
      </p>
    `;
  }

  #tiles(catalogue: Catalogue, layout: Layout): TemplateResult {
    const { total = 0, view, active, isRushing } = this;
    const { top, boxHeight } = this.#scroll;
    const ahead = isRushing ? 0 : OVERSCAN * this.#screen;
    const visible = layout.boxesIn(top - ahead, top + this.#screen + ahead);
    this.#first = layout.boxesIn(top, top + 1)[0]?.position ?? 0;
    const [first] = visible;
    const last = visible.at(-1);
    if (first && last && !isRushing) this.#list?.show(first.position, last.position + 1);
    // The tile that the keyboard is at exists even off the screen, so that a screen reader never loses it.
    const isActiveShown = first && last && active >= first.position && active <= last.position;
    const boxes = isActiveShown || active >= total ? visible : [...visible, layout.boxAt(active)];
    const shift = (this.#scroller?.scrollTop ?? 0) - top;
    return html`<div class="box" ${place(0, 0, this.#width, boxHeight)}>
        ${repeat(
          boxes,
          ({ position }) => position,
          (box) => {
            const asset = this.#list?.at(box.position);
            return tile({
              ...{ catalogue, asset, view, total, box: { ...box, y: box.y + shift } },
              isActive: box.position === active,
              isSelected: asset !== undefined && this.#selection.ids.has(asset.id),
              hasCheck: this.selectable !== 'none',
              hasPicture: !isRushing,
            });
          },
        )}
        ${this.band ? this.#drawnBand(this.band, shift) : nothing}
      </div>
      ${isRushing ? this.#bubble(catalogue, total) : nothing}`;
  }

  #drawnBand({ left, top, right, bottom }: Band, shift: number): TemplateResult {
    return html`<div class="band" ${place(left, top + shift, right - left, bottom - top)}></div>`;
  }

  #bubble({ say }: Catalogue, total: number): TemplateResult {
    return html`<div class="bubble">${say('grid.position', { position: this.#first + 1, count: total })}</div>`;
  }
}

customElements.define('abs-grid', AbsGrid);

declare global {
  interface HTMLElementTagNameMap {
    'abs-grid': AbsGrid;
  }
}
