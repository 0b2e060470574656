import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { type AssetQuery, keyOf, QUERY_PROPERTY } from './assets/asset-query.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { define } from './catalogue/define.ts';
import chipStyles from './facets/chips.css';
import { type Chip, chipsOf } from './facets/chips.ts';
import { facetNames } from './facets/facet-names.ts';
import { withoutFilters } from './facets/with-filter.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { icon } from './theme/icons.ts';
import { slotted } from './theme/slots.ts';

/**
 * The filters and the selection of a query, as chips that remove them.
 *
 * @fires abs-query - the person removed a filter, or all; detail: `{query}`
 */
export class AbsChips extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: QUERY_PROPERTY,
  };

  static override styles = [...CatalogueElement.styles, chipStyles];

  /** The query of the page. */
  declare query: AssetQuery;

  /** Position of the chip that the person removed: after the update, the focus moves to the chip that is there then. */
  #removed: number | undefined;
  /** True while the names of the filters are being loaded. */
  #isLoading = false;

  constructor() {
    super();
    this.query = {};
  }

  protected override catalogueChanged(): void {
    void this.#loadNames();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Frameworks set undefined or null when they remove a property.
    this.query ??= {};
    if (changed.has('query')) void this.#loadNames();
  }

  async #loadNames(): Promise<void> {
    const { catalogue, query } = this;
    if (!catalogue || !query.filters?.length) return;
    this.#isLoading = true;
    await facetNames(catalogue).loadValues(query.filters);
    if (keyOf(this.query) !== keyOf(query)) return;
    this.#isLoading = false;
    this.requestUpdate();
  }

  #tellQuery(query: AssetQuery, position: number): void {
    this.#removed = position;
    this.query = query;
    this.tell('abs-query', { query });
  }

  protected override updated(): void {
    if (this.#removed === undefined) return;
    const buttons = [...this.renderRoot.querySelectorAll<HTMLElement>('.chip')];
    const next = buttons[Math.min(this.#removed, buttons.length - 1)];
    (next ?? this.renderRoot.querySelector<HTMLElement>('.chips'))?.focus();
    this.#removed = undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, query } = this;
    if (!catalogue) return nothing;
    const { say, locale } = catalogue;
    const chips = chipsOf(query, facetNames(catalogue), { say, locale, isLoading: this.#isLoading });
    return html`<div class="chips" role="group" tabindex="-1" aria-label=${say('facets.chosen')}>
      ${
        chips.length > 0
          ? html`<ul>${slotted({
              items: chips,
              keyOf: ({ key }) => key,
              hidden: html`<li hidden></li>`,
              draw: (chip, position) => this.#chip(chip, position),
            })}${this.#clear(chips.length)}</ul>`
          : nothing
      }
      <p class="unseen" role="status">${this.hasUpdated ? say('facets.count', { count: chips.length }) : ''}</p>
    </div>`;
  }

  #chip({ label, name, without }: Chip, position: number): TemplateResult {
    const say = this.catalogue?.say;
    return html`<li>
      <button type="button" class="chip" title=${name} @click=${() => this.#tellQuery(without, position)}>
        <span class="unseen">${say?.('facets.remove')}</span>
        <span class="name"><span class="label">${label ? `${label}: ` : ''}</span><bdi>${name}</bdi></span>${icon('close')}
      </button>
    </li>`;
  }

  #clear(count: number): TemplateResult | typeof nothing {
    if (count < 2) return nothing;
    const clear = () => this.#tellQuery(withoutFilters(this.query), 0);
    return html`<li><button type="button" class="quiet" @click=${clear}>${this.catalogue?.say('facets.clear')}</button></li>`;
  }
}

addTexts(EN_LATER);
define('abs-chips', AbsChips);

declare global {
  interface HTMLElementTagNameMap {
    'abs-chips': AbsChips;
  }
}
