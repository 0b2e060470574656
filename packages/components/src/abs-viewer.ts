import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { AssetQuery } from './assets/asset-query.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { toggleFullScreen } from './theme/full-screen.ts';
import { keepFocus } from './theme/keep-focus.ts';
import { noticeStyles } from './theme/notice.ts';
import { contentStyles } from './viewer/content-styles.ts';
import { openShowing } from './viewer/showing.ts';
import { followStrip } from './viewer/strip-scroll.ts';
import { viewerStyles } from './viewer/styles.ts';
import { versionStyles } from './viewer/version-bar.ts';
import { openOrClose, togglePlay, type ViewerFrame, viewerFrame } from './viewer/viewer-frame.ts';
import { isForViewer, perform, viewerActionOf } from './viewer/viewer-keys.ts';
import { openZoomable } from './viewer/zoomable.ts';

/** Longest side of the symbol of a file that cannot be drawn, in CSS pixels. */
const SYMBOL = 240;

/**
 * Shows one asset of a query as large as the window, or within the page: pictures to zoom, documents to leaf through, films,
 * sounds, and 3D models to turn. Content of the slot `aside` appears beside it, that of `actions` among its buttons.
 *
 * @fires abs-move - another asset of the query is shown, or it has another position than was said; detail: `{asset, position}`
 * @fires abs-version - the person went back to the current version; detail: `{assetId, version}`
 * @fires abs-download - the person wants to download what cannot be shown here; detail: `{ids, version}`
 * @fires abs-close - the viewer was closed
 * @slot aside - shown and hidden with a button and the key I, for example an `abs-details`
 * @slot actions - buttons of the page
 */
