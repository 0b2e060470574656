import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { type AssetQuery, QUERY_PROPERTY } from './assets/asset-query.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { define } from './catalogue/define.ts';
import type { EventDetails } from './catalogue/event-details.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { afterPaint } from './theme/after-paint.ts';
import fullHeight from './theme/full-height.css';
import { toggleFullScreen } from './theme/full-screen.ts';
import { keepFocus } from './theme/keep-focus.ts';
import menuStyles from './theme/menu.css';
import noticeStyles from './theme/notice.css';
import skipStyles from './theme/skip.css';
import animationStyles from './viewer/animation.css';
import contentStyles from './viewer/content.css';
import findStyles from './viewer/find-bar.css';
import panStyles from './viewer/pan-buttons.css';
import { PictureZoom } from './viewer/picture-zoom.ts';
import { Showing } from './viewer/showing.ts';
import { StripFollower } from './viewer/strip-scroll.ts';
import { Swipes } from './viewer/swipes.ts';
import versionStyles from './viewer/version-bar.css';
import viewerStyles from './viewer/viewer.css';
import { ViewerDialog } from './viewer/viewer-dialog.ts';
import { togglePlay, type ViewerFrame, viewerFrame } from './viewer/viewer-frame.ts';
import { isForViewer, viewerActionOf } from './viewer/viewer-keys.ts';
import { longer } from './viewer/zoom.ts';
import { type ZoomControls, zoomControlsOf } from './viewer/zoom-buttons.ts';

/**
 * One asset, as large as the window or within the page. Words that the query has found are marked on the pages of
 * documents; the key / searches within one. GIFs of up to 20 MB
 * move for people who may download them. Where a token is needed, films and sounds of up to 256 MB are loaded at Play; larger ones
 * can only be downloaded.
 *
 * @fires abs-move - the viewer has changed `asset` or `position`; detail: `{asset, position}`
 * @fires abs-page - another page of a document is shown; detail: `{assetId, page}`
 * @fires abs-version - the person wants to see the current version again; detail: `{assetId, version}`
 * @fires abs-download - the person wants to download what can't be shown here; detail: `{ids, version}`
 * @fires abs-close - the viewer was closed
 * @slot aside - content beside the asset, such as an `abs-details`; a button and the key I show and hide it
 * @slot actions - further buttons
 * @slot more - the same, which narrow screens show as a menu
 */
