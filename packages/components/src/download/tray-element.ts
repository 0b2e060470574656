import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { define } from '../catalogue/define.ts';
import { keepFocus } from '../theme/keep-focus.ts';
import panelStyles from '../theme/panel.css';
import { allDownloads, type Downloads } from './downloads.ts';
import trayStyles from './tray.css';
import { trayRow } from './tray-row.ts';

/** Shows downloads, in a corner of the window or, with `inline`, in the page: those of one element, or all of the page. */
export class AbsDownloadTray extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    of: { attribute: false },
    inline: { type: Boolean, reflect: true },
  };

  static override styles = [...CatalogueElement.styles, panelStyles, trayStyles];

  declare of: Downloads | undefined;
  declare inline: boolean;

  constructor() {
    super();
    this.of = undefined;
    this.inline = false;
    keepFocus(this, () => this.renderRoot.querySelector<HTMLElement>('.put-away'));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    allDownloads.addEventListener('change', this.#changed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    allDownloads.removeEventListener('change', this.#changed);
  }

  readonly #changed = (): void => this.requestUpdate();

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    const { list } = this.of ?? allDownloads;
    if (!catalogue || list.length === 0) return nothing;
    return html`<section aria-label=${catalogue.say('download.tray')}>
      <ul>${repeat(
        list,
        (job) => job,
        (job) => html`<li>${trayRow(catalogue, job)}</li>`,
      )}</ul>
    </section>`;
  }
}

define('abs-download-tray', AbsDownloadTray);

declare global {
  interface HTMLElementTagNameMap {
    'abs-download-tray': AbsDownloadTray;
  }
}
