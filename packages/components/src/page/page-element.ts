import type { Asset, Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import '../abs-search.ts';
import '../abs-tree.ts';
import '../browse/browse-element.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import type { ElementEvents } from '../catalogue/event-details.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts } from '../texts/texts.ts';
import { announced } from '../theme/announced.ts';
import { keepFocus } from '../theme/keep-focus.ts';
import { isGoneAsset, openAssetHomes, titleOfPlace } from './asset-home.ts';
import { brand } from './brand.ts';
import { openLaterElements } from './later-elements.ts';
import { failureStrip, openRest, restNotice } from './rest.ts';
import { openRoute } from './route.ts';
import { assetActions, selectionBar, selectionBarStyles } from './selection-bar.ts';
import { type ChosenSettings, settingsMenu } from './settings-menu.ts';
import { pageStyles } from './styles.ts';
import { viewerPanel } from './viewer-panel.ts';

/** After this time without a list, which may be one that cannot be shown, the rest is loaded. */
const LIST_MILLISECONDS = 5000;

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
    selected: { state: true },
    path: { state: true },
  };

  static override styles = [...CatalogueElement.styles, pageStyles, selectionBarStyles];

  /** Name of the catalogue. */
  declare name: string;
  /** Address of the logo. */
  declare logo: string;
  declare theme: 'light' | 'dark' | '';

  declare private selected: readonly number[];
  /** From the root to the node of the list. */
  declare private path: readonly Node[];
  readonly #rest = openRest(() => this.requestUpdate());
  readonly #later = openLaterElements(this, this.#rest, () => this.#route);
  readonly #homes = openAssetHomes(
    (home) => this.#route.found(home),
    () => this.requestUpdate(),
  );
  readonly #route = openRoute({
    changed: () => this.requestUpdate(),
    arrived: ({ isOtherList, isOtherAsset }) => {
      if (isOtherAsset) this.#findHome();
      if (this.catalogue) void this.#later.takeBasket();
      // The list below an asset that closes stays where the person left it.
      if (isOtherList) void this.#restorePosition();
    },
  });

  constructor() {
    super();
    this.name = '';
    this.logo = '';
    this.theme = '';
    this.selected = [];
    this.path = [];
    // The button that tries again, and those of a selection, go when they are pressed.
    keepFocus(this, () => this.#browse);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#route.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#route.stop();
    this.#rest.stop();
    this.#homes.stop();
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (!catalogue) return;
    this.#rest.loadLater(LIST_MILLISECONDS);
    if (!this.#browse) void this.#restorePosition();
    this.#findHome();
    void this.#later.takeBasket();
  }

  async #restorePosition(): Promise<void> {
    await this.updateComplete;
    this.#browse?.goTo(this.#route.place.position);
  }

  /** A link to an asset shows it where it lives. */
  #findHome(): void {
    const { client } = this.catalogue ?? {};
    const { asset } = this.#route.place;
    this.#homes.stop();
    if (asset === undefined || !client) return;
    void this.#rest.load();
    this.#homes.find(client, asset);
  }

  protected override updated(): void {
    if (!this.catalogue) return;
    document.title = titleOfPlace(this.#route.place, this.#route.opened, this.path, this.#name(this.catalogue));
  }

  #name({ say }: Catalogue): string {
    return this.name || say('page.name');
  }

  get #browse() {
    return this.renderRoot.querySelector('abs-browse');
  }

  #queried({ detail }: ElementEvents['abs-query']): void {
    this.#homes.stop();
    this.#route.showList(detail.query, detail.isTyping);
    this.selected = [];
  }

  #open(asset: Asset, position?: number): void {
    this.#homes.stop();
    this.#route.openAsset(asset, position);
    void this.#rest.load();
  }

  #viewerClosed(event: Event): void {
    event.stopPropagation();
    // Dialogs within the viewer close, too.
    const { place, position } = this.#route;
    if ((event.target as Element).localName !== 'abs-viewer' || place.asset === undefined) return;
    this.#route.closeAsset();
    if (position !== undefined) this.#browse?.goTo(position);
    // A viewer that a link has opened has no place to which the browser returns the focus.
    const focused = this.shadowRoot?.activeElement;
    if (!focused || focused === event.target) this.#browse?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    const { place } = this.#route;
    return html`<abs-browse
        landmarks
        .query=${place.query}
        .selected=${this.selected}
        @abs-query=${this.#queried}
        @abs-place=${({ detail }: ElementEvents['abs-place']) => {
          this.path = detail.path;
        }}
        @abs-scroll=${({ detail }: ElementEvents['abs-scroll']) => this.#route.scrolled(detail.position)}
        @abs-list=${() => this.#rest.loadLater()}
        @abs-open=${({ detail }: ElementEvents['abs-open']) => this.#open(detail.asset, detail.position)}
        @abs-select=${({ detail }: ElementEvents['abs-select']) => {
          this.selected = detail.ids;
        }}
      >
        <button slot="first" type="button" class="skip" @click=${() => this.#browse?.focus()}>${say('page.skip')}</button>
        <div slot="message" role="status">
          ${announced(place.isCut ? html`<p class="strip">${say('page.cut')}</p>` : nothing)}
          ${restNotice(this.#rest, say)} ${this.#homeNotice(catalogue)}
        </div>
        ${brand({ name: this.#name(catalogue), logo: this.logo, showAll: () => this.#route.showList({}) })}
        <div slot="end" class="end">${this.#basketButton()} ${this.#menu(catalogue)}</div>
        ${selectionBar(say, this.selected.length, this.#actions(catalogue, this.selected), () => {
          this.selected = [];
        })}
      </abs-browse>
      ${this.#rest.state === 'ready' ? this.#viewer(catalogue) : nothing}`;
  }

  #homeNotice({ say }: Catalogue): TemplateResult | typeof nothing {
    const { failure } = this.#homes;
    return failure ? failureStrip(describeFailure(failure, say), say, () => this.#findHome()) : nothing;
  }

  #menu(catalogue: Catalogue): TemplateResult {
    return settingsMenu({
      catalogue,
      theme: this.theme,
      showTop: () => this.#route.showList({ isTop: true }),
      choose: (settings) => this.#set(settings),
    });
  }

  #set(settings: ChosenSettings): void {
    // The person's own choice counts from now on, not that of whoever made the link.
    if (settings.locale !== undefined) this.#route.drop('locale');
    this.tell('abs-settings', settings);
  }

  #basketButton(): TemplateResult {
    return html`<abs-basket
      @abs-open=${(event: ElementEvents['abs-open']) => {
        event.stopPropagation();
        this.#open(event.detail.asset);
      }}
    ></abs-basket>`;
  }

  #actions({ say }: Catalogue, ids: readonly number[]): TemplateResult {
    return assetActions(
      say,
      () => void this.#later.download(ids),
      () => void this.#later.addToBasket(ids),
    );
  }

  #viewer(catalogue: Catalogue): TemplateResult {
    const { place, opened } = this.#route;
    const { asset } = place;
    const isGone = opened !== undefined && isGoneAsset(opened);
    return viewerPanel({
      route: this.#route,
      isKnown: !this.#homes.failure || opened !== undefined,
      isGone,
      actions: asset === undefined || isGone ? nothing : this.#actions(catalogue, [asset]),
      open: (other, position) => this.#open(other, position),
      closed: (event) => this.#viewerClosed(event),
      download: (ids, version) => void this.#later.download(ids, version),
    });
  }
}

addTexts(EN_LATER);
customElements.define('abs-page', AbsPage);

declare global {
  interface HTMLElementTagNameMap {
    'abs-page': AbsPage;
  }
}
