import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { assetsById } from './assets/assets-by-id.ts';
import { basketContent, basketStyles } from './basket/basket-content.ts';
import { basketIdsOf, basketLink } from './basket/basket-link.ts';
import { type BasketItem, type BasketStorage, type BasketStore, openBasketStore } from './basket/basket-store.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { copyLinkStyles } from './theme/copy-link.ts';
import { modal, modalStyles } from './theme/dialogs.ts';
import { icon } from './theme/icons.ts';
import { noticeStyles } from './theme/notice.ts';

/**
 * Keeps a selection of assets in this browser, one for each catalogue. A button with their number opens a dialog that lists
 * them, downloads all or some, and shares them as a link.
 *
 * @fires abs-basket - the assets changed, here or in another window; detail: `{ids}`
 * @fires abs-open - an asset of the list was chosen; detail: `{asset, position}`, whose position is undefined
 * @fires abs-download - assets are to be downloaded; detail: `{ids}`. With the default prevented, the dialog shows nothing.
 * @fires abs-close - the dialog was closed
 */
export class AbsBasket extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    link: { type: String },
    assets: { state: true },
    failure: { state: true },
    ticked: { state: true },
    dropped: { state: true },
    downloading: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, copyLinkStyles, modalStyles, basketStyles];

  /** The address that opens a shared basket: of a page that calls `readAddress`. Default: the address of this page. */
  declare link: string;

  declare private assets: ReadonlyMap<number, Asset>;
  declare private failure: unknown;
  declare private ticked: ReadonlySet<number>;
  /** Assets that were deleted since they were added. */
  declare private dropped: readonly BasketItem[];
  /** IDs that are being downloaded; undefined while the list is shown. */
  declare private downloading: readonly number[] | undefined;
  #store: BasketStore | undefined;
  /** What was added before the catalogue was there. */
  #early: readonly BasketItem[] = [];
  #loading = new AbortController();

  constructor() {
    super();
    this.link = '';
    this.assets = new Map();
    this.ticked = new Set();
    this.dropped = [];
  }

  /** IDs of the assets, in the order in which they were added. */
  get ids(): readonly number[] {
    return (this.#store?.items ?? this.#early).map(({ id }) => id);
  }

  /** True if an asset is in the basket. */
  has(id: number): boolean {
    return this.ids.includes(id);
  }

  /** Adds assets, or IDs. */
  addAssets(assets: readonly (number | Pick<Asset, 'id' | 'name'>)[]): void {
    const added = assets.map((asset) => (typeof asset === 'number' ? { id: asset, name: '' } : asset));
    this.#set([...this.#items, ...added.map(({ id, name }) => ({ id, name }))]);
  }

  /** Removes assets. */
  removeAssets(ids: readonly number[]): void {
    const removed = new Set(ids);
    this.#set(this.#items.filter(({ id }) => !removed.has(id)));
  }

  /** Removes all assets. */
  clear(): void {
    this.#set([]);
  }

  /** Adds the assets that the address of the page carries as a shared basket. Returns their number. */
  readAddress(address: string = location.href): number {
    const ids = basketIdsOf(address) ?? [];
    if (ids.length > 0) this.addAssets(ids);
    return ids.length;
  }

  /** Opens the dialog. */
  open(): void {
    this.downloading = undefined;
    this.dropped = [];
    this.ticked = new Set();
    this.#load();
    void this.updateComplete.then(() => {
      const dialog = this.renderRoot.querySelector('dialog');
      if (dialog && !dialog.open) dialog.showModal();
    });
  }

  /** Closes the dialog. */
  close(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated && this.catalogue) this.#openStore(this.catalogue);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#loading.abort();
    this.#store?.close();
    this.#store = undefined;
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (catalogue) this.#openStore(catalogue);
  }

  get #items(): readonly BasketItem[] {
    return this.#store?.items ?? this.#early;
  }

  #openStore({ client }: Catalogue): void {
    this.#store?.close();
    this.#store = openBasketStore(client.base, storageOfPage(), () => this.#changed());
    if (this.#early.length > 0) this.#store.set([...this.#store.items, ...this.#early]);
    this.#early = [];
    if (this.#items.length > 0) this.#changed();
  }

  #set(items: readonly BasketItem[]): void {
    if (this.#store) this.#store.set(items);
    else this.#early = items;
    this.#changed();
  }

  #changed(): void {
    this.requestUpdate();
    this.tell('abs-basket', { ids: this.ids });
  }

  #load(): void {
    const { catalogue } = this;
    this.#loading.abort();
    this.#loading = new AbortController();
    this.failure = undefined;
    if (catalogue) void this.#loadFrom(catalogue, this.#loading.signal);
  }

  async #loadFrom(catalogue: Catalogue, signal: AbortSignal): Promise<void> {
    try {
      const items = this.#items;
      const ids = items.map(({ id }) => id);
      const assets = await assetsById(catalogue, ids, signal);
      if (signal.aborted) return;
      this.assets = assets;
      this.dropped = items.filter(({ id }) => !assets.has(id));
      const gone = new Set(this.dropped.map(({ id }) => id));
      const left = this.#items.filter(({ id }) => !gone.has(id));
      // The names of what another page added by its IDs.
      const named = left.map((item) => ({ id: item.id, name: assets.get(item.id)?.name ?? item.name }));
      if (gone.size > 0) this.#set(named);
      else this.#store?.set(named);
    } catch (error) {
      if (!signal.aborted) this.failure = error;
    }
  }

  #download(): void {
    const all = this.ids;
    const ids = this.ticked.size > 0 ? all.filter((id) => this.ticked.has(id)) : all;
    if (!this.tell('abs-download', { ids })) return;
    void import('./abs-download.ts').then(() => {
      this.downloading = ids;
      void this.#focus('#modal-title');
    });
  }

  /** Moves the focus when what had it goes. */
  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  /** The button of a removed item goes with it, so the focus moves to that of the next one, or to the title. */
  #remove(id: number): void {
    const position = this.ids.indexOf(id);
    this.removeAssets([id]);
    this.ticked = new Set([...this.ticked].filter((each) => each !== id));
    const { ids } = this;
    const next = ids[Math.min(position, ids.length - 1)];
    void this.#focus(next === undefined ? '#modal-title' : `.remove[data-id="${next}"]`);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    const count = this.#items.length;
    return html`
      <button
        type="button"
        class="badge"
        aria-haspopup="dialog"
        aria-label=${say('basket.open', { count })}
        @click=${() => this.open()}
      >
        ${icon('basket')}${count > 0 ? html`<span class="count">${count}</span>` : nothing}
      </button>
      <span class="unseen" role="status">${say('basket.count', { count })}</span>
      ${modal({
        title: this.downloading ? say('download.title') : say('basket.title'),
        closeLabel: say('dialog.close'),
        body: this.downloading ? this.#downloadView(say('basket.back'), this.downloading) : this.#list(catalogue),
        closed: () => {
          this.#loading.abort();
          this.downloading = undefined;
          this.tell('abs-close');
        },
      })}
    `;
  }

  #downloadView(label: string, ids: readonly number[]): TemplateResult {
    const back = () => {
      this.downloading = undefined;
      void this.#focus('#basket-download');
    };
    return html`<button type="button" class="back" @click=${back}>${icon('list')}${label}</button>
      <abs-download inline .ids=${ids}></abs-download>`;
  }

  #list(catalogue: Catalogue): TemplateResult {
    const items = this.#items;
    const { assets, ticked, dropped, failure } = this;
    return basketContent({
      ...{ catalogue, items, assets, ticked, dropped, failure },
      link: basketLink(this.link || location.href, this.ids),
      tick: (id, isTicked) => {
        this.ticked = new Set(isTicked ? [...ticked, id] : [...ticked].filter((each) => each !== id));
      },
      open: (asset) => {
        if (this.tell('abs-open', { asset, position: undefined })) this.close();
      },
      remove: (id) => this.#remove(id),
      clear: () => {
        this.clear();
        void this.#focus('#modal-title');
      },
      download: () => this.#download(),
      retry: () => this.#load(),
    });
  }
}

/** The storage of the page; undefined where the browser forbids it. */
function storageOfPage(): BasketStorage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

customElements.define('abs-basket', AbsBasket);

declare global {
  interface HTMLElementTagNameMap {
    'abs-basket': AbsBasket;
  }
}
