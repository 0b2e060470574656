import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { type AssetQuery, QUERY_PROPERTY } from '../assets/asset-query.ts';
import { ordersOf } from '../browse/orders.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { define } from '../catalogue/define.ts';
import { scrubberWidth } from '../grid/scroller.ts';
import type { TextKey } from '../texts/en.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts } from '../texts/texts.ts';
import { closeBeside } from '../theme/beside.ts';
import { laterIcon } from '../theme/later-icons.ts';
import menuStyles from '../theme/menu.css';
import { returnFocus } from '../theme/return-focus.ts';
import { styled } from '../theme/styled.ts';
import { classOf, fitting, tracksOf } from './cells.ts';
import { COLUMNS, fieldsOf, MAX_COLUMNS } from './columns.ts';
import styles from './list-head.css';

/** Names of the columns, and the keys of `sort_order` that they stand for. */
const HEADINGS: Readonly<Record<string, readonly [text: TextKey, key?: string]>> = {
  name: ['list.name', 'name'],
  kind: ['facets.kind', 'extension'],
  dimensions: ['list.dimensions', 'pixels'],
  size: ['download.size', 'size'],
  uploaded: ['facets.uploaded', 'uploaddate'],
  modified: ['facets.modified', 'lastmodified'],
  rights: ['rights.title'],
};

/** Keys that people first want to see from A to Z; of dates and sizes, they want the newest and the largest. */
const FROM_A = new Set(['name', 'extension']);

/**
 * The headings above the lines of the list view. A press orders the list by a column, and one more in the other direction.
 *
 * @fires abs-query - the person chose an order; detail: `{query}`
 */
export class AbsListHead extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: QUERY_PROPERTY,
    columns: { attribute: false },
    choose: { attribute: false },
    names: { state: true },
  };

  static override styles = [...CatalogueElement.styles, menuStyles, styles];

  declare query: AssetQuery;
  /** IDs of the columns besides the name. */
  declare columns: readonly string[];
  /** Called with the columns that the person has chosen. */
  declare choose: (columns: readonly string[]) => void;
  /** Names of the fields by their columns; empty until they are needed and known. */
  declare private names: ReadonlyMap<string, string>;
  #isLoading = false;
  #width = 0;
  readonly #sizes = new ResizeObserver(() => {
    this.#width = this.clientWidth;
    this.requestUpdate();
  });

  constructor() {
    super();
    this.query = {};
    this.columns = [];
    this.choose = () => {};
    this.names = new Map();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  protected override catalogueChanged(): void {
    this.names = new Map();
  }

  protected override willUpdate(): void {
    if (this.catalogue && fieldsOf(this.columns).length > 0) void this.#loadNames(this.catalogue);
  }

  async #loadNames({ client }: Catalogue): Promise<void> {
    if (this.#isLoading || this.names.size > 0) return;
    this.#isLoading = true;
    try {
      const fields = await client.asset.infofield({ infofield: -1 });
      this.names = new Map(Object.entries(fields).map(([id, { name }]) => [`info_${id}`, name]));
    } catch {
      // The next update asks again.
    }
    this.#isLoading = false;
  }

  #sort(key: string): void {
    const { by, direction } = this.#order;
    const first = FROM_A.has(key) || key.startsWith('info_') ? 'asc' : 'desc';
    const other = direction === 'asc' ? 'desc' : 'asc';
    this.tell('abs-query', { query: { ...this.query, sorting: { by: key, direction: by === key ? other : first } } });
  }

  get #order(): { readonly by: string; readonly direction: string } {
    const [by = '', direction = 'asc'] = ordersOf(this.query, this.catalogue?.about ?? {}).current.split('-');
    return { by, direction };
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, columns } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    const label = say('list.columns');
    const shown = fitting(columns, this.#width);
    return html`<div role="table" aria-label=${label}>
        <div role="row" ${styled({ 'grid-template-columns': tracksOf(shown) })}>
          ${['name', ...shown].map((column) => this.#heading(catalogue, column))}
        </div>
      </div>
      <button
        type="button"
        class="quiet choose"
        popovertarget="columns"
        aria-label=${label}
        title=${label}
        ${scrubberWidth}
      >
        ${laterIcon('columns')}
      </button>
      <div
        popover
        id="columns"
        role="group"
        aria-label=${label}
        @beforetoggle=${(event: ToggleEvent) => this.#place(event, catalogue)}
        @click=${closeBeside}
        @toggle=${returnFocus}
      >
        ${COLUMNS.map((column) => this.#choice(column, say(HEADINGS[column]?.[0] ?? 'list.name')))}
        ${this.names.size > 0 ? html`<hr />${[...this.names].map(([column, name]) => this.#choice(column, name))}` : nothing}
      </div>`;
  }

  #heading({ say }: Catalogue, column: string): TemplateResult {
    const [text, key] = HEADINGS[column] ?? [undefined, column];
    const name = text ? say(text) : (this.names.get(column) ?? '…');
    const { by, direction } = this.#order;
    const isSorted = key === by;
    const content = html`<span dir="auto" title=${name}>${name}</span>`;
    return html`<div
      role="columnheader"
      class=${classOf(column)}
      aria-sort=${isSorted ? (direction === 'desc' ? 'descending' : 'ascending') : nothing}
    >
      ${
        key === undefined || this.query.isTop
          ? content
          : html`<button type="button" class="quiet" @click=${() => this.#sort(key)}>
              ${content}${isSorted ? laterIcon('down') : nothing}
            </button>`
      }
    </div>`;
  }

  #choice(column: string, name: string): TemplateResult {
    const { columns } = this;
    const isChosen = columns.includes(column);
    const toggle = () => this.choose(isChosen ? columns.filter((each) => each !== column) : [...columns, column]);
    return html`<label dir="auto"><input type="checkbox" .checked=${isChosen} ?disabled=${!isChosen && columns.length >= MAX_COLUMNS} @change=${toggle} />${name}</label>`;
  }

  /** Places the menu below its button, because a popover knows nothing of it. */
  #place({ currentTarget, newState }: ToggleEvent, catalogue: Catalogue): void {
    if (newState !== 'open') return;
    void this.#loadNames(catalogue);
    const popover = currentTarget as HTMLElement;
    const { bottom, left, right } = (popover.previousElementSibling as Element).getBoundingClientRect();
    const end = this.matches(':dir(rtl)') ? left : document.documentElement.clientWidth - right;
    popover.style.setProperty('--_top', `${bottom + 4}px`);
    popover.style.setProperty('--_end', `${end}px`);
  }
}

addTexts(EN_LATER);
define('abs-list-head', AbsListHead);

declare global {
  interface HTMLElementTagNameMap {
    'abs-list-head': AbsListHead;
  }
}
