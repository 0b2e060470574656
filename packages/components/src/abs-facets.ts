import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import './abs-chips.ts';
import type { AssetQuery, DateRange } from './assets/asset-query.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { describeFailure } from './catalogue/failures.ts';
import { retryWhenBusy } from './catalogue/retry-when-busy.ts';
import { type DateKind, OWN_DATES, rangeIn, withRange } from './facets/date-ranges.ts';
import { dateValues } from './facets/date-values.ts';
import { type Disclosures, openDisclosures } from './facets/disclosures.ts';
import { type FacetList, keepOrder, loadFacetLists } from './facets/facet-lists.ts';
import { facetNames } from './facets/facet-names.ts';
import { facetStyles } from './facets/facet-styles.ts';
import { type FacetValues, openFacetValues } from './facets/facet-values.ts';
import { countYears, type YearCount } from './facets/years.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { icon } from './theme/icons.ts';
import { notice, noticeStyles } from './theme/notice.ts';
import { slotted } from './theme/slots.ts';
import { twistStyles } from './theme/twist.ts';

/** Facets that are open as long as nobody has closed them. */
const OPEN_AT_FIRST = 3;

/** Milliseconds by which counting waits for the results, which matter more; longer while somebody types. */
const PATIENCE = 60;
const PATIENCE_TYPING = 200;

/**
 * Shows by what the assets of a query can be narrowed down, with exact counts: kinds, extensions, types, nodes in their trees,
 * fields and years. Facets without values are left out, but for the dates of fields, which the service does not count. What is
 * open is remembered in the browser.
 *
 * @fires abs-query - a value was chosen, or no longer; detail: `{query}`
 */
