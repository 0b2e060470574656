import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AssetsDialog } from './catalogue/assets-dialog.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { define } from './catalogue/define.ts';
import { rightsLine } from './details/rights-line.ts';
import cropStyles from './download/crop.css';
import downloadStyles from './download/download.css';
import { cutPart, fileName, zipName } from './download/download-name.ts';
import { Downloads } from './download/downloads.ts';
import { expiryNotice } from './download/expiry-notice.ts';
import { type ChosenDownload, footSection } from './download/foot.ts';
import { formatsSection, nameOf, summary } from './download/formats-section.ts';
import { lastFormat, rememberFormat } from './download/last-format.ts';
import { OfferLoading } from './download/offer-loading.ts';
import { offersNotice } from './download/offers-notice.ts';
import { optionsSection, type RatioName } from './download/options-section.ts';
import { type Choice, commonFormats, type PlannedItem, planItems } from './download/plan.ts';
import { presetsSection } from './download/presets.ts';
import { removeLeftovers } from './download/save-from-storage.ts';
import { expiryNote } from './expiry/expiry-note.ts';
import './download/tray-element.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { keepFocus } from './theme/keep-focus.ts';

/**
 * Downloads assets in the formats and sizes that the person chooses, several as one ZIP. Downloads go on after the
 * dialog, and end when the element is removed.
 *
 * @fires abs-downloading - downloads have begun, or the last has ended; detail: `{isRunning}`
 * @fires abs-downloaded - a file was saved, or left to the browser; detail: `{ids}`, of a part if not all fit into one
 *   download
 * @fires abs-close - the dialog was closed
 */
export class AbsDownload extends AssetsDialog {
  static override properties: PropertyDeclarations = {
    name: { type: String },
    version: { type: Number },
    inline: { type: Boolean, reflect: true },
    choice: { state: true },
    ratio: { state: true },
    agreed: { state: true },
    isEachOpen: { state: true },
  };

  static override styles = [...AssetsDialog.styles, cropStyles, downloadStyles];

