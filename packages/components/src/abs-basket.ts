import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AssetLoader } from './assets/known-assets.ts';
import basketStyles from './basket/basket.css';
import { basketButton, basketContent } from './basket/basket-content.ts';
import { type Addition, BasketItems } from './basket/basket-items.ts';
import { basketIdsOf, basketLink } from './basket/basket-link.ts';
import { type BasketItem, storageOfPage } from './basket/basket-store.ts';
import { MAX_ITEMS } from './basket/max-items.ts';
import { SharedOffer, sharedContent } from './basket/shared-offer.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { define } from './catalogue/define.ts';
import { LaterPart } from './catalogue/later-part.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import copyLinkStyles from './theme/copy-link.css';
import { openModal } from './theme/dialogs.ts';
import { keepFocus } from './theme/keep-focus.ts';
import modalStyles from './theme/modal.css';
import { modal } from './theme/modal.ts';
import noticeStyles from './theme/notice.css';
import panelStyles from './theme/panel.css';

/**
 * A basket of assets, which this browser keeps. Its button opens a dialog that lists, downloads, prints and shares
 * them.
 *
 * @fires abs-basket - the assets changed, here or in another window; detail: `{ids}`
 * @fires abs-open - the person chose an asset; detail: `{asset, position}`, whose position is undefined
 * @fires abs-download - the person wants to download assets; detail: `{ids}`. The page may prevent the default, which
 *   shows the download
 * @fires abs-downloading - as of `abs-download`
 * @fires abs-pin - as of `abs-share`
 * @fires abs-close - the dialog was closed
 */
