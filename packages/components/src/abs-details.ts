import type { Asset, Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { define } from './catalogue/define.ts';
import { visibleName } from './catalogue/visible-name.ts';
import type { NodePaths } from './details/asset-places.ts';
import detailsStyles from './details/details.css';
import { DetailsLoading } from './details/details-loading.ts';
import { keptDraft } from './details/kept-drafts.ts';
import type { LoadedDetails } from './details/load-details.ts';
import { keywordType, loadPath, nodeAt } from './details/node-paths.ts';
import { placesSection } from './details/places-section.ts';
import type { RelatedGroup } from './details/related.ts';
import { relatedSection, similarSection } from './details/related-section.ts';
import { ReviewWriting } from './details/review-writing.ts';
import reviewStyles from './details/reviews.css';
import type { Reviews } from './details/reviews.ts';
import { reviewsSection } from './details/reviews-section.ts';
import { rightsLine } from './details/rights-line.ts';
import {
  failedDetails,
  fieldRows,
  type GoToPart,
  generalRows,
  keywordPaths,
  publicAddresses,
  section,
  skeleton,
  webCode,
} from './details/sections.ts';
import type { SimilarPictures } from './details/similar.ts';
import versionStyles from './details/versions.css';
import { type Comparison, versionsSection } from './details/versions-section.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { afterPaint } from './theme/after-paint.ts';
import copyLinkStyles from './theme/copy-link.css';
import { copyLink } from './theme/copy-link.ts';
import { openModal } from './theme/dialogs.ts';
import { keepFocus } from './theme/keep-focus.ts';
import modalStyles from './theme/modal.css';
import noticeStyles from './theme/notice.css';
import { oneStopEach } from './theme/one-stop-each.ts';
import panelStyles from './theme/panel.css';

/**
 * The details of an asset: properties, fields, keywords, paths, versions, related assets, similar pictures, reviews and public
 * addresses.
 *
 * @fires abs-node - the person chose a node of a path; detail: `{node}`
 * @fires abs-open - the person chose a related asset or a similar picture; detail: `{asset, position}`, whose position is undefined
 * @fires abs-version - the person chose a version to see; detail: `{assetId, version}`
 * @fires abs-download - the person wants to download a version; detail: `{ids, version}`
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
    modalStyles,
    versionStyles,
    reviewStyles,
  ];

  /** ID of the asset; 0 shows nothing. */
  declare assetId: number;
  /** Number of the version to mark; 0 is the current one. */
  declare version: number;
  /** Address of the asset that people can copy. Default: this page. */
  declare link: string;

  declare private comparison: Comparison | undefined;
  readonly #loading = new DetailsLoading(() => this.requestUpdate());
  /** ID of the asset that was loaded last. */
  #opened = 0;
  /** Base address of the service whose asset is shown. */
  #base: string | undefined;
  #isLoadingMore = false;
  readonly #writing = new ReviewWriting({
    reviews: () => this.#loading.reviews,
    changed: () => this.requestUpdate(),
    turned: (isShown) => void this.#focus(isShown ? '.review-form input:checked, .review-form input' : '#write-review'),
  });

  constructor() {
    super();
    this.assetId = 0;
    this.version = 0;
    this.link = '';
    keepFocus(this, () => (this.#isLoadingMore ? undefined : this.renderRoot.querySelector<HTMLElement>('.title')));
    oneStopEach(this, ':is(.plain, dd):has(.path), .related, .versions');
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#loading.stop();
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (!catalogue) return;
    const { base } = catalogue.client;
    // After a change of the language or the token, the asset is the same, so the unsent review stays.
    const isOther = this.#base !== base;
    this.#base = base;
    this.#opened = this.assetId;
    if (isOther) this.#forget();
    // The service may accept a review with this token that it refused with the previous one.
    this.#writing.forgive();
    this.#load();
  }

  /** Lets the browser paint the viewer that opens, whose picture people look at first, before its details. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.assetId && !this.#opened) await new Promise<void>(afterPaint);
    super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.get('assetId') && !changed.has('version')) this.version = 0;
    if (!changed.has('assetId') || this.assetId === this.#opened) return;
    this.#opened = this.assetId;
    this.#forget();
    this.#load();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('comparison') && this.comparison) openModal(this.renderRoot.querySelector('dialog'));
  }

  /** Forgets everything about the previous asset. */
  #forget(): void {
    this.#loading.reset();
    this.#writing.open(this.#base && this.assetId ? keptDraft(this.#base, this.assetId) : undefined);
    this.comparison = undefined;
  }

  #load(): void {
    const { catalogue, assetId } = this;
    if (catalogue && assetId && this.isConnected) this.#loading.load(catalogue, assetId);
  }

  readonly #go: GoToPart = (leaf, names, index) => {
    const node: Node = { ...leaf, children: [] };
    const { catalogue, assetId } = this;
    if (!catalogue || index === names.length - 1) return void this.tell('abs-node', { node });
    // The service sends only the names of the ancestors, not their IDs.
    void loadPath(catalogue.client, leaf)
      .then((path) => path && nodeAt(path, names, index))
      .catch(() => undefined)
      .then((part) => this.isConnected && this.assetId === assetId && this.tell('abs-node', { node: part ?? node }));
  };

  /** Moves the focus after the next update, which may remove the control that has it. */
  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  /** Loads more of a list and moves the focus to the first item of them, because the button may disappear. */
  async #showMore(
    list: Pick<NodePaths | Reviews | SimilarPictures, 'more'>,
    name: 'places' | 'reviews' | 'similar',
  ): Promise<void> {
    const items = () =>
      this.renderRoot.querySelectorAll<HTMLElement>(name === 'similar' ? '.similar button' : `.${name} > li`);
    const { length } = items();
    this.#isLoadingMore = true;
    await list.more();
    this.requestUpdate();
    await this.updateComplete;
    this.#isLoadingMore = false;
    if (this.#loading[name] === list) items()[length]?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, assetId } = this;
    const { loaded, failure } = this.#loading;
    if (!catalogue || !assetId) return nothing;
    const { say } = catalogue;
    const title = loaded ? visibleName(say, loaded.asset?.alt_name, loaded.details.name) : say('details.label');
    return html`
      <h2 class="title" tabindex="-1" dir="auto">${title}</h2>
      ${failure ? failedDetails(catalogue, failure, () => this.#load()) : nothing}
      ${!failure && !loaded ? skeleton(catalogue, assetId, () => this.#load()) : nothing}
      ${loaded ? this.#content(catalogue, loaded) : nothing}
    `;
  }

  #content(catalogue: Catalogue, { asset, details }: LoadedDetails): TemplateResult {
    const { say, about } = catalogue;
    const go = this.#go;
    const subtitle = asset?.alt_name === details.name ? '' : asset?.alt_name && details.name;
    const { related } = this.#loading;
    return html`
      ${subtitle ? html`<p class="subtitle faint" dir="auto">${subtitle}</p>` : nothing}
      <div class="share">${copyLink(say, this.link || location.href, say('details.link'), say('details.link.copy'))}</div>
      ${section(say('rights.title'), rightsLine(catalogue, details, asset))}
      ${section(details.infofields_title ?? '', fieldRows(catalogue, details, go))}
      ${section(details.keywords_title ?? '', keywordPaths(say, details, keywordType(about), go))}
      ${section(say('details.places'), this.#placesOf(catalogue))}
      ${section(details.general_title, generalRows(catalogue, details, this.assetId))}
      ${section(say('details.versions'), this.#versions(catalogue, details))}
      ${related ? this.#last(catalogue, { asset, details, related }) : nothing}
    `;
  }

  /** Draws the last sections together, so that none of them moves when the relations are known. */
  #last(
    catalogue: Catalogue,
    { asset, details, related }: Omit<LoadedDetails, 'related'> & { readonly related: readonly RelatedGroup[] },
  ): TemplateResult {
    const { say } = catalogue;
    const open = (other: Asset) => this.tell('abs-open', { asset: other, position: undefined });
    return html`
      ${section(say('details.related'), relatedSection(catalogue, related, open))}
      ${section(say('details.similar'), this.#similar(catalogue, open))}
      ${section(say('details.public'), publicAddresses(catalogue, details))}
      ${section(say('details.web'), webCode(catalogue, asset, details))}
      ${section(say('details.reviews'), this.#reviewsOf(catalogue))}
    `;
  }

  #placesOf(catalogue: Catalogue): TemplateResult | undefined {
    const { places } = this.#loading;
    const go = (node: Node) => this.tell('abs-node', { node });
    return places && placesSection({ catalogue, places, go, more: () => void this.#showMore(places, 'places') });
  }

  #similar(catalogue: Catalogue, open: (asset: Asset) => void): TemplateResult | undefined {
    const { similar } = this.#loading;
    const more = () => similar && void this.#showMore(similar, 'similar');
    return similar && similarSection(catalogue, similar, { open, more });
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
    const more = () => reviews && void this.#showMore(reviews, 'reviews');
    return reviews && reviewsSection({ catalogue, reviews, writing: this.#writing, more });
  }
}

addTexts(EN_LATER);
define('abs-details', AbsDetails);

declare global {
  interface HTMLElementTagNameMap {
    'abs-details': AbsDetails;
  }
}