export class AbsViewer extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: { attribute: false },
    position: { type: Number },
    asset: { attribute: false },
    version: { type: Number },
    opened: { type: Boolean, reflect: true },
    inline: { type: Boolean, reflect: true },
    aside: { type: Boolean, reflect: true },
    hasAside: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, contentStyles, viewerStyles, versionStyles];

  /** The assets that one can move through. Without it, the viewer shows `asset` alone. */
  declare query: AssetQuery | undefined;
  /** Position in the query, from 0. */
  declare position: number;
  /**
   * The asset that is shown, wherever it is in the query: the position is where it is looked for first. If a page sets only
   * the position, the asset there is shown.
   */
  declare asset: Asset | undefined;
  /** Number of the version of the asset that is shown; 0 stands for the current one. `abs-version` from within sets it, too. */
  declare version: number;
  /** True while the dialog is open. Without effect if `inline`. */
  declare opened: boolean;
  /** Shows the viewer within the page instead of in a dialog. */
  declare inline: boolean;
  /** Shows the content of the slot `aside`. */
  declare aside: boolean;

  declare private hasAside: boolean;
  readonly #strip = followStrip(() => this.requestUpdate());
  #observed: Element | undefined;
  readonly #sizes = new ResizeObserver(() => this.#measure());
  readonly #showing = openShowing({
    place: this,
    catalogue: () => (this.#isVisible ? this.catalogue : undefined),
    changed: () => this.requestUpdate(),
    left: () => {
      this.#strip.reset();
      this.#zoomable.whole();
    },
    moved: (asset, position) => this.tell('abs-move', { asset, position }),
  });
  /** True from a call of `close` until the browser tells that the dialog was closed. */
  #isClosing = false;
  readonly #zoomable = openZoomable({
    size: () => this.#showing.shown?.layers.size,
    longest: () => (this.#showing.shown?.isPlaceholder ? SYMBOL : undefined),
    isInline: () => this.inline,
    changed: () => this.requestUpdate(),
    swiped: (direction) => this.#showing.moveBy((direction === 'left') === this.#isRightToLeft ? -1 : 1),
  });

  readonly #does: ViewerFrame['does'] = {
    move: this.#showing.moveBy,
    moveTo: this.#showing.moveTo,
    turnPage: this.#showing.turnPage,
    zoom: (factor) => this.#zoomable.by(factor),
    zoomWhole: () => this.#zoomable.whole(),
    look: (x, y) => this.#zoomable.look(x, y),
    fullScreen: () => toggleFullScreen(this.renderRoot.querySelector('.frame')),
    toggleAside: () => {
      this.aside = this.hasAside && !this.aside;
    },
    play: () => togglePlay(this.renderRoot.querySelector('video, audio')),
    close: () => this.close(),
    retry: this.#showing.start,
    download: (id, version = 0) => this.tell('abs-download', { ids: [id], version }),
    showCurrent: () => this.tell('abs-version', { assetId: this.asset?.id ?? 0, version: 0 }),
    scrollStrip: this.#strip.scrolled,
    changed: () => this.requestUpdate(),
  };

  constructor() {
    super();
    this.position = 0;
    this.version = 0;
    this.opened = false;
    this.inline = false;
    this.aside = false;
    this.hasAside = false;
    keepFocus(this, () => this.#surface);
    this.addEventListener('abs-version', ({ detail: { assetId, version } }) => {
      if (assetId !== this.asset?.id) return;
      this.version = version;
      // On a phone the details lie over the picture that was chosen.
      const widthOf = (part: string) => this.renderRoot.querySelector(part)?.clientWidth ?? 0;
      if (!this.aside || widthOf('.side') < widthOf('.frame')) return;
      this.aside = false;
      this.#surface?.focus();
    });
  }

  /** Opens the dialog. */
  open(): void {
    // The browser tells later that the dialog was closed, which would close the viewer again.
    if (this.#isClosing) this.addEventListener('abs-close', () => this.open(), { once: true });
    else this.opened = true;
  }

  /** Closes the dialog. The focus returns to where it was. */
  close(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    this.#isClosing = dialog?.open === true;
    if (this.inline) this.tell('abs-close');
    else dialog?.close();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#showing.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#showing.close();
    this.#sizes.disconnect();
    this.#observed = undefined;
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (catalogue) this.#showing.start();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('asset');
    if (before && before.id !== this.asset?.id && !changed.has('version')) this.version = 0;
    const isLookedUp = (changed.has('position') || changed.has('query')) && !changed.has('asset');
    if (isLookedUp && this.query) this.asset = undefined;
    if (changed.has('query') || changed.has('opened') || changed.has('inline')) this.#showing.start();
    else if (changed.has('position') || changed.has('asset') || changed.has('version')) this.#showing.find();
  }

  /** What has the keyboard unless a control has it. */
  get #surface(): HTMLElement | null {
    return this.renderRoot.querySelector('dialog[open], section');
  }

  get #isVisible(): boolean {
    return this.isConnected && (this.inline || this.opened);
  }

  get #isRightToLeft(): boolean {
    return getComputedStyle(this).direction === 'rtl';
  }

  #keyPressed(event: KeyboardEvent): void {
    const isZoomed = this.#zoomable.zoom.scale > 1;
    const action = isForViewer(event, this) && viewerActionOf(event, { isRightToLeft: this.#isRightToLeft, isZoomed });
    // The dialog closes itself.
    if (!action || (action.does === 'close' && !this.inline)) return;
    event.preventDefault();
    perform(action, this.#does);
  }

  #measure(): void {
    const stage = this.renderRoot.querySelector('.stage');
    if (stage) this.#zoomable.resize({ width: stage.clientWidth, height: stage.clientHeight });
    const { page = 0, pages = 0 } = this.#showing.shown ?? {};
    this.#strip.follow(this.renderRoot.querySelector<HTMLElement>('.strip'), page, pages);
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (dialog) openOrClose(dialog, this.opened);
    const main = this.renderRoot.querySelector('.main');
    if (main && main !== this.#observed) this.#sizes.observe(main);
    this.#observed = main ?? undefined;
    this.#measure();
    const { zoom, limits } = this.#zoomable;
    if (limits) this.#showing.loadPictures(Math.max(limits.fitted.width, limits.fitted.height), zoom.scale);
  }

  /** Escape, the button, or a call of `close`. */
  #closed(): void {
    const isOwn = this.opened;
    this.#isClosing = false;
    this.opened = false;
    if (isOwn) this.tell('abs-close');
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const content = this.#isVisible ? this.#frame(catalogue) : nothing;
    const frame = html`<div class="frame" @slotchange=${this.#slotChanged}>${content}</div>`;
    if (this.inline)
      return html`<section tabindex="-1" aria-labelledby="title" @keydown=${this.#keyPressed}>${frame}</section>`;
    return html`<dialog
      tabindex="-1"
      aria-labelledby="title"
      @keydown=${this.#keyPressed}
      @close=${this.#closed}
    >
      ${frame}
    </dialog>`;
  }

  #slotChanged({ target }: Event): void {
    const slot = target as HTMLSlotElement;
    if (slot.name === 'aside') this.hasAside = slot.assignedElements().length > 0;
  }

  #frame(catalogue: Catalogue): TemplateResult {
    const { shown, total, isListed, failure, edges } = this.#showing;
    return viewerFrame({
      ...{ catalogue, shown, total, failure, hasAside: this.hasAside, isAsideOpen: this.aside },
      ...{ zoomable: this.#zoomable, does: this.#does, edges, current: this.asset?.version ?? 0 },
      strip: { ...this.#strip.at, isRightToLeft: this.#isRightToLeft },
      position: this.query && isListed ? this.position : undefined,
    });
  }
}

addTexts(EN_LATER);
customElements.define('abs-viewer', AbsViewer);

declare global {
  interface HTMLElementTagNameMap {
    'abs-viewer': AbsViewer;
  }
}
