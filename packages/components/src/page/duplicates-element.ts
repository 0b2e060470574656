import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { DuplicateGroups } from '../duplicates/duplicate-groups.ts';
import duplicatesStyles from '../duplicates/duplicates.css';
import { groupView } from '../duplicates/group-view.ts';
import { openModal } from '../theme/dialogs.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import modalStyles from '../theme/modal.css';
import { modal } from '../theme/modal.ts';
import noticeStyles from '../theme/notice.css';
import { notice } from '../theme/notice.ts';

/**
 * Shows groups of assets with the same file or nearly the same picture in a dialog of the page, and selects all but one of each
 * group.
 *
 * @fires abs-select - the person wants the others of the groups selected; detail: `{ids}`
 * @fires abs-open - the person wants to see an asset; detail: `{asset}`
 * @fires abs-close - the dialog was closed
 */
export class AbsDuplicates extends CatalogueElement {
  static override properties: PropertyDeclarations = { isOpen: { state: true } };

  static override styles = [...CatalogueElement.styles, noticeStyles, modalStyles, duplicatesStyles];

  declare private isOpen: boolean;
  readonly #groups = new DuplicateGroups(this);
  #shownDialog: HTMLDialogElement | null = null;

  constructor() {
    super();
    this.isOpen = false;
  }

  /** Opens the dialog. */
  open(): void {
    this.isOpen = true;
    this.#shownDialog = null;
    this.#reload();
  }

  close(): void {
    this.renderRoot?.querySelector('dialog')?.close();
  }

  protected override catalogueChanged(): void {
    if (this.isOpen) this.#reload();
  }

  protected override updated(_: PropertyValues): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (!this.isOpen || dialog === this.#shownDialog) return;
    openModal(dialog);
    this.#shownDialog = dialog;
  }

  #reload(): void {
    this.#groups.reset();
    if (this.catalogue) this.#groups.more(this.catalogue);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    return modal({
      title: say('duplicates.title'),
      closeLabel: say('dialog.close'),
      body: this.isOpen ? this.#body(catalogue) : nothing,
      closed: () => {
        this.isOpen = false;
        this.#groups.reset();
        this.tell('abs-close');
      },
    });
  }

  #body(catalogue: Catalogue): TemplateResult {
    const { say } = catalogue;
    const { groups, total, left, failure, request, uncompared } = this.#groups;
    const isLoading = request !== undefined;
    const more = html`<button type="button" aria-disabled=${isLoading} @click=${() => isLoading || this.#groups.more(catalogue)}>
      ${say('duplicates.more')}
    </button>`;
    const status =
      total === undefined ? say('grid.loading') : total === 0 ? '' : say('duplicates.count', { count: total });
    const delay = { say, load: catalogue.load, retry: this.#groups.retry, of: request, meanwhile: status };
    return html`<div role="status">${request ? delayNotice(delay) : failure === undefined ? status : nothing}</div>
      ${
        uncompared > 0
          ? html`<p>${say('duplicates.uncompared', { count: uncompared })}</p>
              <button type="button" @click=${() => this.#reload()}>${say('catalogue.retry')}</button>`
          : nothing
      }
      ${
        total === 0 && uncompared === 0
          ? notice({
              icon: laterIcon('copy'),
              title: say('duplicates.none.title'),
              text: say('duplicates.none.text'),
            })
          : nothing
      }
      <div class="groups">${groups.map((group, at) =>
        groupView({
          ...{ catalogue, group, at, paths: this.#groups.paths },
          changed: () => this.requestUpdate(),
          open: (asset: Asset) => this.tell('abs-open', { asset, position: 0 }),
        }),
      )}</div>
      ${
        failure === undefined
          ? nothing
          : html`<p class="error" role="alert">${refusalText(failure, catalogue)}</p>
              <button type="button" @click=${this.#groups.retry}>${say('catalogue.retry')}</button>`
      }
      ${left > 0 && failure === undefined ? more : nothing} ${groups.length > 0 ? this.#foot(catalogue) : nothing}`;
  }

  #foot({ say }: Catalogue): TemplateResult {
    const { others } = this.#groups;
    const select = () => {
      if (others.length === 0) return;
      this.close();
      this.tell('abs-select', { ids: others });
    };
    return html`<div class="foot">
      <button type="button" class="primary" aria-disabled=${others.length === 0} @click=${select}>
        ${icon('check')}${say('duplicates.select', { count: others.length })}
      </button>
    </div>`;
  }
}

customElements.define('abs-duplicates', AbsDuplicates);

declare global {
  interface HTMLElementTagNameMap {
    'abs-duplicates': AbsDuplicates;
  }
}
