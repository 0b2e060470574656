import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { lacksPicture } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { define } from '../catalogue/define.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import { formatBytes } from '../texts/bytes.ts';
import type { TextKey } from '../texts/en.ts';
import { formatDate } from '../texts/texts.ts';
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

/** Milliseconds without another picture after which the missing ones are given up. */
const PATIENCE = 15_000;

/** Class of the box of a picture that did not arrive. */
const MISSING = 'missing';

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

  /**
   * Resolves with the number of missing pictures, once all others are there, or none has come for a while. `counted` is called with
   * the number of those that are no longer awaited, and that of all. Rejects with the reason of the signal.
   */
  async complete(signal: AbortSignal, counted: (count: number, total: number) => void): Promise<number> {
    await this.updateComplete;
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const listening = new AbortController();
    let late: ReturnType<typeof setTimeout>;
    const check = () => {
      if (listening.signal.aborted) return;
      const images = [...this.renderRoot.querySelectorAll('img')];
      const givenUp = this.renderRoot.querySelectorAll(`.${MISSING}`).length;
      const waiting = images.filter(isAwaited).length;
      counted(givenUp + images.length - waiting, givenUp + images.length);
      const end = () => resolve(givenUp + waiting);
      clearTimeout(late);
      late = setTimeout(end, PATIENCE);
      if (waiting === 0) end();
    };
    // A picture that failed is asked for again after its event.
    const checkLater = () => setTimeout(check);
    for (const event of ['load', 'error'])
      this.renderRoot.addEventListener(event, checkLater, { capture: true, signal: listening.signal });
    signal.addEventListener('abort', () => reject(signal.reason), { signal: listening.signal });
    check();
    return await promise.finally(() => {
      clearTimeout(late);
      listening.abort();
    });
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
    ${lacksPicture(about, asset) ? nothing : html`<img alt="" src=${pictureAddress(pictures.choiceOf(asset, longest))} @error=${leaveKind} />`}
    <span>${asset.extension?.toUpperCase() || say(`kind.${asset.type}` as TextKey)}</span>
  </div>`;
}

function isAwaited({ complete, src, dataset }: HTMLImageElement): boolean {
  return !complete || !src || dataset['waits'] !== undefined;
}

/** Leaves the kind in place of a picture that is given up. It listens after `pictureAddress`, which may ask for it again. */
function leaveKind({ currentTarget }: Event): void {
  const image = currentTarget as HTMLImageElement;
  if (image.dataset['waits'] !== undefined) return;
  image.parentElement?.classList.add(MISSING);
  image.remove();
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