export class AbsBasket extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    link: { type: String },
    ticked: { state: true },
    isOpen: { state: true },
  };

  static override styles = [
    ...CatalogueElement.styles,
    noticeStyles,
    copyLinkStyles,
    modalStyles,
    panelStyles,
    basketStyles,
  ];

  /** Address of a page that calls `readAddress`, for the share link. Default: this page. */
  declare link: string;

  declare private ticked: ReadonlySet<number>;
  declare private isOpen: boolean;
  readonly #items = new BasketItems(storageOfPage(), () => this.#changed());
  /** Base address of the catalogue whose assets are ticked. */
  #base: string | undefined;
  /** The IDs of the last `abs-basket` event, as a string. */
  #reported = '';
  /** True from `open()` until the dialog is shown, which needs the catalogue. */
  #isOpening = false;
  readonly #assets = new AssetLoader(() => this.#loaded());
  readonly #offer = new SharedOffer();
  readonly #dialogs = new LaterPart(this, () =>
    Promise.all([import('./abs-share.ts'), import('./abs-download.ts'), import('./print/print-element.ts')]),
  );
  /** Number of items that was shown last; undefined before the first. */
  #count: number | undefined;
  /** True once that has changed: the number at the start is no news. */
  #hasChanged = false;
  /** IDs of the assets that the person downloads, shares or prints. */
  #actedOn: readonly number[] = [];
  /** The items that the person has removed with "Empty the basket" since the dialog was opened, to put them back. */
  #cleared: BasketItem[] = [];

  constructor() {
    super();
    this.link = '';
    this.ticked = new Set();
    this.isOpen = false;
    keepFocus(this, () => this.renderRoot.querySelector<HTMLElement>('#modal-title'));
  }

  /** IDs of the assets, the first one added first. */
  get ids(): readonly number[] {
    return this.#items.list.map(({ id }) => id);
  }

  /** True if the basket has the asset. */
  has(id: number): boolean {
    return this.ids.includes(id);
  }

  /**
   * Adds assets or IDs, up to 2,000. Returns how many are different (`total`), new (`added`) and too many (`leftOut`).
   */
  addAssets(assets: readonly (number | Pick<Asset, 'id' | 'name'>)[]): Addition {
    this.#items.add(assets);
    return this.#items.addition;
  }

  /** Removes assets. */
  removeAssets(ids: readonly number[]): void {
    const removed = new Set(ids);
    this.#items.change((items) => items.filter(({ id }) => !removed.has(id)));
  }

  /** Removes all assets. */
  clear(): void {
    this.#items.change(() => []);
  }

  /** Adds the assets of a share link. Returns their number. */
  readAddress(address: string = location.href): number {
    const ids = basketIdsOf(address) ?? [];
    if (ids.length > 0) this.addAssets(ids);
    return ids.length;
  }

  /**
   * Shows the assets of a share link, and asks before it adds them. Resolves with true once they are added.
   */
  async offerAssets(ids: readonly number[]): Promise<boolean> {
    const own = new Set(this.ids);
    if (own.size === 0 || ids.every((id) => own.has(id))) {
      this.addAssets(ids);
      this.open();
      return true;
    }
    const answer = this.#offer.ask(ids);
    this.open();
    if (!(await answer)) return false;
    this.addAssets(ids);
    return true;
  }

  /** Opens the dialog. */
  open(): void {
    this.ticked = new Set();
    this.isOpen = true;
    this.#isOpening = true;
    this.#load();
    this.requestUpdate();
  }

  /** Closes the dialog. */
  close(): void {
    if (this.#isOpening) this.isOpen = false;
    this.#isOpening = false;
    // Missing before the element is first in a page.
    this.renderRoot?.querySelector('dialog')?.close();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // If the element is moved in the page, an open dialog would no longer be modal.
    this.close();
    this.isOpen = false;
    this.#offer.answer(false);
    this.#assets.close();
    this.#items.close();
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    if (!catalogue) {
      this.#offer.answer(false);
      this.#items.close();
      this.#changed();
      return;
    }
    const { base } = catalogue.client;
    if (base !== this.#base) {
      [this.ticked, this.#cleared] = [new Set(), []];
      this.#offer.answer(false);
    }
    this.#base = base;
    // Names depend on the language, and the visibility of assets on the token.
    this.#assets.close();
    this.#items.open(base);
    this.#load();
  }

  #changed(): void {
    this.#load();
    this.requestUpdate();
    const { ids } = this;
    if (String(ids) === this.#reported) return;
    this.#reported = String(ids);
    this.tell('abs-basket', { ids });
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (!this.#isOpening || !dialog) return;
    this.#isOpening = false;
    openModal(dialog);
  }

  #load(): void {
    const shown = (this.#offer.ids ?? this.ids).slice(0, MAX_ITEMS);
    if (this.catalogue && this.isOpen) this.#assets.show(this.catalogue, shown);
  }

  /** Stores the names of assets that a page has added by ID. */
  #loaded(): void {
    this.#items.name(this.#assets.assets);
    this.requestUpdate();
  }

  /** Returns the IDs that are still in the basket, because another window may have removed some. */
  #kept(ids: ReadonlySet<number>): ReadonlySet<number> {
    return new Set(this.ids.filter((id) => ids.has(id)));
  }

  /** The items that are ticked, or all if none is, without those that the service did not find. */
  #chosen(): readonly number[] {
    const ticked = this.#kept(this.ticked);
    const missing = this.#kept(this.#assets.missing);
    return this.ids.filter((id) => (ticked.size === 0 || ticked.has(id)) && !missing.has(id));
  }

  /** Opens a dialog for what is chosen, above this one. */
  async #act(name: 'abs-download' | 'abs-share' | 'abs-print'): Promise<void> {
    this.#actedOn = this.#chosen();
    if (name === 'abs-download' && !this.tell('abs-download', { ids: this.#actedOn })) return;
    await this.#dialogs.load();
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector(name)?.open();
  }

  /** Moves the focus after the next update, which may remove the control that has it. */
  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  /** Removes an item with its button, and moves the focus to the button of the next item, or to the title. */
  #remove(id: number): void {
    const position = this.ids.indexOf(id);
    this.removeAssets([id]);
    this.ticked = new Set([...this.ticked].filter((each) => each !== id));
    const { ids } = this;
    const next = ids[Math.min(position, ids.length - 1)];
    void this.#focus(next === undefined ? '#modal-title' : `.remove[data-id="${next}"]`);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    const { length: count } = this.ids;
    this.#hasChanged ||= count !== (this.#count ?? count);
    this.#count = count;
    const stop = (event: Event) => event.stopPropagation();
    // The tray is below this dialog.
    const downloadClosed = (event: Event) => {
      stop(event);
      if ((event.target as HTMLElementTagNameMap['abs-download']).isRunning) this.close();
    };
    return html`
      ${basketButton(say, { count, isNews: this.#hasChanged }, () => this.open())}
      ${modal({
        title: say(this.#offer.ids ? 'basket.shared.title' : 'basket.title'),
        closeLabel: say('dialog.close'),
        body: this.isOpen ? this.#body(catalogue) : nothing,
        closed: () => {
          this.isOpen = false;
          this.#offer.answer(false);
          this.#cleared = [];
          this.#items.forgetAddition();
          this.#assets.close();
          this.tell('abs-close');
        },
      })}
      ${
        this.#dialogs.state === 'ready'
          ? html`<abs-download
                .ids=${this.#actedOn}
                .name=${say('basket.title')}
                @abs-close=${downloadClosed}
              ></abs-download>
              <abs-share .ids=${this.#actedOn} @abs-close=${stop}></abs-share>
              <abs-print .ids=${this.#actedOn} .name=${say('basket.title')} @abs-close=${stop}></abs-print>`
          : nothing
      }
    `;
  }

  #body(catalogue: Catalogue): TemplateResult {
    return this.#offer.ids ? this.#shared(catalogue, this.#offer.ids) : this.#list(catalogue);
  }

  #shared(catalogue: Catalogue, ids: readonly number[]): TemplateResult {
    return sharedContent({
      ...{ catalogue, ids, assets: this.#assets.assets, missing: this.#assets.missing, failure: this.#assets.failure },
      retry: () => this.#retry(),
      add: () => {
        this.#offer.answer(true);
        void this.#focus('#modal-title');
      },
      decline: () => this.close(),
    });
  }

  #retry(): void {
    this.#assets.retry();
    this.#load();
  }

  #list(catalogue: Catalogue): TemplateResult {
    const { list: items } = this.#items;
    const { assets, failure } = this.#assets;
    const ticked = this.#kept(this.ticked);
    const missing = this.#kept(this.#assets.missing);
    return basketContent({
      ...{ catalogue, items, assets, missing, ticked, failure },
      addition: this.#items.addition,
      later: this.#dialogs,
      link: basketLink(this.link || location.href, this.ids),
      tick: (id, isTicked) => {
        this.ticked = new Set(isTicked ? [...ticked, id] : [...ticked].filter((each) => each !== id));
      },
      open: (asset) => {
        if (this.tell('abs-open', { asset, position: undefined })) this.close();
      },
      remove: (id) => this.#remove(id),
      removeMissing: () => this.removeAssets([...missing]),
      clear: () => {
        this.#cleared = [...items];
        this.clear();
      },
      restore: this.#cleared.length > 0 ? () => this.addAssets(this.#cleared.splice(0)) : undefined,
      download: () => void this.#act('abs-download'),
      share: () => void this.#act('abs-share'),
      print: () => void this.#act('abs-print'),
      retry: () => this.#retry(),
    });
  }
}

addTexts(EN_LATER);
define('abs-basket', AbsBasket);

declare global {
  interface HTMLElementTagNameMap {
    'abs-basket': AbsBasket;
  }
}