export class AbsFacets extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: { attribute: false },
    limits: { attribute: false },
    hidesChips: { type: Boolean, attribute: 'hides-chips' },
    lists: { state: true },
    failure: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, twistStyles, facetStyles];

  /** What the page shows. */
  declare query: AssetQuery;
  /** What the query cannot leave. Only what narrows it further is shown. */
  declare limits: AssetQuery;
  /** Leaves out the chips, for a page that has an `abs-chips` elsewhere. */
  declare hidesChips: boolean;

  declare private lists: readonly FacetList[] | undefined;
  declare private failure: unknown;
  #disclosures: Disclosures | undefined;
  /** The years of the dates that are open. */
  readonly #years = new Map<DateKind, readonly YearCount[]>();
  #values: FacetValues | undefined;
  #request = new AbortController();
  #waiting: ReturnType<typeof setTimeout> | undefined;
  readonly #busy = retryWhenBusy(() => this.#load(0));
  /** Query of the lists that are shown. */
  #shown: AssetQuery | undefined;

  constructor() {
    super();
    this.query = {};
    this.limits = {};
    this.hidesChips = false;
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    this.#disclosures = catalogue && openDisclosures(catalogue.client.base);
    this.lists = undefined;
    this.#shown = undefined;
    this.#years.clear();
    this.#values?.stop();
    const tell = (query: AssetQuery) => this.#tellQuery(query);
    this.#values = catalogue && openFacetValues({ catalogue, tell, changed: () => this.requestUpdate() });
    if (catalogue) this.#load(0);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#waiting);
    this.#busy.stop();
    this.#request.abort();
    this.#values?.stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const isOther = (changed.has('query') && this.query !== this.#shown) || changed.has('limits');
    if (isOther && this.catalogue) this.#load(this.#patience);
  }

  get #patience(): number {
    if (!this.lists) return 0;
    return this.query.text === this.#shown?.text ? PATIENCE : PATIENCE_TYPING;
  }

  get #dates(): readonly DateKind[] {
    return this.catalogue ? [...facetNames(this.catalogue).fieldDates, ...OWN_DATES] : OWN_DATES;
  }

  get #openDates(): readonly DateKind[] {
    return this.#dates.filter((kind) => this.#isOpen(kind, false));
  }

  #load(wait: number): void {
    clearTimeout(this.#waiting);
    this.#busy.stop();
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    for (const kind of this.#dates) if (!this.#isOpen(kind, false)) this.#years.delete(kind);
    this.#waiting = setTimeout(() => void this.#count(signal), wait);
  }

  async #count(signal: AbortSignal): Promise<void> {
    const { catalogue, query, limits } = this;
    if (!catalogue) return;
    try {
      const known = this.#openDates;
      const [lists] = await Promise.all([
        loadFacetLists(catalogue, query, limits, signal),
        // Without the fields, only the facets of their dates are missing.
        facetNames(catalogue)
          .loadFacets()
          .catch(() => {}),
        ...known.map((kind) => this.#countYears(kind, signal)),
      ]);
      const others = this.#openDates.filter((kind) => !known.includes(kind));
      await Promise.all(others.map((kind) => this.#countYears(kind, signal)));
      if (signal.aborted) return;
      const isNarrowed = this.#shown?.text === query.text && this.#shown?.node === query.node;
      this.lists = isNarrowed ? keepOrder(lists, this.lists ?? []) : lists;
      this.#values?.use(lists, query, isNarrowed);
      this.#shown = query;
      this.failure = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error;
      this.#busy.failed(error);
    }
  }

  async #countYears(kind: DateKind, signal: AbortSignal): Promise<void> {
    const { catalogue, query, limits } = this;
    if (!catalogue) return;
    const years = await countYears(catalogue.client, query, limits, kind, signal);
    if (signal.aborted) return;
    this.#years.set(kind, years);
    this.requestUpdate();
  }

  #isOpen(facet: string, usual: boolean): boolean {
    return this.#disclosures?.isOpen(facet) ?? usual;
  }

  #turn(facet: string, isOpen: boolean): void {
    this.#disclosures?.set(facet, isOpen);
    this.requestUpdate();
    const kind = this.#dates.find((date) => date === facet);
    if (!isOpen || !kind) return;
    const { signal } = this.#request;
    this.#countYears(kind, signal).catch((error) => {
      if (signal.aborted) return;
      this.failure = error;
      this.#busy.failed(error);
    });
  }

  #tellQuery(query: AssetQuery): void {
    this.query = query;
    this.tell('abs-query', { query });
  }

  protected override updated(): void {
    this.#values?.settle();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, lists, failure } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    const chosen = (event: CustomEvent<{ query: AssetQuery }>) => {
      this.query = event.detail.query;
    };
    return html`
      ${this.hidesChips ? nothing : html`<abs-chips .query=${this.query} @abs-query=${chosen}></abs-chips>`}
      ${failure ? this.#notice(catalogue) : nothing}
      ${
        failure
          ? nothing
          : lists
            ? html`<div role="group" aria-label=${say('facets.label')}>${this.#sections(catalogue, lists)}</div>`
            : html`<div aria-busy="true">${[1, 2, 3, 4, 5, 6].map(() => html`<div class="ghost"></div>`)}</div>`
      }
    `;
  }

  #notice({ say }: Catalogue): TemplateResult {
    const { title, text } = describeFailure(this.failure, say);
    return notice({
      icon: 'warning',
      title,
      text,
      action: { label: say('catalogue.retry'), run: () => this.#load(0) },
    });
  }

  #sections(catalogue: Catalogue, lists: readonly FacetList[]): unknown {
    const { say } = catalogue;
    const { query } = this;
    const names = facetNames(catalogue);
    const dates = this.#dates.map((kind) => {
      const name = names.ofFacet(kind) ?? kind;
      const range = rangeIn(query, kind);
      const content = () =>
        dateValues({
          ...{ say, name, range, years: this.#years.get(kind) },
          choose: (range) => this.#chooseDates(kind, range),
        });
      return { key: kind, name, chosen: range ? 1 : 0, content };
    });
    const facets = lists.map((list) => {
      const chosen = list.values.filter(({ isChosen }) => isChosen).length;
      return { key: list.facet, name: list.name, chosen, content: () => this.#values?.draw(list, query) };
    });
    return slotted({
      items: [...facets, ...dates],
      keyOf: ({ key }) => key,
      draw: ({ key, name, chosen, content }, place) => {
        const isOpen = this.#isOpen(key, place < OPEN_AT_FIRST && place < facets.length);
        return html`<section>
          <h3>
            <button type="button" class="quiet" aria-expanded=${isOpen} @click=${() => this.#turn(key, !isOpen)}>
              <span class="title" dir="auto">${name}</span>
              ${chosen > 0 ? html`<span class="badge">${chosen}</span>` : nothing}${icon('down')}
            </button>
          </h3>
          ${isOpen ? html`<div class="content">${content()}</div>` : nothing}
        </section>`;
      },
    });
  }

  #chooseDates(kind: DateKind, range: DateRange | undefined): void {
    this.#tellQuery(withRange(this.query, kind, range));
  }
}

addTexts(EN_LATER);
customElements.define('abs-facets', AbsFacets);

declare global {
  interface HTMLElementTagNameMap {
    'abs-facets': AbsFacets;
  }
}