  /** What the assets are together, such as a search or a folder, after which their ZIP is named. */
  declare name: string;
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
  readonly #downloads = new Downloads({
    catalogue: () => this.catalogue,
    ran: (isRunning) => this.tell('abs-downloading', { isRunning }),
    saved: (ids) => this.tell('abs-downloaded', { ids }),
  });
  protected override readonly subject = ['ids', 'isOpen', 'version', 'inline'];

  constructor() {
    super();
    this.name = '';
    this.version = 0;
    this.inline = false;
    this.forget();
    keepFocus(this, () => this.renderRoot.querySelector<HTMLElement>('.body'));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void removeLeftovers().catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#downloads.end();
  }

  /** True while a download is running. */
  get isRunning(): boolean {
    return this.#downloads.isRunning;
  }

  protected override get isShown(): boolean {
    return this.inline || this.isOpen;
  }

  protected override load(catalogue: Catalogue): void {
    if (this.ids.length > 0) void this.#loading.load(catalogue, this.ids, this.version > 0);
  }

  protected override forget(): void {
    this.#loading.reset();
    this.ratio = 'free';
    this.agreed = '';
    this.isEachOpen = false;
    const version = this.version || undefined;
    this.choice = { format: undefined, own: new Map(), size: undefined, crop: undefined, version, part: 0 };
  }

  protected override forgetRefusals(): void {
    this.#downloads.forgetFailures();
  }

  #loaded(): void {
    const { offers } = this.#loading;
    if (offers && this.catalogue && this.choice.format === undefined) {
      const format = lastFormat(this.catalogue.client.base, commonFormats(offers));
      if (format !== undefined) this.choice = { ...this.choice, format };
    }
    this.requestUpdate();
  }

  readonly #choose = ({ ratio = this.ratio, ...change }: Partial<Choice> & { readonly ratio?: RatioName }): void => {
    this.choice = { ...this.choice, ...change };
    this.ratio = ratio;
    // The picture to crop appears below the visible part of the dialog.
    if ('format' in change)
      void this.updateComplete.then(() => this.renderRoot.querySelector('.crop')?.scrollIntoView({ block: 'nearest' }));
  };

  /** Chooses a format and presses the button below, which waits for what remains to be confirmed or entered. */
  async #get(format: number): Promise<void> {
    this.#choose({ format });
    await this.updateComplete;
    const button = this.renderRoot.querySelector<HTMLButtonElement>('.foot .primary');
    button?.focus();
    button?.click();
  }

  /** Begins what the person has chosen, and leaves it to the tray. */
  #start({ client }: Catalogue, chosen: ChosenDownload, following: number): void {
    const { format, crop, size, part } = this.choice;
    // What was cut to measure for one picture is no habit.
    if (!crop && !size) rememberFormat(client.base, format);
    this.#downloads.start(chosen);
    if (following > 0) this.#choose({ part: part + 1 });
    else this.close();
  }

  /** Name of what the person has chosen; undefined for that of its file. */
  #nameOf({ say, about }: Catalogue, items: readonly PlannedItem[]): string | undefined {
    const { assets } = this.#loading;
    const { choice, ratio } = this;
    if (this.ids.length > 1) return zipName(this.name || say('page.name'));
    const [item] = items;
    const asset = assets.get(item?.id ?? 0);
    // Each version has its own name.
    if (!item || !asset || choice.version !== undefined) return undefined;
    const [conversion, density] = [about.downloadConversions[item.format.id], about.downloadDpi[item.format.id]];
    return fileName(asset, item.format.editable ? cutPart(choice, ratio, { conversion, density }) : undefined);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, inline } = this;
    if (!catalogue) return nothing;
    if (inline) {
      return html`<div class="body" tabindex="-1">${this.#body(catalogue)}</div>
        <abs-download-tray inline .of=${this.#downloads}></abs-download-tray>`;
    }
    return html`${this.dialog(catalogue, catalogue.say('download.title'), () => this.#body(catalogue))}
      <abs-download-tray .of=${this.#downloads}></abs-download-tray>`;
  }

  #body(catalogue: Catalogue): TemplateResult | typeof nothing {
    const { ids, choice, ratio } = this;
    const { offers, assets, picture, rights } = this.#loading;
    const awaited = offersNotice(catalogue, ids, this.#loading, () => this.loadShown());
    if (awaited || !offers) return awaited ?? nothing;
    const items = planItems(offers, choice);
    const only = ids.length === 1 ? assets.get(ids[0] ?? 0) : undefined;
    // The notice says it.
    const isNear = only && expiryNote(catalogue, only)?.validity !== undefined;
    return html`<div class="panel">
      ${summary({ catalogue, offers, assets }, ids.length - offers.size)}
      ${expiryNotice(catalogue, offers, assets)}
      ${rightsLine(catalogue, { rights }, isNear ? undefined : only)}
      ${formatsSection({
        ...{ catalogue, offers, assets, picture, choice, choose: this.#choose },
        get: (format) => void this.#get(format),
        isEachOpen: this.isEachOpen,
        openEach: (isOpen) => {
          this.isEachOpen = isOpen;
        },
      })}
      ${presetsSection({ catalogue, offers, picture, choice, ratio, choose: this.#choose })}
      ${optionsSection({ catalogue, assets, picture, choice, ratio, choose: this.#choose }, items)}
      ${items.length > 0 ? this.#foot(catalogue, items) : nothing}
    </div>`;
  }

  #foot(catalogue: Catalogue, items: readonly PlannedItem[]): TemplateResult {
    const { choice, agreed } = this;
    const { offers = new Map(), assets } = this.#loading;
    return footSection({
      ...{ catalogue, items, choice, agreed, choose: this.#choose },
      isZip: this.ids.length > 1,
      name: this.#nameOf(catalogue, items),
      nameOf: (id) => nameOf(id, { offers, assets }),
      agree: (text) => {
        this.agreed = text;
      },
      start: (download, following) => this.#start(catalogue, download, following),
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
