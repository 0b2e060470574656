import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { delayNotice } from './catalogue/delay-notice.ts';
import { describeFailure } from './catalogue/failures.ts';
import { cropStyles } from './download/crop-styles.ts';
import { formatsSection, summary } from './download/formats-section.ts';
import { isConfirmed, messagesSection } from './download/messages-section.ts';
import { openOfferLoading } from './download/offer-loading.ts';
import { optionsSection, type RatioName } from './download/options-section.ts';
import { openPinMaking } from './download/pin-making.ts';
import { type PinRequest, pinSection } from './download/pin-section.ts';
import {
  type Choice,
  commonFormats,
  downloadParameter,
  isPlanAccepted,
  messagesOf,
  type PlannedItem,
  planItems,
} from './download/plan.ts';
import { openSaving } from './download/saving.ts';
import { stageSection } from './download/stage.ts';
import { downloadStyles } from './download/styles.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { copyLinkStyles } from './theme/copy-link.ts';
import { modal, modalStyles, openModal } from './theme/dialogs.ts';
import { icon } from './theme/icons.ts';
import { keepFocus } from './theme/keep-focus.ts';
import { laterIcon } from './theme/later-icons.ts';
import { notice, noticeStyles } from './theme/notice.ts';
import { panelStyles } from './theme/panel.ts';

/**
 * Downloads assets in formats and sizes that the person chooses: one as it is, several as one ZIP. Also makes a PIN of
 * them, if the service has PINs. A dialog that `open()` shows, or with `inline` a part of the page.
 *
 * @fires abs-downloaded - a file was saved, or left to the browser's own download; detail: `{ids}`
 * @fires abs-pin - a PIN was made; detail: `{pin, link}`
 * @fires abs-close - the dialog was closed
 */
