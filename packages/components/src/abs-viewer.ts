import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { AssetQuery } from './assets/asset-query.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { noticeStyles } from './theme/notice.ts';
import { perform, viewerActionOf } from './viewer/actions.ts';
import { contentStyles } from './viewer/content-styles.ts';
import { openShownAsset, type ShownAsset } from './viewer/shown-asset.ts';
import { followStrip } from './viewer/strip-scroll.ts';
import { viewerStyles } from './viewer/styles.ts';
import { toggleFullScreen, type ViewerFrame, viewerFrame } from './viewer/viewer-frame.ts';
import { openWalk, type Walk } from './viewer/walk.ts';
import { openZoomable } from './viewer/zoomable.ts';

/** Longest side of the symbol of a file that cannot be drawn, in CSS pixels. */
const SYMBOL = 240;

/**
 * Shows one asset of a query as large as the window, or within the page: pictures to zoom, documents to leaf through, films,
 * sounds, and 3D models to turn. Content of the slot `aside` appears beside it, that of `actions` among its buttons.
 *
 * @fires abs-move - another asset of the query is shown; detail: `{asset, position}`
 * @fires abs-close - the viewer was closed
 * @slot aside - shown and hidden with a button and the key I, for example an `abs-details`
 * @slot actions - buttons of the page
 */
