import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { define } from './catalogue/define.ts';
import { rightsLine } from './details/rights-line.ts';
import cropStyles from './download/crop.css';
import downloadStyles from './download/download.css';
import { expiryNotice } from './download/expiry-notice.ts';
import { type ChosenDownload, footSection } from './download/foot.ts';
import { formatsSection, summary } from './download/formats-section.ts';
import { OfferLoading } from './download/offer-loading.ts';
import { offersNotice } from './download/offers-notice.ts';
import { optionsSection, type RatioName } from './download/options-section.ts';
import { type Choice, commonFormats, type PlannedItem, planItems } from './download/plan.ts';
import { removeLeftovers } from './download/save-from-storage.ts';
import { isRunning, Saving } from './download/saving.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { modal, openModal } from './theme/dialogs.ts';
import { keepFocus } from './theme/keep-focus.ts';
import modalStyles from './theme/modal.css';
import noticeStyles from './theme/notice.css';
import panelStyles from './theme/panel.css';

/**
 * Downloads assets in the formats and sizes that the person chooses, several as one ZIP. Where a token
 * is needed, browsers write a file of more than 256 MB to a place that the person chooses, or first into their storage
 * for your site.
 *
 * @fires abs-downloading - a download has begun or ended; detail: `{isRunning}`
 * @fires abs-downloaded - a file was saved, or left to the browser; detail: `{ids}`, of a part if not all fit into one
 *   download
 * @fires abs-close - the dialog was closed
 */
