import { css, html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { AssetQuery } from './assets/asset-query.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { type Chip, chipsOf, withoutFilters } from './facets/chips.ts';
import { facetNames } from './facets/facet-names.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { icon } from './theme/icons.ts';
import { slotted } from './theme/slots.ts';

/**
 * Shows the filters of a query, each with a button that removes it. Takes no room without filters.
 *
 * @fires abs-query - a filter was removed, or all; detail: `{query}`
 */
export class AbsChips extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: { attribute: false },
  };

  static override styles = [
    ...CatalogueElement.styles,
    css`
      .chips {
        outline: none;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 0.375rem;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        max-inline-size: 100%;
      }
      button {
        min-inline-size: 0;
        min-block-size: 2rem;
        padding-inline: 0.75rem 0.5rem;
        border-radius: 1rem;
        font-size: 0.875rem;
        text-align: start;
      }
      .chip {
        border-color: transparent;
        background: var(--_accent-soft);
      }
      .chip:hover {
        border-color: var(--_accent);
      }
      .name {
        min-inline-size: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .label {
        color: var(--_text-2);
      }
      .icon {
        inline-size: 1em;
        block-size: 1em;
      }
    `,
  ];

  /** What the page shows. */
  declare query: AssetQuery;

  /** Position of the button that was used, which the focus does not leave behind. */
  #used: number | undefined;
  /** True while the names of the filters are on their way. */
  #isLoading = false;

  constructor() {
    super();
    this.query = {};
  }

  protected override catalogueChanged(): void {
    void this.#loadNames();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('query')) void this.#loadNames();
  }

  async #loadNames(): Promise<void> {
    const { catalogue, query } = this;
    if (!catalogue || !query.filters?.length) return;
    this.#isLoading = true;
    await facetNames(catalogue).loadValues(query.filters);
    if (this.query !== query) return;
    this.#isLoading = false;
    this.requestUpdate();
  }

  #tellQuery(query: AssetQuery, position: number): void {
    this.#used = position;
    this.query = query;
    this.tell('abs-query', { query });
  }

  protected override updated(): void {
    if (this.#used === undefined) return;
    const buttons = [...this.renderRoot.querySelectorAll<HTMLElement>('.chip')];
    const next = buttons[Math.min(this.#used, buttons.length - 1)];
    (next ?? this.renderRoot.querySelector<HTMLElement>('.chips'))?.focus();
    this.#used = undefined;
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
customElements.define('abs-chips', AbsChips);

declare global {
  interface HTMLElementTagNameMap {
    'abs-chips': AbsChips;
  }
}
