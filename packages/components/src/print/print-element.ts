import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { AssetQuery } from '../assets/asset-query.ts';
import { AssetsDialog } from '../catalogue/assets-dialog.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { define } from '../catalogue/define.ts';
import { failureNotice } from '../catalogue/failure-notice.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts } from '../texts/texts.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { notice } from '../theme/notice.ts';
import { loadPrinted, MAX_PRINTED, type PrintedAsset } from './load-printed.ts';
import printStyles from './print.css';
import { PER_PAGE, type PrintLayout } from './print-sheet.ts';

/** Milliseconds after which missing pictures no longer keep the rest from being printed. */
const PICTURES_MILLISECONDS = 15_000;

/**
 * Prints assets as contact sheets or as a list. As long as its dialog is open, that is also what the browser itself prints.
 *
 * @fires abs-close - the dialog was closed
 */
export class AbsPrint extends AssetsDialog {
  static override properties: PropertyDeclarations = {
    query: { attribute: false },
    total: { attribute: false },
    name: { type: String },
    layout: { state: true },
    isBusy: { state: true },
  };

  static override styles = [...AssetsDialog.styles, printStyles];

  /** The list whose first assets are printed in place of `ids`. */
  declare query: AssetQuery | undefined;
  /** Number of assets of that list. */
  declare total: number;
  /** Heading of the pages. */
  declare name: string;

  declare private layout: PrintLayout;
  /** True while pictures are awaited. */
  declare private isBusy: boolean;
  #items: readonly PrintedAsset[] | undefined;
  #loaded = 0;
  #failure: unknown;
  #loading = new AbortController();
  readonly #sheet = document.createElement('abs-print-sheet');
  protected override readonly subject = ['ids', 'isOpen', 'query'];

  constructor() {
    super();
    this.query = undefined;
    this.total = 0;
    this.name = '';
    this.layout = 'sheet';
    this.isBusy = false;
  }

  get #count(): number {
    return this.query ? this.total : this.ids.length;
  }

  protected override load(catalogue: Catalogue): void {
    this.#loading.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    const { query, total, ids } = this;
    const counted = (count: number) => {
      this.#loaded = count;
      this.requestUpdate();
    };
    loadPrinted(catalogue, query ? { query, total } : { ids }, { signal, counted }).then(
      (items) => {
        if (signal.aborted) return;
        this.#items = items;
        this.requestUpdate();
      },
      (failure) => {
        if (signal.aborted) return;
        this.#failure = failure;
        this.requestUpdate();
      },
    );
  }

  protected override forget(): void {
    this.#loading.abort();
    this.#items = this.#failure = undefined;
    this.#loaded = 0;
    this.isBusy = false;
    this.#sheet.remove();
  }

  protected override updated(): void {
    super.updated();
    const { catalogue, layout } = this;
    if (!catalogue || !this.#items || !this.isOpen) return;
    this.#sheet.content = { catalogue, layout, items: this.#items, title: this.name || document.title };
    if (!this.#sheet.isConnected) document.body.append(this.#sheet);
  }

  async #print(): Promise<void> {
    if (this.isBusy || !this.#items?.length) return;
    const { signal } = this.#loading;
    this.isBusy = true;
    const late = new Promise((resolve) => setTimeout(resolve, PICTURES_MILLISECONDS));
    await Promise.race([this.#sheet.complete(), late]);
    if (signal.aborted) return;
    this.isBusy = false;
    await this.updateComplete;
    print();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const title = catalogue.say('print.title', { count: Math.min(this.#count, MAX_PRINTED) });
    return this.dialog(catalogue, title, () => this.#body(catalogue));
  }

  #body(catalogue: Catalogue): TemplateResult {
    const { say } = catalogue;
    const retry = () => {
      this.forget();
      this.loadShown();
    };
    if (this.#failure) return notice(failureNotice(this.#failure, catalogue, retry));
    const items = this.#items;
    const most = Math.min(this.#count, MAX_PRINTED);
    const isReady = items !== undefined && items.length > 0 && !this.isBusy;
    const pages = say('print.pages', { count: Math.ceil((items?.length ?? most) / PER_PAGE) });
    return html`<fieldset>
        <legend>${say('print.layout')}</legend>
        ${this.#choice('sheet', say('print.sheet', { count: PER_PAGE }), pages)}
        ${this.#choice('list', say('print.list'), say('print.list.text'))}
      </fieldset>
      ${this.#count > MAX_PRINTED ? html`<p class="faint">${say('print.most', { count: MAX_PRINTED })}</p>` : nothing}
      <div class="foot">
        <button type="button" class="primary" aria-disabled=${!isReady} @click=${() => void this.#print()}>
          ${laterIcon('print')}${say('print.label')}
        </button>
        <span role="status">${isReady ? '' : say('print.preparing')}</span>
        ${items ? nothing : html`<progress aria-label=${say('print.preparing')} max=${most} .value=${this.#loaded}></progress>`}
      </div>`;
  }

  #choice(layout: PrintLayout, label: string, text: string): TemplateResult {
    const choose = () => {
      this.layout = layout;
    };
    return html`<label>
      <input type="radio" name="layout" value=${layout} .checked=${layout === this.layout} @change=${choose} />
      <span>${label}<span class="faint">${text}</span></span>
    </label>`;
  }
}

addTexts(EN_LATER);
define('abs-print', AbsPrint);

declare global {
  interface HTMLElementTagNameMap {
    'abs-print': AbsPrint;
  }
}