export class AbsDownload extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    // Pages set a new list with each of their updates.
    ids: { attribute: false, hasChanged: (ids, before) => String(ids) !== String(before) },
    version: { type: Number },
    inline: { type: Boolean, reflect: true },
    choice: { state: true },
    ratio: { state: true },
    agreed: { state: true },
    isEachOpen: { state: true },
    isOpen: { state: true },
  };

  static override styles = [
    ...CatalogueElement.styles,
    noticeStyles,
    modalStyles,
    panelStyles,
    cropStyles,
    downloadStyles,
  ];

  /** IDs of the assets. */
  declare ids: readonly number[];
  /** Number of the version of a single asset; 0 is the current one. */
  declare version: number;
  /** Shows the choice in the page instead of a dialog. */
  declare inline: boolean;

  declare private choice: Choice;
  declare private ratio: RatioName;
  /** The messages that the person has confirmed. */
  declare private agreed: string;
  /** True if the choice of the format of each asset is open. */
  declare private isEachOpen: boolean;
  readonly #loading = new OfferLoading(() => this.#loaded());
  #isRunning = false;
  /** The last download that was started. */
  #started: ChosenDownload | undefined;
  readonly #saving = new Saving(
    () => this.#stageChanged(),
    () => this.tell('abs-downloaded', { ids: this.#started?.ids ?? [] }),
  );
  declare private isOpen: boolean;
  /** The dialog that is shown since `open()`. It is not shown again while its event of closing is on the way. */
  #shownDialog: HTMLDialogElement | null = null;
  /** The catalogue of the last update; undefined after the element was removed from the page. */
  #lastCatalogue: Catalogue | undefined;

  constructor() {
    super();
    this.ids = [];
    this.version = 0;
    this.inline = false;
    this.isOpen = false;
    this.#forget();
    keepFocus(this, () => this.renderRoot.querySelector<HTMLElement>('.body'));
  }

  /** Opens the dialog. */
  open(): void {
    this.isOpen = true;
    this.#shownDialog = null;
    this.requestUpdate();
  }

  /** Closes the dialog, and ends a running download. */
  close(): void {
    this.isOpen = false;
    // Missing before the element is first in a page.
    this.renderRoot?.querySelector('dialog')?.close();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void removeLeftovers().catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Elsewhere on the page it would be open without being modal.
    this.close();
    this.#forget();
    this.#lastCatalogue = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Frameworks set undefined or null when they remove a property.
    this.ids ??= [];
    // An element that was removed loads nothing. When it is put back, its catalogue updates it.
    if (!this.isConnected) return;
    const { catalogue } = this;
    const before = this.#lastCatalogue;
    this.#lastCatalogue = catalogue;
    // With another language or token it is the same download, and what the person has chosen stays.
    const isOther =
      ['ids', 'version', 'inline', 'isOpen'].some((name) => changed.has(name)) ||
      catalogue?.client.base !== before?.client.base;
    if (isOther) this.#forget();
    else if (catalogue !== before) this.#forgetRefusals();
    if (isOther || catalogue !== before) this.#load();
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (!this.isOpen || !this.isConnected || dialog === this.#shownDialog) return;
    openModal(dialog);
    this.#shownDialog = dialog;
  }

  #load(): void {
    const { catalogue, ids, version } = this;
    const isShown = this.inline || this.isOpen;
    if (catalogue && isShown && ids.length > 0) void this.#loading.load(catalogue, ids, version > 0);
  }

  /** Forgets what was loaded and chosen, and ends a running download. */
  #forget(): void {
    this.#loading.reset();
    this.#saving.reset();
    this.ratio = 'free';
    this.agreed = '';
    this.isEachOpen = false;
    const version = this.version || undefined;
    this.choice = { format: undefined, own: new Map(), size: undefined, crop: undefined, version, part: 0 };
  }

  /** Forgets why a download was refused: another token may allow it. */
  #forgetRefusals(): void {
    this.#saving.forgetFailure();
  }

  #loaded(): void {
    const { offers } = this.#loading;
    const [usual] = offers ? commonFormats(offers) : [];
    if (usual && this.choice.format === undefined) this.choice = { ...this.choice, format: usual.format.id };
    this.requestUpdate();
  }

  readonly #choose = ({ ratio = this.ratio, ...change }: Partial<Choice> & { readonly ratio?: RatioName }): void => {
    this.choice = { ...this.choice, ...change };
    this.ratio = ratio;
    if (!this.#isRunning) this.#saving.reset();
    // The picture to crop appears below the visible part of the dialog.
    if ('format' in change)
      void this.updateComplete.then(() => this.renderRoot.querySelector('.crop')?.scrollIntoView({ block: 'nearest' }));
  };

  /** Downloads what the person has chosen, or finishes it. */
  #save({ client, tokenProvider }: Catalogue, step: 'start' | 'finish', chosen = this.#started): void {
    if (!chosen) return;
    this.#started = chosen;
    void this.#saving[step]({ client, query: chosen.query, hasToken: tokenProvider !== undefined });
  }

  #stageChanged(): void {
    this.requestUpdate();
    const isNowRunning = isRunning(this.#saving.stage);
    if (isNowRunning === this.#isRunning) return;
    this.#isRunning = isNowRunning;
    this.tell('abs-downloading', { isRunning: isNowRunning });
  }

  #closed(): void {
    this.isOpen = false;
    this.tell('abs-close');
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, inline } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    const body = html`<div class="body" tabindex="-1">${this.#body(catalogue)}</div>`;
    if (inline) return body;
    return modal({
      title: say('download.title'),
      closeLabel: say('dialog.close'),
      body,
      closed: () => this.#closed(),
      staysOpen: this.#isRunning,
    });
  }

  #body(catalogue: Catalogue): TemplateResult | typeof nothing {
    const { ids, choice, ratio } = this;
    const { offers, assets, picture, rights } = this.#loading;
    const awaited = offersNotice(catalogue, ids, this.#loading, () => this.#load());
    if (awaited || !offers) return awaited ?? nothing;
    const items = planItems(offers, choice);
    return html`<div class="panel">
      ${summary({ catalogue, offers, assets }, ids.length - offers.size)}
      ${expiryNotice(catalogue, offers, assets)}
      ${rightsLine(catalogue, { rights }, undefined)}
      ${formatsSection({
        ...{ catalogue, offers, assets, picture, choice, choose: this.#choose },
        isEachOpen: this.isEachOpen,
        openEach: (isOpen) => {
          this.isEachOpen = isOpen;
        },
      })}
      ${optionsSection({ catalogue, assets, picture, choice, ratio, choose: this.#choose }, items)}
      ${items.length > 0 ? this.#foot(catalogue, items) : nothing}
    </div>`;
  }

  #foot(catalogue: Catalogue, items: readonly PlannedItem[]): TemplateResult {
    const { choice, agreed } = this;
    return footSection({
      ...{ catalogue, items, choice, agreed, stage: this.#saving.stage, choose: this.#choose },
      isZip: this.ids.length > 1,
      nameOf: (id) => this.#loading.offers?.get(id)?.name ?? String(id),
      agree: (text) => {
        this.agreed = text;
      },
      start: (download) => this.#save(catalogue, 'start', download),
      finish: () => this.#save(catalogue, 'finish'),
      cancel: () => this.#saving.reset(),
    });
  }
}

addTexts(EN_LATER);
define('abs-download', AbsDownload);

declare global {
  interface HTMLElementTagNameMap {
    'abs-download': AbsDownload;
  }
}
