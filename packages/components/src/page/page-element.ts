import type { Asset, Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { AssetQuery } from '../assets/asset-query.ts';
import '../browse/browse-element.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { icon } from '../theme/icons.ts';
import { isSameQuery, type PagePlace, START } from './address.ts';
import { findAssetHome, titleOfPlace } from './asset-home.ts';
import { openPlaces } from './places.ts';
import { type ChosenSettings, settingsMenu } from './settings-menu.ts';
import { pageStyles } from './styles.ts';
import { viewerPanel } from './viewer-panel.ts';

/** How long the pictures of the first list have the connection for themselves. */
const PICTURES_FIRST_MILLISECONDS = 1000;

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
    version: { state: true },
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
  /** Version in the viewer; 0 for the current one. */
  declare private version: number;
  /** True when the elements have been loaded that the first view does without. */
  declare private isComplete: boolean;
  #path: readonly Node[] = [];
  #position: number | undefined;
  /** True if the newest query was typed and may go on. */
  #isTyping = false;
  #later: ReturnType<typeof setTimeout> | undefined;
  readonly #places = openPlaces((place, position) => this.#show(place, position));

  constructor() {
    super();
    this.name = '';
    this.logo = '';
    this.theme = '';
    this.place = START;
    this.selected = [];
    this.version = 0;
    this.isComplete = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#places.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#places.stop();
    clearTimeout(this.#later);
    this.#later = undefined;
  }

  /** Another asset is shown in its current version. */
  protected override willUpdate(changed: PropertyValues): void {
    const isOther = changed.has('opened') && changed.get('opened')?.id !== this.opened?.id;
    if (isOther || this.place.asset === undefined) this.version = 0;
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (!catalogue) return;
    this.#title();
    void this.#findHome(catalogue);
    void this.#takeBasket(catalogue);
  }

  /** A link to an asset shows it where it lives. */
  async #findHome({ client }: Catalogue): Promise<void> {
    const { asset, query } = this.place;
    if (asset === undefined) return;
    void this.#complete();
    const { asset: found, node } = await findAssetHome(client, asset);
    if (this.place.asset !== asset) return;
    this.opened = found;
    const hasPlace = Object.keys(query).length > 0;
    if (!hasPlace && node !== undefined) this.#go({ query: { node, isDeep: true } }, { replaces: true });
    this.#title();
  }

  /** Loads the rest. The first asset that is opened needs it, and so does the basket, whose number the page shows. */
  async #complete(): Promise<void> {
    await loadRest();
    this.isComplete = true;
    await this.updateComplete;
  }

  /** The rest shares the connection with the first pictures, which people wait for. */
  #completeLater(): void {
    this.#later ??= setTimeout(() => void this.#complete(), PICTURES_FIRST_MILLISECONDS);
  }

  /** A shared basket is taken out of the address once, so that what the person removes from it does not come back. */
  async #takeBasket(catalogue: Catalogue | undefined): Promise<void> {
    const { basket } = this.place;
    if (!basket || !catalogue) return;
    this.#go({ basket: undefined }, { replaces: true });
    await this.#complete();
    this.#basket?.addAssets(basket);
    this.#basket?.open();
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
    const isSameList = isSameQuery(place.query, before.query);
    // The same object, with which the list is not loaded again.
    this.place = isSameList ? { ...place, query: before.query } : place;
    this.#position = position;
    this.#isTyping = false;
    if (place.asset !== before.asset) this.opened = undefined;
    const { catalogue } = this;
    if (place.asset !== undefined && place.asset !== before.asset && catalogue) void this.#findHome(catalogue);
    void this.#takeBasket(catalogue);
    // The list below an asset that closes stays where the person left it.
    if (!isSameList) void this.updateComplete.then(() => this.#browse?.goTo(place.position));
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

  /** Goes to the beginning of another list. */
  #goTo(query: AssetQuery): void {
    this.#go({ query, isCut: false, position: 0, asset: undefined });
  }

  #title(): void {
    const name = this.name || (this.catalogue?.say('page.name') ?? '');
    document.title = titleOfPlace(this.place, this.opened, this.#path, name);
  }

  #queried({ detail }: CustomEvent<{ query: AssetQuery; isTyping?: boolean }>): void {
    const isTyping = detail.isTyping === true;
    const isSame = isSameQuery(detail.query, this.place.query);
    // What somebody types is one entry of the history, so that Back leads to what was there before.
    const replaces = isSame || (isTyping && this.#isTyping);
    this.#go({ query: detail.query, isCut: false, position: 0, asset: undefined }, { replaces });
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

  /** Opens an asset that was not chosen from the list. */
  #openElsewhere(asset: Asset): void {
    this.#position = undefined;
    this.#open(asset, undefined);
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
    this.#goTo(node ? { node: node.id, isDeep: true } : {});
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
    return html`<abs-browse
        landmarks
        .query=${place.query}
        .selected=${this.selected}
        @abs-query=${this.#queried}
        @abs-place=${this.#placed}
        @abs-scroll=${this.#scrolled}
        @abs-list=${() => this.#completeLater()}
        @abs-open=${({ detail }: CustomEvent<{ asset: Asset; position: number }>) => this.#open(detail.asset, detail.position)}
        @abs-select=${({ detail }: CustomEvent<{ ids: readonly number[] }>) => {
          this.selected = detail.ids;
        }}
      >
        <button slot="first" type="button" class="skip" @click=${() => this.#browse?.focus()}>${say('page.skip')}</button>
        <div slot="message" role="status">${place.isCut ? html`<p class="cut">${say('page.cut')}</p>` : nothing}</div>
        <h1 slot="start" class="brand">
          <a href="#" @click=${this.#home}>
          ${this.logo ? html`<img src=${this.logo} alt="" />` : nothing}<span>${this.name || say('page.name')}</span>
          </a>
        </h1>
        <div slot="end" class="end">${this.#basketButton()} ${this.#menu(catalogue)}</div>
        <div slot="selection">${this.#actions(catalogue, this.selected)}</div>
      </abs-browse>
      ${this.isComplete ? this.#viewer(catalogue) : nothing}`;
  }

  #home(event: Event): void {
    event.preventDefault();
    this.#goTo({});
  }

  #menu(catalogue: Catalogue): TemplateResult {
    return settingsMenu({
      ...{ catalogue, theme: this.theme },
      showTop: () => this.#goTo({ isTop: true }),
      choose: (settings) => this.#set(settings),
    });
  }

  #set(settings: ChosenSettings): void {
    // The person's own choice counts from now on, not that of whoever made the link.
    if (settings.locale !== undefined) this.#go({ locale: undefined }, { replaces: true });
    this.tell('abs-settings', settings);
  }

  #basketButton(): TemplateResult {
    return html`<abs-basket
      @abs-open=${(event: CustomEvent<{ asset: Asset }>) => {
        event.stopPropagation();
        this.#openElsewhere(event.detail.asset);
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
    const position = this.#position;
    return viewerPanel({
      assetId: asset,
      asset: this.opened,
      version: this.version,
      list: position === undefined ? undefined : { query, position },
      actions: asset === undefined ? nothing : this.#actions(catalogue, [asset]),
      moved: (next, place) => {
        this.opened = next;
        this.#go({ asset: next.id }, { replaces: true, position: place });
      },
      opened: (other) => this.#openElsewhere(other),
      versionChosen: (version) => {
        this.version = version;
      },
      closed: (event) => this.#viewerClosed(event),
      nodeChosen: (event) => this.#nodeChosen(event),
      download: (ids, version) => void this.#download(ids, version),
    });
  }
}

customElements.define('abs-page', AbsPage);

declare global {
  interface HTMLElementTagNameMap {
    'abs-page': AbsPage;
  }
}
