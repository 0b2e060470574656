import type { Asset, Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import '../abs-search.ts';
import '../abs-tree.ts';
import type { AssetQuery } from '../assets/asset-query.ts';
import { MAX_ITEMS } from '../basket/max-items.ts';
import '../browse/browse-element.ts';
import { drawer, openTools } from '../browse/tools.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import type { ElementEvents } from '../catalogue/event-details.ts';
import { waitingFor } from '../catalogue/later-part.ts';
import { announced } from '../theme/announced.ts';
import { closeBeside } from '../theme/beside.ts';
import { icon } from '../theme/icons.ts';
import { keepFocus } from '../theme/keep-focus.ts';
import menuStyles from '../theme/menu.css';
import { returnFocus } from '../theme/return-focus.ts';
import skipStyles from '../theme/skip.css';
import { isSameQuery } from './address.ts';
import { AssetHomes, homeNotice, isGoneAsset, nameOfList, titleOfPlace } from './asset-home.ts';
import { brand } from './brand.ts';
import { removeFirstPictures } from './first-pictures.ts';
import { LaterElements } from './later-elements.ts';
import { LaterNewItems } from './later-new-items.ts';
import { LaterViews } from './later-views.ts';
import { openInNewTab } from './new-tab.ts';
import { followPageKeys } from './page-keys.ts';
import { PageSelection, selectButton } from './page-selection.ts';
import type { SignInSettings } from './page-settings.ts';
import pageStyles from './page-styles.css';
import passingNewsStyles from './passing-news.css';
import { Rest, restNotice } from './rest.ts';
import { Route } from './route.ts';
import selectionBarStyles from './selection-bar.css';

/** Loaded with the page, so that nothing is missing around its first list. */
const AROUND = { openTools, drawer };

/** Milliseconds after which the later scripts load even if no list has appeared, for example because it failed. */
const LIST_MILLISECONDS = 5000;

/**
 * The page at `/`: connects its elements with each other, the address and the history. `abs-viewer`, `abs-details`, `abs-download`
 * and `abs-basket` load later, see rest.ts.
 *
 * @fires abs-settings - the person chose a language or a theme, or signed out; detail: one of `{locale}`, `{theme}`, `{signsOut}`
 */
export class AbsPage extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    name: { type: String },
    logo: { type: String },
    logoDark: { type: String, attribute: 'logo-dark' },
    theme: { type: String },
    signIn: { attribute: false },
    total: { state: true },
    path: { state: true },
  };

  static override styles = [
    ...CatalogueElement.styles,
    menuStyles,
    pageStyles,
    skipStyles,
    selectionBarStyles,
    passingNewsStyles,
  ];

  /** Name of the catalogue. */
  declare name: string;
  /** Address of the logo. */
  declare logo: string;
  /** The same of the logo for dark pages; empty takes the other one. */
  declare logoDark: string;
  declare theme: 'light' | 'dark' | '';
  /** How people sign in with the provider of their organisation, and who has; null where they can't. */
  declare signIn: SignInSettings | null;

  /** Number of assets of the list. */
  declare private total: number;
  /** The node of the list and its ancestors, the root first. */
  declare private path: readonly Node[];
  readonly #selection = new PageSelection(this);
  /** The query that the selection belongs to. */
  #listed: AssetQuery = {};
  readonly #views = new LaterViews(this);
  readonly #rest = new Rest(this, this.#views);
  readonly #later = new LaterElements(this, this.#rest, () => this.#route);
  readonly #newItems = new LaterNewItems(this);
  #hasMenuOpened = false;
  readonly #homes = new AssetHomes(
    (home) => this.#route.found(home),
    () => this.requestUpdate(),
  );
  readonly #route = new Route({
    changed: () => this.requestUpdate(),
    arrived: ({ isOtherList, isOtherAsset }) => {
      if (isOtherAsset) this.#findHome();
      if (this.catalogue) void this.#later.takeBasket();
      // Closing an asset does not move the list behind it.
      if (isOtherList) void this.#restorePosition();
    },
  });

  constructor() {
    super();
    this.name = '';
    this.logo = '';
    this.logoDark = '';
    this.theme = '';
    this.signIn = null;
    this.total = 0;
    this.path = [];
    // The buttons of notices and of a selection disappear when they are pressed.
    keepFocus(this, () => this.#browse);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#route.start();
    window.addEventListener('keydown', this.#keyPressed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#route.stop();
    window.removeEventListener('keydown', this.#keyPressed);
    this.#rest.stop();
    this.#homes.stop();
    this.#views.parts?.offers.close();
    this.#later.news.stop();
    this.#newItems.stop();
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    this.#views.parts?.offers.close();
    this.#newItems.stop();
    if (!catalogue) return;
    this.#newItems.begin(catalogue.client);
    this.#rest.loadLater(LIST_MILLISECONDS);
    // Only before the first list: later catalogues differ in language or token.
    if (!this.#browse) void this.#restorePosition();
    this.#findHome();
    void this.#later.takeBasket();
  }

  readonly #keyPressed = (event: KeyboardEvent): void =>
    followPageKeys({ search: () => this.#browse?.focusSearch(), help: () => void this.#showKeys() }, event);

  async #showKeys(): Promise<void> {
    if (!this.catalogue) return;
    const { showKeys } = await import('./keys-dialog.ts');
    showKeys(this.catalogue.say, this.theme);
  }

  async #restorePosition(): Promise<void> {
    await this.updateComplete;
    this.#browse?.goTo(this.#route.place.position);
  }

  /** Loads what comes after the list once the pictures, for which people wait, have had the connection to themselves. */
  async #listArrived(catalogue: Catalogue): Promise<void> {
    await this.#browse?.arrived();
    removeFirstPictures();
    if (catalogue !== this.catalogue || !this.isConnected) return;
    this.#rest.loadOnce();
    void this.#newItems.watch(catalogue.client);
  }

  /** Looks up the asset that a link names, and its node, so that the viewer opens over the list of that node. */
  #findHome(): void {
    const { catalogue } = this;
    const { asset } = this.#route.place;
    this.#homes.stop();
    if (asset === undefined || !catalogue) return;
    void this.#rest.load();
    this.#homes.find(catalogue, asset, this.#route.hasList);
  }

  protected override willUpdate(): void {
    const { query } = this.#route.place;
    if (!isSameQuery(query, this.#listed)) this.#selection.end();
    this.#listed = query;
  }

  protected override updated(): void {
    if (!this.catalogue) return;
    document.title = titleOfPlace(this.#route.place, this.#route.opened, this.path, this.#name(this.catalogue));
    this.#later.followDuplicates(this.catalogue.about.searchLimits?.comparesPictures !== false);
  }

  #name({ say }: Catalogue): string {
    return this.name || say('page.name');
  }

  /** What the assets of the list are together. */
  #listName(catalogue: Catalogue): string {
    return nameOfList(this.#route.place, this.path) ?? this.#name(catalogue);
  }

  get #browse() {
    return this.renderRoot.querySelector('abs-browse');
  }

  /** Lists assets, all of them selected. */
  async #select(ids: readonly number[]): Promise<void> {
    this.#route.showList({ ids });
    await this.updateComplete;
    this.#selection.become(ids);
  }

  #queried({ detail }: ElementEvents['abs-query']): void {
    this.#homes.stop();
    this.#route.showList(detail.query, detail.isTyping);
    this.#selection.end();
  }

  #open(asset: Asset, position?: number): void {
    this.#homes.stop();
    this.#route.openAsset(asset, position);
    void this.#rest.load();
  }

  #viewerClosed(event: Event): void {
    event.stopPropagation();
    // Dialogs inside the viewer fire the event as well.
    const { place, position } = this.#route;
    if ((event.target as Element).localName !== 'abs-viewer' || place.asset === undefined) return;
    this.#route.closeAsset();
    if (position !== undefined) this.#browse?.goTo(position);
    // The browser can't return the focus if a link opened the viewer.
    const focused = this.shadowRoot?.activeElement;
    if (!focused || focused === event.target) this.#browse?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    const { place } = this.#route;
    const selection = this.#selection;
    const openTab = (event: MouseEvent | KeyboardEvent) => openInNewTab(event, place);
    return html`<abs-browse
        landmarks
        .around=${AROUND}
        .query=${place.query}
        .max=${MAX_ITEMS}
        .picks=${selection.isStarted}
        .selected=${selection.ids}
        @mousedown=${openTab}
        @auxclick=${openTab}
        @keydown=${(event: KeyboardEvent) => {
          openTab(event);
          selection.keyPressed(event);
        }}
        @abs-query=${this.#queried}
        @abs-place=${({ detail }: ElementEvents['abs-place']) => {
          this.path = detail.path;
          // The node is gone or hidden, so no list will appear to trigger this.
          if (place.query.node !== undefined && !detail.path.length) void this.#rest.load();
        }}
        @abs-scroll=${({ detail }: ElementEvents['abs-scroll']) => this.#route.scrolled(detail.position)}
        @abs-list=${({ detail }: ElementEvents['abs-list']) => {
          this.total = detail.total;
          void this.#listArrived(catalogue);
        }}
        @abs-open=${({ detail }: ElementEvents['abs-open']) => this.#open(detail.asset, detail.position)}
        @abs-select=${({ detail }: ElementEvents['abs-select']) => selection.become(detail.ids)}
      >
        <button slot="first" type="button" class="skip" @click=${() => this.#browse?.focus()}>${say('page.skip')}</button>
        <div slot="message" role="status">
          ${announced(place.isCut ? html`<p class="strip">${say('page.cut')}</p>` : nothing)}
          ${this.#newItems.notice(say, () => void this.closest('abs-catalogue')?.connect())}
          ${restNotice(this.#rest, say)} ${homeNotice(this.#homes, catalogue, () => this.#findHome())}
        </div>
        ${brand({
          ...{ name: this.#name(catalogue), logo: this.logo, logoDark: this.logoDark, theme: this.theme },
          showAll: () => this.#route.showList({}),
        })}
        <div slot="end" class="end">${this.#basketButton(catalogue)} ${this.#menu(catalogue)}</div>
        ${selectButton(say, selection)}
        ${this.#selectionBar(catalogue)}
      </abs-browse>
      ${this.#viewer(catalogue)}`;
  }

  #selectionBar(catalogue: Catalogue): TemplateResult | typeof nothing {
    const selection = this.#selection;
    if (selection.ids.length === 0) return nothing;
    this.#rest.loadOnce();
    const { parts } = this.#views;
    return (
      parts?.selectionBar(catalogue.say, {
        ...{ selection, total: this.total, later: this.#later },
        name: this.#listName(catalogue),
        offered: parts.offers.among(catalogue, selection.ids),
        makesLinks: catalogue.about.pins,
        selectAll: () => this.#browse?.selectAll(),
      }) ?? nothing
    );
  }

  /** Draws the menu and its button. The browser closes it on Escape or a press elsewhere. */
  #menu(catalogue: Catalogue): TemplateResult {
    const label = catalogue.say('page.settings');
    return html`<button type="button" class="quiet" popovertarget="settings" aria-label=${label} title=${label}>${icon('more')}</button>
      <div popover id="settings" class="menu" role="group" aria-label=${label} @beforetoggle=${this.#menuOpens} @click=${closeBeside} @toggle=${returnFocus}>
        ${this.#hasMenuOpened ? (this.#entries(catalogue) ?? waitingFor(this.#rest, catalogue.say)) : nothing}
      </div>`;
  }

  /** The entries are drawn from then on, because naming the languages takes as long as drawing a list. */
  readonly #menuOpens = (): void => {
    this.#hasMenuOpened = true;
    this.#rest.loadOnce();
    this.requestUpdate();
  };

  #entries(catalogue: Catalogue): TemplateResult | undefined {
    return this.#views.parts?.settingsEntries({
      catalogue,
      ...{ theme: this.theme, signIn: this.signIn },
      showTop: () => this.#route.showList({ isTop: true }),
      print: () => {
        const { query } = this.#route.place;
        void this.#later.print({ query, total: this.total }, this.#listName(catalogue));
      },
      showKeys: () => void this.#showKeys(),
      showDuplicates: () => this.#route.showDuplicates(),
      showLinks: () => void this.#later.shareAssets([]),
      choose: (settings) => {
        // From now on the person's choice overrides the language of the link.
        if (settings.locale !== undefined) this.#route.drop('locale');
        this.tell('abs-settings', settings);
      },
    });
  }

  #basketButton(catalogue: Catalogue): TemplateResult {
    return html`<abs-basket
      @abs-download=${(event: ElementEvents['abs-download']) => {
        event.preventDefault();
        void this.#later.download(event.detail.ids, catalogue.say('basket.title'));
      }}
      @abs-basket=${() => this.requestUpdate()}
      @abs-open=${(event: ElementEvents['abs-open']) => {
        event.stopPropagation();
        this.#open(event.detail.asset);
      }}
    ></abs-basket>`;
  }

  #viewer(catalogue: Catalogue): TemplateResult | typeof nothing {
    const { opened } = this.#route;
    const { parts } = this.#views;
    if (!parts || this.#rest.state !== 'ready') return nothing;
    return parts.viewerPanel({
      ...{ catalogue, route: this.#route, later: this.#later },
      isKnown: !this.#homes.failure || opened !== undefined,
      isGone: opened !== undefined && isGoneAsset(opened),
      isOffered: () => opened === undefined || parts.offers.has(catalogue, opened),
      open: (other, position) => this.#open(other, position),
      closed: (event) => this.#viewerClosed(event),
      download: (ids, version) => void this.#later.download(ids, '', version),
      downloadClosed: () => this.#later.downloadClosed(),
      select: (ids) => void this.#select(ids),
    });
  }
}

customElements.define('abs-page', AbsPage);

declare global {
  interface HTMLElementTagNameMap {
    'abs-page': AbsPage;
  }
}
