import type { Asset, Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { visibleName } from './catalogue/visible-name.ts';
import { openDetailsLoading } from './details/details-loading.ts';
import { keptDraft } from './details/kept-drafts.ts';
import type { LoadedDetails } from './details/load-details.ts';
import { keywordType, loadPath, nodeAt } from './details/node-paths.ts';
import { reviewStyles } from './details/review-styles.ts';
import { openReviewWriting } from './details/review-writing.ts';
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

  declare private comparison: Comparison | undefined;
  readonly #loading = openDetailsLoading(() => this.requestUpdate());
  #focusesTitle = false;
  /** ID of the asset that was loaded last. */
  #opened = 0;
  /** The service whose asset is shown. */
  #base: string | undefined;
  readonly #writing = openReviewWriting({
    reviews: () => this.#loading.reviews,
    changed: () => this.requestUpdate(),
    turned: (isShown) => void this.#focus(isShown ? '.review-form input:checked, .review-form input' : '#write-review'),
  });

  constructor() {
    super();
    this.assetId = 0;
    this.version = 0;
    this.link = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#loading.stop();
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (!catalogue) return;
    const { base } = catalogue.client;
    // With another language or token it is the same asset, and what the person writes stays.
    const isOther = this.#base !== base;
    this.#base = base;
    this.#opened = this.assetId;
    if (isOther) this.#forget();
    // What another token was refused may be accepted now.
    this.#writing.forgive();
    this.#load();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('assetId') || this.assetId === this.#opened) return;
    this.#opened = this.assetId;
    // What had the focus goes with the old asset, such as the picture of a related one.
    this.#focusesTitle = this.hasUpdated && this.shadowRoot?.activeElement !== null;
    this.#forget();
    this.#load();
  }

  protected override updated(): void {
    if (!this.#focusesTitle) return;
    this.#focusesTitle = false;
    this.renderRoot.querySelector<HTMLElement>('.title')?.focus();
  }

  /** Forgets all about an asset that is shown no longer. */
  #forget(): void {
    this.#loading.reset();
    this.#writing.open(this.#base && this.assetId ? keptDraft(this.#base, this.assetId) : undefined);
    this.comparison = undefined;
  }

  #load(): void {
    const { catalogue, assetId } = this;
    if (catalogue && assetId && this.isConnected) this.#loading.load(catalogue, assetId);
  }

  /** The button that asks for it goes, so the focus moves to the title. */
  #reload(): void {
    this.#focusesTitle = true;
    this.#load();
  }

  readonly #go: GoToPart = (leaf, names, index) => {
    const node: Node = { ...leaf, children: [] };
    const { catalogue, assetId } = this;
    if (!catalogue || index === names.length - 1) return void this.tell('abs-node', { node });
    // The service names the ancestors without their IDs.
    void loadPath(catalogue.client, leaf)
      .then((path) => path && nodeAt(path, names, index))
      .catch(() => undefined)
      .then((part) => this.isConnected && this.assetId === assetId && this.tell('abs-node', { node: part ?? node }));
  };

  /** Moves the focus when what had it goes. */
  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  /** The button goes when all reviews are there, so the focus moves to the first new one. */
  async #more(): Promise<void> {
    const { reviews } = this.#loading;
    const { length } = reviews?.list ?? [];
    await reviews?.more();
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLElement>('.reviews > li')[length]?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, assetId } = this;
    const { loaded, failure } = this.#loading;
    if (!catalogue || !assetId) return nothing;
    const { say } = catalogue;
    const title = loaded ? visibleName(say, loaded.asset?.alt_name, loaded.details.name) : say('details.label');
    return html`
      <h2 class="title" tabindex="-1" dir="auto">${title}</h2>
      ${failure ? failedDetails(catalogue, failure, () => this.#reload()) : nothing}
      ${!failure && !loaded ? skeleton(catalogue, assetId, () => this.#reload()) : nothing}
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
      ${section(details.infofields_title ?? '', fieldRows(say, details, go))}
      ${section(details.keywords_title ?? '', keywordPaths(say, details, keywordType(about), go))}
      ${section(
        say('details.places'),
        places(say, this.#loading.paths, (node) => this.tell('abs-node', { node })),
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
    const { reviews } = this.#loading;
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