export class AbsViewer extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: QUERY_PROPERTY,
    position: { type: Number },
    isGuessed: { attribute: false },
    asset: { attribute: false },
    version: { type: Number },
    page: { type: Number },
    opened: { type: Boolean, reflect: true },
    inline: { type: Boolean, reflect: true },
    aside: { type: Boolean, reflect: true },
    hasAside: { state: true },
  };

  static override styles = [
    ...CatalogueElement.styles,
    menuStyles,
    noticeStyles,
    contentStyles,
    findStyles,
    animationStyles,
    panStyles,
    fullHeight,
    viewerStyles,
    skipStyles,
    versionStyles,
  ];

  /** The assets to move through. Without it, `asset` is shown alone. */
  declare query: AssetQuery | undefined;
  /** Position in the query, from 0. */
  declare position: number;
  /** True if `position` only says where to look first. */
  declare isGuessed: boolean;
  /** The asset that is shown. The viewer looks for it near `position`. Default: the one at the position. */
  declare asset: Asset | undefined;
  /** Number of the version that is shown; 0 is the current one. */
  declare version: number;
  /** Number of the page of a document, from 1. */
  declare page: number;
  /** True while the dialog is open. */
  declare opened: boolean;
  /** Shows the viewer in the page instead of in a dialog. */
  declare inline: boolean;
  /** Shows the slot `aside`. */
  declare aside: boolean;

  declare private hasAside: boolean;
  readonly #strip = new StripFollower(this);
  /** The last move, until the page is told. */
  #move: EventDetails['abs-move'] | undefined;
  readonly #zoom = new PictureZoom(this, {
    picture: () => this.#showing.shown?.zoomed,
    leavesWheel: () => this.inline,
  });
  readonly #showing = new Showing({
    place: this,
    catalogue: () => (this.#isVisible ? this.catalogue : undefined),
    changed: () => this.requestUpdate(),
    left: () => {
      this.#strip.reset();
      this.#zoom.reset();
    },
    moved: (asset, position) => {
      if (!this.#move) afterPaint(() => this.#tellMove());
      this.#move = { asset, position };
    },
    turned: ({ id }, page) => this.tell('abs-page', { assetId: id, page }),
  });
  readonly #dialog = new ViewerDialog(this, () => {
    this.#tellMove();
    this.tell('abs-close');
  });
  readonly #swipes = new Swipes({
    isTaken: () => this.#zoom.scale > 1 || this.#showing.shown?.model?.isTurned === true,
    leads: (to) => {
      const { isFirst, isLast } = this.#showing.edges;
      if (to === 'down') return !this.inline;
      return !(this.#stepOf(to) > 0 ? isLast : isFirst);
    },
    swiped: (to) => (to === 'down' ? this.close() : this.#showing.moveBy(this.#stepOf(to))),
  });

  readonly #does: ViewerFrame['does'] = {
    move: this.#showing.moveBy,
    moveTo: this.#showing.moveTo,
    turnPage: this.#showing.turnPage,
    zoom: (factor) => this.#zoomControls.by(factor),
    zoomWhole: () => this.#zoomControls.reset(),
    zoomActual: () => this.#zoomControls.actual?.(),
    pan: this.#zoom.pan,
    fullScreen: () => toggleFullScreen(this.renderRoot.querySelector('.frame')),
    find: () => this.#toggleFind(),
    toggleAside: () => {
      this.aside = this.hasAside && !this.aside;
    },
    play: () => togglePlay(this.renderRoot.querySelector('video, audio'), this.#showing.shown),
    chapter: (by) => this.renderRoot.querySelector('abs-media-controls')?.goToChapter(by),
    close: () => this.close(),
    retry: this.#showing.start,
    download: (id, version = 0) =>
      this.tell('abs-download', { ids: [id], version: version === this.asset?.version ? 0 : version }),
    showCurrent: () => this.tell('abs-version', { assetId: this.asset?.id ?? 0, version: 0 }),
    scrollStrip: this.#strip.scrolled,
    changed: () => this.requestUpdate(),
  };

  constructor() {
    super();
    this.position = 0;
    this.isGuessed = false;
    this.version = 0;
    this.page = 1;
    this.opened = false;
    this.inline = false;
    this.aside = false;
    this.hasAside = false;
    keepFocus(this, () => this.#surface);
    this.addEventListener('abs-version', ({ detail: { assetId, version } }) => {
      if (assetId !== this.asset?.id) return;
      this.version = version;
      this.page = 1;
      // On a phone, the details cover the version that was chosen in them.
      const widthOf = (part: string) => this.renderRoot.querySelector(part)?.clientWidth ?? 0;
      if (!this.aside || widthOf('.side') < widthOf('.frame')) return;
      this.aside = false;
      this.#surface?.focus();
    });
  }

  /** Opens the dialog. */
  open(): void {
    this.opened = true;
  }

  /** Closes the dialog. */
  close(): void {
    this.#tellMove();
    if (this.inline) this.tell('abs-close');
    else this.#dialog.close();
  }

  readonly #fullScreenChanged = (): void => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('fullscreenchange', this.#fullScreenChanged);
    if (this.hasUpdated) this.#showing.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('fullscreenchange', this.#fullScreenChanged);
    this.#showing.close();
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (catalogue) this.#showing.start();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.query && changed.has('position') && !changed.has('asset')) this.asset = undefined;
    const before = changed.get('asset');
    if (before && before.id !== this.asset?.id) {
      if (!changed.has('version')) this.version = 0;
      if (!changed.has('page')) this.page = 1;
    }
    if (changed.has('opened') || changed.has('inline')) this.#showing.start();
    else if (changed.has('query')) this.#showing.requery();
    else if (changed.has('position') || changed.has('asset') || changed.has('version') || changed.has('page'))
      this.#showing.find();
  }

  /** The element that has the focus unless a control has it. */
  get #surface(): HTMLElement | null {
    return this.renderRoot.querySelector('dialog[open], section');
  }

  get #zoomControls(): ZoomControls {
    return zoomControlsOf(this.#zoom, this.#showing.shown);
  }

  get #isVisible(): boolean {
    return this.isConnected && (this.inline || this.opened);
  }

  get #isRightToLeft(): boolean {
    return getComputedStyle(this).direction === 'rtl';
  }

  /** The step that a swipe makes: to the left it leads to the next asset, unless people read from right to left. */
  #stepOf(to: 'left' | 'right'): 1 | -1 {
    return (to === 'left') === this.#isRightToLeft ? -1 : 1;
  }

  #keyPressed(event: KeyboardEvent): void {
    // Browsers close a dialog with Escape themselves.
    if (!isForViewer(event, this) || (event.key === 'Escape' && !this.inline)) return;
    const isZoomed = this.#zoom.scale > 1 && !this.#showing.shown?.model?.isTurned;
    const action = viewerActionOf(event, { isRightToLeft: this.#isRightToLeft, isZoomed });
    if (!action) return;
    event.preventDefault();
    action(this.#does);
  }

  async #toggleFind(): Promise<void> {
    const find = this.#showing.shown?.find;
    if (!find) return;
    find.toggle();
    await this.updateComplete;
    if (find.isOpen) this.renderRoot.querySelector<HTMLInputElement>('.find input')?.select();
  }

  #tellMove(): void {
    const move = this.#move;
    this.#move = undefined;
    if (move) this.tell('abs-move', move);
  }

  protected override updated(): void {
    const { page = 0, pages = 0 } = this.#showing.shown ?? {};
    this.#strip.follow(this.renderRoot.querySelector<HTMLElement>('.strip'), page, pages);
    const { limits, scale, deep } = this.#zoom;
    // Chooses the size (`viewer/picture-layers.ts`).
    if (limits) this.#showing.loadPictures(longer(limits.fitted), scale);
    const { shown } = this.#showing;
    shown?.tiles.draw(limits && shown.needsTiles(scale, limits) ? deep : undefined);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const content = this.#isVisible ? this.#frame(catalogue) : nothing;
    const frame = html`<div class="frame" @slotchange=${this.#slotChanged}>${content}</div>`;
    if (this.inline)
      return html`<section tabindex="-1" aria-labelledby="title" @keydown=${this.#keyPressed}>${frame}</section>`;
    return html`<dialog
      class="full-height"
      tabindex="-1"
      aria-labelledby="title"
      @keydown=${this.#keyPressed}
      @cancel=${this.#dialog.cancelled}
      @close=${this.#dialog.reported}
    >
      ${frame}
    </dialog>`;
  }

  #slotChanged({ target }: Event): void {
    const slot = target as HTMLSlotElement;
    if (slot.name === 'aside') this.hasAside = slot.assignedElements().length > 0;
  }

  #frame(catalogue: Catalogue): TemplateResult {
    return viewerFrame({
      ...{ catalogue, showing: this.#showing, hasAside: this.hasAside, isAsideOpen: this.aside },
      ...{ zoom: this.#zoom, swipes: this.#swipes, does: this.#does, current: this.asset?.version ?? 0 },
      strip: { ...this.#strip.at, isRightToLeft: this.#isRightToLeft },
      position: this.query && this.#showing.isListed ? this.position : undefined,
    });
  }
}

addTexts(EN_LATER);
define('abs-viewer', AbsViewer);

declare global {
  interface HTMLElementTagNameMap {
    'abs-viewer': AbsViewer;
  }
}
