import type { Asset, Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { describeFailure } from './catalogue/failures.ts';
import { type LoadedDetails, loadDetails, loadPlaces } from './details/load-details.ts';
import { keywordType, loadPath, type NodePath, nodeAt } from './details/node-paths.ts';
import { reviewStyles } from './details/review-styles.ts';
import { openReviewWriting } from './details/review-writing.ts';
import { openReviews, type Reviews } from './details/reviews.ts';
import { reviewsSection } from './details/reviews-section.ts';
import {
  failedDetails,
  fieldRows,
  type GoToPart,
  generalRows,
  keywordPaths,
  places,
  publicAddresses,
  relatedAssets,
  section,
  skeleton,
} from './details/sections.ts';
import { detailsStyles } from './details/styles.ts';
import { versionStyles } from './details/version-styles.ts';
import { type Comparison, versionsSection } from './details/versions-section.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { copyLink, copyLinkStyles } from './theme/copy-link.ts';
import { noticeStyles } from './theme/notice.ts';
import { panelStyles } from './theme/panel.ts';

/**
 * Describes one asset: properties, fields, keywords, where it is shown, versions, related assets, reviews, addresses.
 *
 * @fires abs-node - a part of a path was followed; detail: `{node}`
 * @fires abs-open - a related asset was chosen; detail: `{asset, position}`, whose position is undefined
 * @fires abs-version - a version was chosen, for the picture beside; detail: `{assetId, version}`
 * @fires abs-download - a version is to be downloaded; detail: `{ids, version}`
 */
export class AbsDetails extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    assetId: { type: Number, attribute: 'asset-id' },
    version: { type: Number },
    link: { type: String },
    loaded: { state: true },
    failure: { state: true },
    paths: { state: true },
    comparison: { state: true },
  };

  static override styles = [
    ...CatalogueElement.styles,
    noticeStyles,
    copyLinkStyles,
    panelStyles,
    detailsStyles,
    versionStyles,
    reviewStyles,
  ];

  /** ID of the asset; 0 shows nothing. */
  declare assetId: number;
  /** Number of the version that is shown elsewhere; 0 stands for the current one. */
  declare version: number;
  /** The address to copy, at which people find the asset. Default: the address of the page. */
  declare link: string;

  declare private loaded: LoadedDetails | undefined;
  declare private failure: unknown;
  declare private paths: readonly NodePath[];
  declare private comparison: Comparison | undefined;
  #reviews: Reviews | undefined;
  #loading = new AbortController();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #focusesTitle = false;
  /** The service whose asset is shown. */
  #base: string | undefined;
  readonly #writing = openReviewWriting({
    reviews: () => this.#reviews,
    changed: () => this.requestUpdate(),
    turned: (isShown) => void this.#focus(isShown ? '.review-form input:checked, .review-form input' : '#write-review'),
  });

  constructor() {
    super();
    this.assetId = 0;
    this.version = 0;
    this.link = '';
    this.paths = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (!catalogue) return;
    const { base } = catalogue.client;
    // With another language or token it is the same asset, and what the person writes stays.
    if (this.#base !== base) this.#forget();
    this.#base = base;
    this.#load();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('assetId') || !this.hasUpdated) return;
    // What had the focus goes with the old asset, such as the picture of a related one.
    this.#focusesTitle = this.shadowRoot?.activeElement !== null;
    this.#forget();
    this.#load();
  }

  protected override updated(): void {
    if (!this.#focusesTitle) return;
    this.#focusesTitle = false;
    this.renderRoot.querySelector<HTMLElement>('.title')?.focus();
  }

  #stop(): void {
    this.#loading.abort();
    this.#reviews?.close();
    clearTimeout(this.#retry);
  }

  /** Forgets all about an asset that is shown no longer. */
  #forget(): void {
    this.#reviews = undefined;
    this.loaded = undefined;
    this.comparison = undefined;
    this.#writing.reset();
    this.paths = [];
  }

  /** Loads the asset. What is shown of it stays until then. */
  #load(): void {
    const { catalogue, assetId } = this;
    this.#stop();
    this.#loading = new AbortController();
    this.failure = undefined;
    if (catalogue && assetId && this.isConnected) void this.#loadFrom(catalogue, this.#loading.signal);
  }

  /** The button that asks for it goes, so the focus moves to the title. */
  #reload(): void {
    this.#focusesTitle = true;
    this.#load();
  }

  async #loadFrom(catalogue: Catalogue, signal: AbortSignal): Promise<void> {
    const { about } = catalogue;
    try {
      const loaded = await loadDetails(catalogue, this.assetId, signal);
      if (signal.aborted) return;
      this.loaded = loaded;
      this.#reviews = about.reviews ? openReviews(catalogue, this.assetId, () => this.requestUpdate()) : undefined;
      // Where an asset is shown is worth no message if it cannot be loaded.
      const paths = await loadPlaces(catalogue, loaded, signal).catch(() => []);
      if (!signal.aborted) this.paths = paths;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error;
      this.loaded = undefined;
      const { kind, retryAfter = 1 } = describeFailure(error, catalogue.say);
      if (kind === 'busy') this.#retry = setTimeout(() => this.#load(), 1000 * Math.min(60, retryAfter));
    }
  }

  readonly #go: GoToPart = (leaf, names, index) => {
    const node: Node = { ...leaf, children: [] };
    const { catalogue } = this;
    if (!catalogue || index === names.length - 1) return void this.tell('abs-node', { node });
    // The service names the ancestors without their IDs.
    const { signal } = this.#loading;
    void loadPath(catalogue.client, leaf, signal).then(
      (path) => this.tell('abs-node', { node: (path && nodeAt(path, names, index)) ?? node }),
      () => signal.aborted || this.tell('abs-node', { node }),
    );
  };

  /** Moves the focus when what had it goes. */
  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  /** The button goes when all reviews are there, so the focus moves to the first new one. */
  async #more(): Promise<void> {
    const { list } = this.#reviews ?? { list: [] };
    await this.#reviews?.more();
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLElement>('.reviews > li')[list.length]?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, loaded, failure, assetId } = this;
    if (!catalogue || !assetId) return nothing;
    const { say } = catalogue;
    const title = loaded ? loaded.asset?.alt_name || loaded.details.name : say('details.label');
    return html`
      <h2 class="title" tabindex="-1" dir="auto">${title}</h2>
      ${failure ? failedDetails(catalogue, failure, () => this.#reload()) : nothing}
      ${!failure && !loaded ? skeleton(say('details.loading')) : nothing}
      ${loaded ? this.#content(catalogue, loaded) : nothing}
    `;
  }

  #content(catalogue: Catalogue, { asset, details, related }: LoadedDetails): TemplateResult {
    const { say, about } = catalogue;
    const go = this.#go;
    const subtitle = asset?.alt_name === details.name ? '' : asset?.alt_name && details.name;
    const open = (each: Asset) => this.tell('abs-open', { asset: each, position: undefined });
    return html`
      ${subtitle ? html`<p class="subtitle faint" dir="auto">${subtitle}</p>` : nothing}
      <div class="share">${copyLink(say, this.link || location.href, say('details.link'), say('details.link.copy'))}</div>
      ${section(details.infofields_title ?? '', fieldRows(details, go))}
      ${section(details.keywords_title ?? '', keywordPaths(details, keywordType(about), go))}
      ${section(
        say('details.places'),
        places(this.paths, (node) => this.tell('abs-node', { node })),
      )}
      ${section(details.general_title, generalRows(details))}
      ${section(say('details.versions'), this.#versions(catalogue, details))}
      ${section(say('details.related'), relatedAssets(catalogue, related, open))}
      ${section(say('details.public'), publicAddresses(catalogue, details))}
      ${section(say('details.reviews'), this.#reviewsOf(catalogue))}
    `;
  }

  #versions(catalogue: Catalogue, details: LoadedDetails['details']) {
    const { assetId: id, comparison } = this;
    const { versions = [] } = details;
    if (versions.length < 2) return undefined;
    const shown = this.version || (versions.find(({ active }) => active)?.version ?? 0);
    return versionsSection({
      ...{ catalogue, id, name: details.name, versions, comparison, shown },
      compare: (changed) => {
        this.comparison = changed;
      },
      show: (version) => {
        this.version = version;
        this.tell('abs-version', { assetId: id, version });
      },
      download: (version) => this.tell('abs-download', { ids: [id], version }),
    });
  }

  #reviewsOf(catalogue: Catalogue): TemplateResult | undefined {
    const reviews = this.#reviews;
    return reviews && reviewsSection({ catalogue, reviews, writing: this.#writing, more: () => void this.#more() });
  }
}

addTexts(EN_LATER);
customElements.define('abs-details', AbsDetails);

declare global {
  interface HTMLElementTagNameMap {
    'abs-details': AbsDetails;
  }
}
