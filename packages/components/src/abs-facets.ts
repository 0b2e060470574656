import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import './abs-chips.ts';
import { type AssetQuery, type DateRange, QUERY_PROPERTY } from './assets/asset-query.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { define } from './catalogue/define.ts';
import { delayNotice } from './catalogue/delay-notice.ts';
import { failureNotice } from './catalogue/failure-notice.ts';
import { type DateKind, rangeIn, withRange } from './facets/date-ranges.ts';
import { dateValues } from './facets/date-values.ts';
import { type Disclosures, openDisclosures } from './facets/disclosures.ts';
import { FacetCounts } from './facets/facet-counts.ts';
import { chosenValues, type FacetList, QUICK_FACETS } from './facets/facet-lists.ts';
import { facetNames } from './facets/facet-names.ts';
import { FacetValues } from './facets/facet-values.ts';
import facetStyles from './facets/facets.css';
import { joinHint } from './facets/join-hint.ts';
import { drawQuickFilters, quickFilters } from './facets/quick-filters.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { afterPaint } from './theme/after-paint.ts';
import badge from './theme/badge.css';
import { keepFocus } from './theme/keep-focus.ts';
import { laterIcon } from './theme/later-icons.ts';
import noticeStyles from './theme/notice.css';
import { notice } from './theme/notice.ts';
import { oneStopEach } from './theme/one-stop-each.ts';
import rowStyles from './theme/rows.css';
import { slotted } from './theme/slots.ts';

/** Number of facets that are open until the person closes them. */
const OPEN_AT_FIRST = 3;

/**
 * Filters for the query, with exact counts. Values of one filter are alternatives, except that an asset must be in
 * all chosen nodes.
 *
 * @fires abs-query - the person chose a value, or undid one; detail: `{query}`
 */
export class AbsFacets extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: QUERY_PROPERTY,
    limits: QUERY_PROPERTY,
    hidesChips: { type: Boolean, attribute: 'hides-chips' },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, badge, rowStyles, facetStyles];

  /** The query of the page. */
  declare query: AssetQuery;
  /** A query that the person can't leave. */
  declare limits: AssetQuery;
  /** Hides the chips, for a page with an `abs-chips`. */
  declare hidesChips: boolean;

  #disclosures: Disclosures | undefined;
  #values: FacetValues | undefined;
  readonly #counts = new FacetCounts({
    catalogue: () => this.catalogue,
    place: this,
    isOpen: (kind) => this.#isOpen(kind, false),
    arrived: (lists, query, isNarrowed) => this.#values?.use(lists, query, isNarrowed),
    changed: () => this.requestUpdate(),
  });

  constructor() {
    super();
    this.query = {};
    this.limits = {};
    this.hidesChips = false;
    keepFocus(this, () => this.renderRoot.querySelector<HTMLElement>('.panel'));
    oneStopEach(this, '.quick-filters, .content [role="group"]', 'h3 button');
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    this.#disclosures = catalogue && openDisclosures(catalogue.client.base);
    this.#counts.reset();
    this.#values?.stop();
    const choose = (query: AssetQuery) => this.#tellQuery(query);
    this.#values = catalogue && new FacetValues({ catalogue, choose, changed: () => this.requestUpdate() });
    if (catalogue) this.#counts.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#counts.stop();
    this.#values?.stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Frameworks set undefined or null when they remove a property.
    this.query ??= {};
    this.limits ??= {};
    if (this.catalogue && (changed.has('query') || changed.has('limits'))) this.#counts.show();
  }

  #isOpen(facet: string, isOpenAtFirst: boolean): boolean {
    return this.#disclosures?.isOpen(facet) ?? isOpenAtFirst;
  }

  #setOpen(facet: string, isOpen: boolean): void {
    this.#disclosures?.set(facet, isOpen);
    this.requestUpdate();
    const kind = this.#counts.dates.find((date) => date === facet);
    if (isOpen && kind) this.#counts.loadYears(kind);
  }

  #tellQuery(query: AssetQuery): void {
    this.query = query;
    afterPaint(() => {
      // Several values that are chosen in a row make one query.
      if (this.query === query && this.isConnected) this.tell('abs-query', { query });
    });
  }

  protected override updated(): void {
    this.#values?.settle();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const { lists, failure } = this.#counts;
    const chosen = (event: CustomEvent<{ query: AssetQuery }>) => {
      this.query = event.detail.query;
    };
    return html`
      ${this.hidesChips ? nothing : html`<abs-chips .query=${this.query} @abs-query=${chosen}></abs-chips>`}
      <div class="panel" tabindex="-1" role="group" aria-label=${catalogue.say('facets.label')}>
        ${failure ? notice(failureNotice(failure, catalogue, this.#counts.load)) : lists ? this.#sections(catalogue, lists) : this.#waiting(catalogue)}
      </div>
    `;
  }

  #waiting({ say, load }: Catalogue): TemplateResult {
    const delay = { say, load, retry: this.#counts.load, of: this.#counts.request };
    return html`<div aria-busy="true">${[1, 2, 3, 4, 5, 6].map(() => html`<div class="ghost"></div>`)}</div>
      <p class="delay" role="status">${delayNotice(delay)}</p>`;
  }

  #sections(catalogue: Catalogue, lists: readonly FacetList[]): unknown {
    const { query } = this;
    const names = facetNames(catalogue);
    const dates = this.#counts.dates.map((kind) => {
      const name = names.ofFacet(kind) ?? kind;
      const range = rangeIn(query, kind);
      const content = () =>
        dateValues({
          ...{
            catalogue,
            name,
            range,
            years: this.#counts.years.get(kind),
            failure: this.#counts.yearFailures.get(kind),
          },
          retry: () => this.#counts.loadYears(kind),
          choose: (range) => this.#chooseDates(kind, range),
        });
      return { key: kind, name, chosen: range ? 1 : 0, content };
    });
    const listed = lists.filter(({ facet }) => !QUICK_FACETS.includes(facet));
    const facets = listed.map((list) => {
      const chosen = chosenValues(query, list.facet).length;
      const content = () => html`${this.#values?.draw(list, query)}${joinHint(catalogue.say, list.facet, chosen)}`;
      return { key: list.facet, name: list.name, chosen, content };
    });
    const quick = quickFilters(catalogue.say, query, lists, Date.now());
    const sections = slotted({
      items: [...facets, ...dates],
      keyOf: ({ key }) => key,
      draw: ({ key, name, chosen, content }, place) => {
        const isOpen = this.#isOpen(key, place < OPEN_AT_FIRST && place < facets.length);
        return html`<section>
          <h3>
            <button type="button" class="quiet" aria-expanded=${isOpen} @click=${() => this.#setOpen(key, !isOpen)}>
              <span class="title" dir="auto">${name}</span>
              ${chosen > 0 ? html`<span class="badge">${chosen}</span>` : nothing}${laterIcon('down')}
            </button>
          </h3>
          ${isOpen ? html`<div class="content">${content()}</div>` : nothing}
        </section>`;
      },
    });
    return html`<div class="quick-filters">${drawQuickFilters(quick, (chosen) => this.#tellQuery(chosen))}</div>${sections}`;
  }

  #chooseDates(kind: DateKind, range: DateRange | undefined): void {
    this.#tellQuery(withRange(this.query, kind, range));
  }
}

addTexts(EN_LATER);
define('abs-facets', AbsFacets);

declare global {
  interface HTMLElementTagNameMap {
    'abs-facets': AbsFacets;
  }
}