export class AbsViewer extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: { attribute: false },
    position: { type: Number },
    asset: { attribute: false },
    opened: { type: Boolean, reflect: true },
    inline: { type: Boolean, reflect: true },
    aside: { type: Boolean, reflect: true },
    failure: { state: true },
    hasAside: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, contentStyles, viewerStyles];

  /** The assets that one can move through. Without it, the viewer shows `asset` alone. */
  declare query: AssetQuery | undefined;
  /** Position in the query, from 0. */
  declare position: number;
  /** The asset that is shown. It is looked up by its position if a page sets only that. */
  declare asset: Asset | undefined;
  /** True while the dialog is open. Without effect if `inline`. */
  declare opened: boolean;
  /** Shows the viewer within the page instead of in a dialog. */
  declare inline: boolean;
  /** Shows the content of the slot `aside`. */
  declare aside: boolean;

  declare private failure: unknown;
  declare private hasAside: boolean;
  #walk: Walk | undefined;
  #shown: ShownAsset | undefined;
  readonly #strip = followStrip(() => this.requestUpdate());
  #isMoving = false;
  #observed: Element | undefined;
  #hadFocus = false;
  readonly #sizes = new ResizeObserver(() => this.#measure());
  readonly #zoomable = openZoomable({
    size: () => this.#shown?.layers.size,
    longest: () => (this.#shown?.isPlaceholder ? SYMBOL : undefined),
    isInline: () => this.inline,
    changed: () => this.requestUpdate(),
    swiped: (direction) => this.#moveTo(this.position + ((direction === 'left') === this.#isRightToLeft ? -1 : 1)),
  });

  readonly #does: ViewerFrame['does'] = {
    move: (by) => this.#moveTo(this.position + by),
    moveTo: (end) => this.#moveTo(end === 'first' ? 0 : (this.#walk?.total ?? 1) - 1),
    turnPage: (by) => this.#shown?.turnTo(this.#shown.page + by),
    zoom: (factor) => this.#zoomable.by(factor),
    zoomWhole: () => this.#zoomable.whole(),
    look: (x, y) => this.#zoomable.look(x, y),
    fullScreen: () => toggleFullScreen(this.renderRoot.querySelector('.frame')),
    toggleAside: () => {
      this.aside = this.hasAside && !this.aside;
    },
    close: () => this.close(),
    retry: () => {
      this.#start();
      this.requestUpdate();
    },
    scrollStrip: this.#strip.scrolled,
    changed: () => this.requestUpdate(),
  };

  constructor() {
    super();
    this.position = 0;
    this.opened = false;
    this.inline = false;
    this.aside = false;
    this.hasAside = false;
  }

  /** Opens the dialog. */
  open(): void {
    this.opened = true;
  }

  /** Closes the dialog. The focus returns to where it was. */
  close(): void {
    if (this.inline) this.tell('abs-close');
    else this.renderRoot.querySelector('dialog')?.close();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end();
    this.#sizes.disconnect();
    this.#observed = undefined;
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (catalogue) this.#start();
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.#hadFocus = this.#focused !== null;
    const isLookedUp = (changed.has('position') || changed.has('query')) && !changed.has('asset') && !this.#isMoving;
    if (isLookedUp && this.query) this.asset = undefined;
    if (changed.has('query') || changed.has('opened') || changed.has('inline')) this.#start();
    else if (changed.has('position') || changed.has('asset')) this.#find();
  }

  get #focused(): Element | null {
    return (this.renderRoot as ShadowRoot | undefined)?.activeElement ?? null;
  }

  get #isVisible(): boolean {
    return this.isConnected && (this.inline || this.opened);
  }

  #start(): void {
    this.#end();
    const { catalogue, query } = this;
    this.failure = undefined;
    if (!catalogue || !this.#isVisible) return;
    if (query) {
      const walk = openWalk(catalogue, query, {
        changed: () => this.#walk === walk && this.#find(),
        failed: (error) => {
          if (!this.#shown) this.failure = error;
        },
      });
      this.#walk = walk;
    }
    this.#find();
  }

  /** Shows the asset at the position, or requests it. */
  #find(): void {
    const { catalogue } = this;
    if (!catalogue || !this.#isVisible) return;
    const total = this.#walk?.total;
    if (total !== undefined) this.position = Math.max(0, Math.min(Math.trunc(this.position), total - 1));
    const { position } = this;
    this.asset = this.#walk?.at(position) ?? this.asset;
    this.#walk?.goTo(position);
    this.requestUpdate();
    const { asset } = this;
    if (!asset) this.#leave();
    if (!asset) return;
    this.failure = undefined;
    const isSame = this.#shown?.asset.id === asset.id && this.#shown.asset.version === asset.version;
    if (!isSame) {
      this.#leave();
      this.#shown = openShownAsset(catalogue, asset, () => this.requestUpdate());
    }
    if (this.#isMoving) this.tell('abs-move', { asset, position });
    this.#isMoving = false;
  }

  #leave(): void {
    this.#shown?.close();
    this.#shown = undefined;
    this.#strip.reset();
    this.#zoomable.whole();
  }

  #end(): void {
    this.#walk?.close();
    this.#walk = undefined;
    this.#leave();
  }

  #moveTo(position: number): void {
    const total = this.#walk?.total;
    if (total === undefined || position < 0 || position >= total || position === this.position) return;
    this.#isMoving = true;
    this.position = position;
    this.asset = this.#walk?.at(position);
    if (!this.asset) this.#leave();
  }

  get #isRightToLeft(): boolean {
    return getComputedStyle(this).direction === 'rtl';
  }

  #keyPressed(event: KeyboardEvent): void {
    const path = event.composedPath();
    const isTyping = path[0] instanceof Element && path[0].matches('input, textarea, select, video, audio');
    const isFromSlot = path.slice(0, path.indexOf(this)).some((node) => node instanceof HTMLSlotElement);
    if (event.defaultPrevented || isTyping || isFromSlot) return;
    const isZoomed = this.#zoomable.zoom.scale > 1;
    const action = viewerActionOf(event, { isRightToLeft: this.#isRightToLeft, isZoomed });
    // The dialog closes itself.
    if (!action || (action.does === 'close' && !this.inline)) return;
    event.preventDefault();
    perform(action, this.#does);
  }

  #measure(): void {
    const stage = this.renderRoot.querySelector('.stage');
    if (stage) this.#zoomable.resize({ width: stage.clientWidth, height: stage.clientHeight });
    const { page = 0, pages = 0 } = this.#shown ?? {};
    this.#strip.follow(this.renderRoot.querySelector<HTMLElement>('.strip'), page, pages);
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (dialog && this.opened && !dialog.open) {
      dialog.showModal();
      // Else the browser focuses the first button.
      dialog.focus();
    }
    if (dialog && !this.opened && dialog.open) dialog.close();
    // The control that had the focus may be gone with the last asset.
    if (this.#hadFocus && !this.#focused) this.renderRoot.querySelector<HTMLElement>('dialog[open], section')?.focus();
    const main = this.renderRoot.querySelector('.main');
    if (main && main !== this.#observed) this.#sizes.observe(main);
    this.#observed = main ?? undefined;
    this.#measure();
    const { zoom, limits } = this.#zoomable;
    if (!limits || !this.#shown) return;
    const longest = Math.max(limits.fitted.width, limits.fitted.height);
    this.#shown.layers.need(longest * zoom.scale);
    if (!this.#shown.layers.isLoading) this.#walk?.preload(this.position, longest);
  }

  /** Escape, the button, or a call of `close`. */
  #closed(): void {
    const isOwn = this.opened;
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
    const { query, position, failure, hasAside, aside } = this;
    return viewerFrame({
      ...{ catalogue, failure, hasAside, isAsideOpen: aside },
      ...{ shown: this.#shown, zoomable: this.#zoomable, does: this.#does },
      strip: { ...this.#strip.at, isRightToLeft: this.#isRightToLeft },
      position: query && position,
      total: this.#walk?.total,
    });
  }
}

customElements.define('abs-viewer', AbsViewer);

declare global {
  interface HTMLElementTagNameMap {
    'abs-viewer': AbsViewer;
  }
}
