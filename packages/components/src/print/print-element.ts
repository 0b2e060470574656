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
    missing: { state: true },
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
  /** Number of pictures that did not arrive. */
  declare private missing: number;
  #items: readonly PrintedAsset[] | undefined;
  /** What has been loaded of the assets, and then of their pictures. */
  #loaded = { count: 0, total: 0 };
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
    this.missing = 0;
  }

  get #count(): number {
    return this.query ? this.total : this.ids.length;
  }

  protected override load(catalogue: Catalogue): void {
    this.#loading.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    const { query, total, ids } = this;
    const counted = (count: number) => this.#counted(count, Math.min(this.#count, MAX_PRINTED));
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

  #counted(count: number, total: number): void {
    this.#loaded = { count, total };
    this.requestUpdate();
  }

  protected override forget(): void {
    this.#loading.abort();
    this.#items = this.#failure = undefined;
    this.#loaded = { count: 0, total: 0 };
    this.isBusy = false;
    this.missing = 0;
    this.#sheet.content = undefined;
    this.#sheet.remove();
  }

  protected override updated(): void {
    super.updated();
    const { catalogue, layout } = this;
    if (!catalogue || !this.#items || !this.isOpen) return;
    this.#sheet.content = { catalogue, layout, items: this.#items, title: this.name || document.title };
    if (!this.#sheet.isConnected) document.body.append(this.#sheet);
  }

  /** Prints once all pictures are there. If some don't come, says so, and prints without them when it is asked again. */
  async #print(): Promise<void> {
    if (this.isBusy || !this.#items?.length) return;
    const { signal } = this.#loading;
    if (this.missing === 0) {
      this.isBusy = true;
      try {
        this.missing = await this.#sheet.complete(signal, (count, total) => this.#counted(count, total));
      } catch {
        // The dialog was closed.
        return;
      }
      this.isBusy = false;
      await this.updateComplete;
      if (this.missing > 0) return;
    }
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
    const { count, total } = this.#loaded;
    const { missing } = this;
    const pages = say('print.pages', { count: Math.ceil((items?.length ?? most) / PER_PAGE) });
    const news = isReady ? (missing > 0 ? say('print.missing', { count: missing }) : '') : say('print.preparing');
    return html`<fieldset>
        <legend>${say('print.layout')}</legend>
        ${this.#choice('sheet', say('print.sheet', { count: PER_PAGE }), pages)}
        ${this.#choice('list', say('print.list'), say('print.list.text'))}
      </fieldset>
      ${this.#count > MAX_PRINTED ? html`<p class="faint">${say('print.most', { count: MAX_PRINTED })}</p>` : nothing}
      <div class="foot">
        <button type="button" class="primary" aria-disabled=${!isReady} @click=${() => void this.#print()}>
          ${laterIcon('print')}${say(missing > 0 ? 'print.without' : 'print.label')}
        </button>
        <span role="status">${news}</span>
        ${items && !this.isBusy ? nothing : html`<progress aria-label=${say('print.preparing')} max=${total || most} .value=${count}></progress>`}
      </div>`;
  }

  #choice(layout: PrintLayout, label: string, text: string): TemplateResult {
    const choose = () => {
      this.layout = layout;
      this.missing = 0;
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
