import type { Asset, Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { AssetQuery } from '../assets/asset-query.ts';
import '../browse/browse-element.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { icon } from '../theme/icons.ts';
import { type PagePlace, START } from './address.ts';
import { openPlaces } from './places.ts';
import { settingsMenu } from './settings-menu.ts';
import { pageStyles } from './styles.ts';

/** What is needed only when an asset is opened, or something is downloaded. */
const loadRest = () =>
  Promise.all([
    import('../abs-viewer.ts'),
    import('../abs-details.ts'),
    import('../abs-download.ts'),
    import('../abs-basket.ts'),
  ]);

/**
 * The page at `/`: connects the elements with one another, the address and the history.
 *
 * @fires abs-settings - the person chose a language or an appearance, or signs out; detail: `{locale}`, `{theme}`, `{signsOut}`
 */
export class AbsPage extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    name: { type: String },
    logo: { type: String },
    theme: { type: String },
    place: { state: true },
    selected: { state: true },
    opened: { state: true },
    isComplete: { state: true },
  };

  static override styles = [...CatalogueElement.styles, pageStyles];

  /** Name of the catalogue. */
  declare name: string;
  /** Address of the logo. */
  declare logo: string;
  declare theme: 'light' | 'dark' | '';

  declare private place: PagePlace;
  declare private selected: readonly number[];
  /** The asset in the viewer, as far as it is known. */
  declare private opened: Asset | undefined;
  /** True when the elements have been loaded that the first view does without. */
  declare private isComplete: boolean;
  #path: readonly Node[] = [];
  #position: number | undefined;
  /** True if the newest query was typed and may go on. */
  #isTyping = false;
  readonly #places = openPlaces((place, position) => this.#show(place, position));

  constructor() {
    super();
    this.name = '';
    this.logo = '';
    this.theme = '';
    this.place = START;
    this.selected = [];
    this.isComplete = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#places.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#places.stop();
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (!catalogue) return;
    this.#title();
    void this.#findHome(catalogue);
    if (this.place.basket) void this.#complete().then(() => this.#basket?.open());
  }

  /** A link to an asset shows it where it lives. */
  async #findHome({ client }: Catalogue): Promise<void> {
    const { asset, query } = this.place;
    if (asset === undefined) return;
    void this.#complete();
    const { items } = await client.node
      .search({ search_id: asset, extended: true, paginate: 1 })
      .catch(() => ({ items: [] as readonly Asset[] }));
    const [found] = items;
    if (this.place.asset !== asset) return;
    this.opened = found ?? { id: asset, type: 0, name: '', version: 0 };
    const node = found?.parents?.[0];
    const hasPlace = Object.keys(query).length > 0;
    if (!hasPlace && node !== undefined) this.#go({ query: { node, isDeep: true } }, { replaces: true });
    this.#title();
  }

  /** Loads the rest. The first asset that is opened needs it, and so does the basket, whose number the page shows. */
  async #complete(): Promise<void> {
    await loadRest();
    this.isComplete = true;
    await this.updateComplete;
    this.#basket?.readAddress();
  }

  get #basket() {
    return this.renderRoot.querySelector('abs-basket');
  }

  get #browse() {
    return this.renderRoot.querySelector('abs-browse');
  }

  /** Shows a place of the history. */
  #show(place: PagePlace, position: number | undefined): void {
    const before = this.place;
    this.place = place;
    this.#position = position;
    this.#isTyping = false;
    if (place.asset !== before.asset) this.opened = undefined;
    const { catalogue } = this;
    if (place.asset !== undefined && place.asset !== before.asset && catalogue) void this.#findHome(catalogue);
    // The list below an asset that closes stays where the person left it.
    const isOtherList = JSON.stringify(place.query) !== JSON.stringify(before.query);
    if (isOtherList) void this.updateComplete.then(() => this.#browse?.goTo(place.position));
    this.#title();
  }

  #go(
    change: Partial<PagePlace>,
    { replaces = false, position }: { replaces?: boolean; position?: number } = {},
  ): void {
    this.place = { ...this.place, ...change };
    this.#position = position ?? (change.query ? undefined : this.#position);
    if (change.query) this.#isTyping = false;
    this.#places.go(this.place, { replaces, position: this.#position });
    this.#title();
  }

  #title(): void {
    const name = this.name || (this.catalogue?.say('page.name') ?? '');
    const list = this.place.query.text ?? this.#path.at(-1)?.name;
    const asset = this.place.asset === undefined ? undefined : this.opened?.name;
    document.title = [asset, list, name].filter(Boolean).join(' – ');
  }

  #queried({ detail }: CustomEvent<{ query: AssetQuery; isTyping?: boolean }>): void {
    const isTyping = detail.isTyping === true;
    const isSame = JSON.stringify(detail.query) === JSON.stringify(this.place.query);
    // What somebody types is one entry of the history, so that Back leads to what was there before.
    const replaces = isSame || (isTyping && this.#isTyping);
    this.#go({ query: detail.query, position: 0, asset: undefined }, { replaces });
    this.#isTyping = isTyping;
    this.selected = [];
  }

  #placed({ detail }: CustomEvent<{ path: readonly Node[] }>): void {
    this.#path = detail.path;
    this.#title();
  }

  #open(asset: Asset, position: number | undefined): void {
    const wasOpen = this.place.asset !== undefined;
    this.opened = asset;
    this.#go({ asset: asset.id }, { replaces: wasOpen, ...(position !== undefined && { position }) });
    void this.#complete();
  }

  #scrolled({ detail }: CustomEvent<{ position: number }>): void {
    if (detail.position !== this.place.position) this.#go({ position: detail.position }, { replaces: true });
  }

  #viewerClosed(event: Event): void {
    event.stopPropagation();
    // Dialogs within the viewer close, too.
    if ((event.target as Element).localName !== 'abs-viewer' || this.place.asset === undefined) return;
    const position = this.#position;
    if (!this.#places.back()) this.#go({ asset: undefined }, { replaces: true });
    this.place = { ...this.place, asset: undefined };
    if (position !== undefined) this.#browse?.goTo(position);
    this.#title();
  }

  #nodeChosen({ detail }: CustomEvent<{ node: Node | undefined }>): void {
    const { node } = detail;
    this.#go({ query: node ? { node: node.id, isDeep: true } : {}, position: 0, asset: undefined });
  }

  async #download(ids: readonly number[], version = 0): Promise<void> {
    await this.#complete();
    const download = this.renderRoot.querySelector('abs-download');
    if (!download) return;
    download.ids = ids;
    download.version = version;
    download.open();
  }

  async #addToBasket(ids: readonly number[]): Promise<void> {
    await this.#complete();
    this.#basket?.addAssets(ids);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, place } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    return html`<button type="button" class="skip" @click=${() => this.#browse?.focus()}>${say('page.skip')}</button>
      <abs-browse
        .query=${place.query}
        .selected=${this.selected}
        @abs-query=${this.#queried}
        @abs-place=${this.#placed}
        @abs-scroll=${this.#scrolled}
        @abs-list=${() => void this.#complete()}
        @abs-open=${({ detail }: CustomEvent<{ asset: Asset; position: number }>) => this.#open(detail.asset, detail.position)}
        @abs-select=${({ detail }: CustomEvent<{ ids: readonly number[] }>) => {
          this.selected = detail.ids;
        }}
      >
        <h1 slot="start" class="brand">
          <a href="#" @click=${this.#home}>
          ${this.logo ? html`<img src=${this.logo} alt="" />` : nothing}<span>${this.name || say('page.name')}</span>
          </a>
        </h1>
        <div slot="end" class="end">${this.isComplete ? this.#basketButton() : nothing} ${this.#menu(catalogue)}</div>
        <div slot="selection">${this.#actions(catalogue, this.selected)}</div>
      </abs-browse>
      ${this.isComplete ? this.#viewer(catalogue) : nothing}`;
  }

  #home(event: Event): void {
    event.preventDefault();
    this.#go({ query: {}, position: 0, asset: undefined });
  }

  #menu(catalogue: Catalogue): TemplateResult {
    return settingsMenu({
      ...{ catalogue, theme: this.theme },
      showTop: () => this.#go({ query: { isTop: true }, position: 0, asset: undefined }),
      choose: (settings) => this.tell('abs-settings', settings),
    });
  }

  #basketButton(): TemplateResult {
    return html`<abs-basket
      @abs-open=${(event: CustomEvent<{ asset: Asset }>) => {
        event.stopPropagation();
        this.#position = undefined;
        this.#open(event.detail.asset, undefined);
      }}
    ></abs-basket>`;
  }

  #actions({ say }: Catalogue, ids: readonly number[]): TemplateResult {
    return html`<button type="button" class="quiet" @click=${() => void this.#download(ids)}>
        ${icon('download')}<span>${say('download.title')}</span>
      </button>
      <button type="button" class="quiet" @click=${() => void this.#addToBasket(ids)}>
        ${icon('basket')}<span>${say('page.basket-add')}</span>
      </button>`;
  }

  #viewer(catalogue: Catalogue): TemplateResult {
    const { asset, query } = this.place;
    const isInList = this.#position !== undefined;
    return html`<abs-viewer
        aside
        .query=${isInList ? query : undefined}
        .position=${this.#position ?? 0}
        .asset=${this.opened}
        .opened=${asset !== undefined}
        @abs-move=${({ detail }: CustomEvent<{ asset: Asset; position: number }>) => {
          this.opened = detail.asset;
          this.#go({ asset: detail.asset.id }, { replaces: true, position: detail.position });
        }}
        @abs-close=${this.#viewerClosed}
        @abs-node=${this.#nodeChosen}
        @abs-open=${({ detail }: CustomEvent<{ asset: Asset }>) => {
          this.#position = undefined;
          this.#open(detail.asset, undefined);
        }}
        @abs-download=${({ detail }: CustomEvent<{ ids: readonly number[]; version?: number }>) => void this.#download(detail.ids, detail.version)}
      >
        <div slot="actions">${asset === undefined ? nothing : this.#actions(catalogue, [asset])}</div>
        <abs-details slot="aside" .assetId=${asset ?? 0}></abs-details>
      </abs-viewer>
      <abs-download @abs-close=${(event: Event) => event.stopPropagation()}></abs-download>`;
  }
}

customElements.define('abs-page', AbsPage);

declare global {
  interface HTMLElementTagNameMap {
    'abs-page': AbsPage;
  }
}