export class AbsDownload extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    // Pages write a new list with each of their updates.
    ids: { attribute: false, hasChanged: (ids, before) => String(ids) !== String(before) },
    version: { type: Number },
    inline: { type: Boolean, reflect: true },
    choice: { state: true },
    ratio: { state: true },
    agreed: { state: true },
    isOpen: { state: true },
  };

  static override styles = [
    ...CatalogueElement.styles,
    noticeStyles,
    copyLinkStyles,
    modalStyles,
    panelStyles,
    cropStyles,
    downloadStyles,
  ];

  /** IDs of the assets. */
  declare ids: readonly number[];
  /** Number of the version of a single asset; 0 stands for the current one. */
  declare version: number;
  /** Shows the choice in the page instead of a dialog. */
  declare inline: boolean;

  declare private choice: Choice;
  declare private ratio: RatioName;
  /** The messages that the person has confirmed. */
  declare private agreed: string;
  readonly #loading = openOfferLoading(() => this.#loaded());
  readonly #saving = openSaving(
    () => this.requestUpdate(),
    () => this.tell('abs-downloaded', { ids: this.ids }),
  );
  readonly #pin = openPinMaking(
    () => this.requestUpdate(),
    (pin) => this.tell('abs-pin', pin),
  );
  declare private isOpen: boolean;
  /** The catalogue whose assets are shown; undefined if none are. */
  #shown: Catalogue | undefined;

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
    void this.updateComplete.then(() => openModal(this.renderRoot.querySelector('dialog')));
  }

  /** Closes the dialog, and ends a download that has not arrived. */
  close(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Elsewhere on the page it would be open without being modal.
    this.close();
    this.#forget();
    this.#shown = undefined;
    this.isOpen = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { catalogue } = this;
    const before = this.#shown;
    this.#shown = catalogue;
    // With another language or token it is the same download, and what the person has chosen stays.
    const isOther =
      ['ids', 'version', 'inline', 'isOpen'].some((name) => changed.has(name)) ||
      catalogue?.client.base !== before?.client.base;
    if (isOther) this.#forget();
    if (isOther || catalogue !== before) this.#load();
  }

  #load(): void {
    const { catalogue, ids, version } = this;
    const isShown = this.inline || this.isOpen;
    if (catalogue && isShown && ids.length > 0) void this.#loading.load(catalogue, ids, version > 0);
  }

  /** Forgets what was chosen, and ends a download that runs. */
  #forget(): void {
    this.#loading.reset();
    this.#saving.reset();
    this.ratio = 'free';
    this.agreed = '';
    this.#pin.reset();
    const version = this.version || undefined;
    this.choice = { format: undefined, own: new Map(), size: undefined, crop: undefined, version };
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
    const { kind } = this.#saving.stage;
    if (kind !== 'preparing' && kind !== 'loading') this.#saving.reset();
    // The picture of which a part can be kept appears below what is seen of the dialog.
    if ('format' in change)
      void this.updateComplete.then(() => this.renderRoot.querySelector('.crop')?.scrollIntoView({ block: 'nearest' }));
  };

  /** The download that the person has chosen. */
  #download({ client, about, tokenProvider }: Catalogue, items: readonly PlannedItem[]) {
    const { choice } = this;
    const forcezip = this.ids.length > 1 || undefined;
    const query = { download: downloadParameter(items, choice, about.downloadDpi), format: choice.format, forcezip };
    return { client, query, hasToken: tokenProvider !== undefined };
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
    });
  }

  #body(catalogue: Catalogue): TemplateResult {
    const { ids, choice, ratio } = this;
    const { offers, assets, picture, failure } = this.#loading;
    const { say, about } = catalogue;
    if (failure) {
      const { title, text } = describeFailure(failure, say);
      return notice({
        ...{ icon: icon('warning'), title, text },
        action: { label: say('catalogue.retry'), run: () => this.#load() },
      });
    }
    if (ids.length === 0) return notice({ title: say('download.nothing') });
    if (!offers) {
      const delay = { say, load: catalogue.load, retry: () => this.#load(), of: String(ids) };
      return notice({ title: say('download.loading'), text: delayNotice(delay) });
    }
    if (offers.size === 0)
      return notice({ icon: laterIcon('info'), title: say('details.gone.title'), text: say('details.gone.text') });
    const items = planItems(offers, choice);
    const makePin = (request: PinRequest) => void this.#pin.make(catalogue.client, [...offers.keys()], request);
    return html`<div class="panel">
      ${summary({ catalogue, offers, assets }, ids.length - offers.size)}
      ${formatsSection({ catalogue, offers, assets, picture, choice, choose: this.#choose })}
      ${optionsSection({ catalogue, assets, picture, choice, ratio, choose: this.#choose }, items)}
      ${about.pins && items.length > 0 ? pinSection(catalogue, offers, this.#pin.state, makePin) : nothing}
      ${items.length > 0 ? this.#foot(catalogue, items) : nothing}
    </div>`;
  }

  #foot(catalogue: Catalogue, items: readonly PlannedItem[]): TemplateResult {
    const { choice, agreed } = this;
    const messages = messagesOf(items);
    const agree = (text: string) => {
      this.agreed = text;
    };
    const [only] = items;
    const name = this.ids.length > 1 ? 'assets.zip' : this.#loading.offers?.get(only?.id ?? 0)?.name;
    const download = this.#download(catalogue, items);
    return html`
      ${messagesSection({ say: catalogue.say, messages, agreed, agree })}
      ${stageSection({
        ...{ catalogue, stage: this.#saving.stage },
        isReady: isConfirmed({ messages, agreed }) && isPlanAccepted(items, choice, catalogue.about.downloadDpi),
        start: () => void this.#saving.start(download),
        choosePlace: () => void this.#saving.choosePlace(download, name),
        cancel: () => this.#saving.reset(),
      })}
    `;
  }
}

addTexts(EN_LATER);
customElements.define('abs-download', AbsDownload);

declare global {
  interface HTMLElementTagNameMap {
    'abs-download': AbsDownload;
  }
}
