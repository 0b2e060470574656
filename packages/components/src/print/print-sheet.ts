import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { lacksPicture } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { define } from '../catalogue/define.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import type { TextKey } from '../texts/en.ts';
import { formatBytes, formatDate } from '../texts/texts.ts';
import type { PrintedAsset } from './load-printed.ts';
import pageStyles from './print-page.css';
import sheetStyles from './print-sheet.css';

/** `sheet` has pictures in four columns and five rows a page, `list` a line for each asset. */
export type PrintLayout = 'sheet' | 'list';

/** Assets on a page of contact sheets. */
export const PER_PAGE = 20;

/** Longer side of a picture on paper, in CSS pixels, twice, because printers have finer points than screens. */
const PICTURE = 2 * 150;
const SMALL_PICTURE = 2 * 48;

/** How often a picture is asked for. */
const MAX_TRIES = 3;

export interface PrintContent {
  readonly catalogue: Catalogue;
  readonly title: string;
  readonly layout: PrintLayout;
  readonly items: readonly PrintedAsset[];
}

/**
 * What is printed in place of the page. It is a child of the body, because browsers break only what is in the flow of the
 * document into pages; on the screen it is hidden.
 */
export class AbsPrintSheet extends LitElement {
  static override properties: PropertyDeclarations = { content: { attribute: false } };

  static override styles = sheetStyles;

  declare content: PrintContent | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (pageStyles.styleSheet) document.adoptedStyleSheets.push(pageStyles.styleSheet);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== pageStyles.styleSheet);
  }

  /** Resolves when all pictures are there or have failed. */
  async complete(): Promise<void> {
    await this.updateComplete;
    const isWaiting = () => [...this.renderRoot.querySelectorAll('img')].some((img) => !img.complete || !img.src);
    const { promise, resolve } = Promise.withResolvers<void>();
    const listening = new AbortController();
    // A picture that failed is asked for again after its event.
    const check = () => setTimeout(() => isWaiting() || resolve());
    for (const event of ['load', 'error'])
      this.renderRoot.addEventListener(event, check, { capture: true, signal: listening.signal });
    check();
    await promise;
    listening.abort();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { content } = this;
    if (!content) return nothing;
    this.lang = content.catalogue.locale;
    return content.layout === 'sheet' ? contactSheets(content) : list(content);
  }
}

function contactSheets(content: PrintContent): TemplateResult {
  const { catalogue, items } = content;
  const count = Math.ceil(items.length / PER_PAGE);
  const pages = Array.from({ length: count }, (_, page) => items.slice(page * PER_PAGE, (page + 1) * PER_PAGE));
  return html`${pages.map(
    (some, page) => html`<section>
      ${heading(content, catalogue.say('print.page', { page: page + 1, total: count }))}
      <div class="grid">${some.map((item) => figure(catalogue, item))}</div>
    </section>`,
  )}`;
}

function heading({ catalogue: { locale }, title }: PrintContent, place: string): TemplateResult {
  return html`<header><h1><bdi>${title}</bdi></h1><p>${formatDate(Date.now(), locale)}${place ? ` · ${place}` : ''}</p></header>`;
}

function figure(catalogue: Catalogue, { asset, credit }: PrintedAsset): TemplateResult {
  return html`<figure>
    ${picture(catalogue, asset, PICTURE)}
    <figcaption>
      <strong><bdi>${nameOf(catalogue, asset)}</bdi></strong>
      <span>${catalogue.say('print.number', { number: String(asset.id) })}</span>
      ${credit ? html`<span class="credit"><bdi>${credit}</bdi></span>` : nothing}
    </figcaption>
  </figure>`;
}

/** Draws the picture of an asset, or a box with its kind in place of one that there is not or that did not arrive. */
function picture({ about, pictures, say }: Catalogue, asset: PrintedAsset['asset'], longest: number): TemplateResult {
  return html`<div class="picture">
    ${lacksPicture(about, asset) ? nothing : html`<img alt="" @error=${askAgain} src=${pictureAddress(pictures.choiceOf(asset, longest))} />`}
    <span>${asset.extension?.toUpperCase() || say(`kind.${asset.type}` as TextKey)}</span>
  </div>`;
}

/** Asks for a picture that did not arrive again, because a busy service refuses some of many; at last it leaves its kind. */
function askAgain({ currentTarget }: Event): void {
  const image = currentTarget as HTMLImageElement;
  const tries = Number(image.dataset['tries'] ?? 0) + 1;
  image.dataset['tries'] = String(tries);
  if (tries < MAX_TRIES) image.setAttribute('src', image.src);
  else image.remove();
}

function list(content: PrintContent): TemplateResult {
  const { catalogue, items } = content;
  const { say } = catalogue;
  return html`${heading(content, '')}
    <table>
      <thead>
        <tr>
          <th></th>
          <th scope="col">${say('print.name')}</th>
          <th scope="col">${say('browse.sort.id')}</th>
          <th scope="col">${say('print.file')}</th>
          <th scope="col">${say('print.credit')}</th>
        </tr>
      </thead>
      <tbody>
        ${items.map(
          ({ asset, credit }) => html`<tr>
            <td>${picture(catalogue, asset, SMALL_PICTURE)}</td>
            <td><bdi>${nameOf(catalogue, asset)}</bdi></td>
            <td>${asset.id}</td>
            <td>${factsOf(catalogue, asset)}</td>
            <td><bdi>${credit}</bdi></td>
          </tr>`,
        )}
      </tbody>
    </table>`;
}

function nameOf({ say }: Catalogue, { alt_name: title, name }: PrintedAsset['asset']): string {
  return visibleName(say, title, name);
}

function factsOf({ locale }: Catalogue, asset: PrintedAsset['asset']): string {
  const { extension = '', width = 0, height = 0, size = 0 } = asset;
  return [
    extension.toUpperCase(),
    width > 0 && height > 0 ? `${width} × ${height}` : '',
    size > 0 ? formatBytes(size, locale) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

define('abs-print-sheet', AbsPrintSheet);

declare global {
  interface HTMLElementTagNameMap {
    'abs-print-sheet': AbsPrintSheet;
  }
}
