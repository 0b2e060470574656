import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { define } from './catalogue/define.ts';
import { OfferLoading } from './download/offer-loading.ts';
import { offersNotice } from './download/offers-notice.ts';
import { LinkMaking } from './share/link-making.ts';
import { madeLink } from './share/made-link.ts';
import { OwnLinks } from './share/own-links.ts';
import shareStyles from './share/share.css';
import { shareForm } from './share/share-form.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import copyLinkStyles from './theme/copy-link.css';
import { modal, openModal } from './theme/dialogs.ts';
import modalStyles from './theme/modal.css';
import noticeStyles from './theme/notice.css';
import { notice } from './theme/notice.ts';
import panelStyles from './theme/panel.css';

/**
 * Makes links (PINs) from which anyone can download some assets until they end, and lists and revokes those that a person with
 * a token has made.
 *
 * @fires abs-pin - a link was made; detail: `{pin, link, title}`
 * @fires abs-close - the dialog was closed
 */
export class AbsShare extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    // Pages set a new list with each of their updates.
    ids: { attribute: false, hasChanged: (ids, before) => String(ids) !== String(before) },
    ends: { state: true },
    isOpen: { state: true },
  };

  static override styles = [
    ...CatalogueElement.styles,
    noticeStyles,
    copyLinkStyles,
    modalStyles,
    panelStyles,
    shareStyles,
  ];

  /** IDs of the assets. */
  declare ids: readonly number[];
  declare private ends: string;
  declare private isOpen: boolean;
  readonly #loading = new OfferLoading(() => this.requestUpdate());
  readonly #links = new OwnLinks(() => this.requestUpdate());
  readonly #making = new LinkMaking(
    () => this.requestUpdate(),
    (pin) => this.tell('abs-pin', pin),
  );
  /** The dialog that is shown since `open()`. It is not shown again while its event of closing is on the way. */
  #shownDialog: HTMLDialogElement | null = null;
  /** The catalogue of the last update. */
  #lastCatalogue: Catalogue | undefined;

  constructor() {
    super();
    this.ids = [];
    this.ends = '';
    this.isOpen = false;
  }

  /** Opens the dialog. */
  open(): void {
    this.isOpen = true;
    this.#shownDialog = null;
    this.requestUpdate();
  }

  /** Closes the dialog. */
  close(): void {
    this.isOpen = false;
    // Missing before the element is first in a page.
    this.renderRoot?.querySelector('dialog')?.close();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.close();
    this.#forget();
    this.#lastCatalogue = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Frameworks set undefined or null when they remove a property.
    this.ids ??= [];
    if (!this.isConnected) return;
    const { catalogue } = this;
    const before = this.#lastCatalogue;
    this.#lastCatalogue = catalogue;
    const isOther = changed.has('ids') || changed.has('isOpen') || catalogue?.client.base !== before?.client.base;
    if (isOther) this.#forget();
    else if (catalogue !== before) this.#making.forgetFailure();
    if (isOther || catalogue !== before) this.#load();
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (!this.isOpen || !this.isConnected || dialog === this.#shownDialog) return;
    openModal(dialog);
    this.#shownDialog = dialog;
  }

  #load(): void {
    const { catalogue, ids } = this;
    if (catalogue && this.isOpen && ids.length > 0) void this.#loading.load(catalogue, ids, false);
  }

  #forget(): void {
    this.#loading.reset();
    this.#making.reset();
    this.#links.reset();
    this.ends = '';
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    return modal({
      title: say('share.heading', { count: this.ids.length }),
      closeLabel: say('dialog.close'),
      body: html`<div class="body">${this.isOpen ? this.#body(catalogue) : nothing}</div>`,
      closed: () => {
        this.isOpen = false;
        this.tell('abs-close');
      },
    });
  }

  #body(catalogue: Catalogue): TemplateResult {
    const { say, about, client, tokenProvider } = catalogue;
    if (!about.pins) return notice({ title: say('share.off') });
    const { offers } = this.#loading;
    const awaited = offersNotice(catalogue, this.ids, this.#loading, () => this.#load());
    if (awaited || !offers) return html`${awaited}`;
    const { state } = this.#making;
    const form = shareForm(catalogue, {
      ...{ offers, state, ends: this.ends },
      choose: (ends) => {
        this.ends = ends;
      },
      create: (request) => void this.#making.make(client, request),
    });
    return html`${form} ${state.pin ? madeLink(say, state.pin) : nothing}
      ${tokenProvider ? this.#links.render(catalogue) : nothing}`;
  }
}

addTexts(EN_LATER);
define('abs-share', AbsShare);

declare global {
  interface HTMLElementTagNameMap {
    'abs-share': AbsShare;
  }
}
