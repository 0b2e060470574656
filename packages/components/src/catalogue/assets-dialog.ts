import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { openModal } from '../theme/dialogs.ts';
import modalStyles from '../theme/modal.css';
import { modal } from '../theme/modal.ts';
import noticeStyles from '../theme/notice.css';
import panelStyles from '../theme/panel.css';
import type { Catalogue } from './catalogue.ts';
import { CatalogueElement } from './catalogue-element.ts';

/**
 * Base of the elements that are a dialog about some assets. What it shows is loaded when it opens, and forgotten when it closes.
 */
export abstract class AssetsDialog extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    // Pages set a new list with each of their updates.
    ids: { attribute: false, hasChanged: (ids, before) => String(ids) !== String(before) },
    isOpen: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, modalStyles, panelStyles];

  /** IDs of the assets. */
  declare ids: readonly number[];
  declare protected isOpen: boolean;
  /** The dialog that is shown since `open()`. It is not shown again while its event of closing is on the way. */
  #shownDialog: HTMLDialogElement | null = null;
  /** The catalogue of the last update; undefined after the element was removed from the page. */
  #lastCatalogue: Catalogue | undefined;

  constructor() {
    super();
    this.ids = [];
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

  /** Names of the properties that make it a dialog about something else. */
  protected readonly subject: readonly string[] = ['ids', 'isOpen'];

  /** True if there is something to load for. */
  protected get isShown(): boolean {
    return this.isOpen;
  }

  /** Loads what the dialog shows of the assets. */
  protected abstract load(catalogue: Catalogue): void;

  /** Forgets what was loaded and chosen. */
  protected abstract forget(): void;

  /** Forgets why something was refused: another token may allow it. */
  protected forgetRefusals(): void {}

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Elsewhere on the page it would be open without being modal.
    this.close();
    this.forget();
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
    // With another language or token it is about the same, and what the person has chosen stays.
    const isOther = this.subject.some((name) => changed.has(name)) || catalogue?.client.base !== before?.client.base;
    if (isOther) this.forget();
    else if (catalogue !== before) this.forgetRefusals();
    if (isOther || catalogue !== before) this.loadShown();
  }

  /** Loads what is shown, if anything is. */
  protected loadShown(): void {
    const { catalogue, isShown } = this;
    if (catalogue && isShown) this.load(catalogue);
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (!this.isOpen || !this.isConnected || dialog === this.#shownDialog) return;
    openModal(dialog);
    this.#shownDialog = dialog;
  }

  /** Draws the dialog; its content only while it is open. */
  protected dialog({ say }: Catalogue, title: string, body: () => unknown): TemplateResult {
    return modal({
      title,
      closeLabel: say('dialog.close'),
      body: html`<div class="body" tabindex="-1">${this.isOpen ? body() : nothing}</div>`,
      closed: () => {
        this.isOpen = false;
        this.tell('abs-close');
      },
    });
  }
}
