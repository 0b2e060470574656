import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { type AssetQuery, type Filter, withinLimits } from '../assets/asset-query.ts';
import '../browse/browse-element.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { refusalText } from '../catalogue/refusals.ts';
import type { Say } from '../texts/texts.ts';
import { notice, noticeStyles } from '../theme/notice.ts';
import { type Accepted, acceptedText, filtersOf } from './accept.ts';
import { type ChoiceLimits, problemOf, withSelection } from './choice.ts';
import { chooserStyles } from './chooser-styles.ts';
import { countText, problemText } from './count-text.ts';
import { preview } from './preview.ts';
import { openTrayState } from './tray-state.ts';
import { trayStyles } from './tray-styles.ts';

/** Events of the elements within, which mean nothing to the page around. */
const INNER = ['abs-close', 'abs-list', 'abs-node', 'abs-open', 'abs-place', 'abs-query', 'abs-scroll', 'abs-select'];

/** What a chooser shows, and whom it tells. */
export interface ShownChoice {
  readonly accepted: Accepted;
  readonly limits: ChoiceLimits;
  /** A restriction that cannot be left. */
  readonly filter: AssetQuery;
  /** IDs of the chosen assets, in their order. */
  readonly ids: readonly number[];
  /** True if nothing chosen is no choice. */
  readonly isRequired: boolean;
  /** Draws the buttons that confirm and cancel; without them, each change counts at once. */
  readonly hasButtons: boolean;
  readonly isBusy: boolean;
  /** Why the choice could not be confirmed. */
  readonly failure: unknown;
  readonly choose: (ids: readonly number[]) => void;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

/**
 * The inside of the picker: browsing, what is chosen, and the buttons. The slots `start` and `end` are at the ends of the bar
 * above.
 */
export class AbsChooser extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    choice: { attribute: false },
    query: { state: true },
    filters: { state: true },
    filterFailure: { state: true },
    previewed: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, trayStyles, chooserStyles];

  declare choice: ShownChoice;

  declare private query: AssetQuery;
  /** What `accepted` means; undefined until it is known. */
  declare private filters: readonly Filter[] | undefined;
  declare private filterFailure: unknown;
  declare private previewed: Asset | undefined;
  /** What cannot be left. The same object as long as it says the same, so that the list is not loaded again. */
  #restriction: AssetQuery = {};
  /** What `filters` are asked for. */
  #asked: Accepted | undefined;
  #request = new AbortController();
  readonly #tray = openTrayState(this, {
    ids: () => this.choice.ids,
    changed: (ids) => this.choice.choose(ids),
  });

  constructor() {
    super();
    this.query = {};
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#request.abort();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    for (const name of INNER) root.addEventListener(name, (event) => event.stopPropagation());
    return root;
  }

  protected override catalogueChanged(): void {
    this.#tray.forget();
    this.#asked = undefined;
    this.filters = undefined;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { catalogue, choice } = this;
    if (!catalogue) return;
    if (choice.accepted !== this.#asked) void this.#loadFilters(catalogue);
    if (
      changed.has('filters') ||
      (changed.has('choice') && (changed.get('choice') as ShownChoice | undefined)?.filter !== choice.filter)
    )
      this.#restriction = withinLimits({ filters: this.filters ?? [] }, { isDeep: true, ...choice.filter });
    this.#tray.load(catalogue);
  }

  async #loadFilters({ client }: Catalogue): Promise<void> {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    this.#asked = this.choice.accepted;
    this.filterFailure = undefined;
    try {
      const filters = await filtersOf(client, this.choice.accepted, signal);
      if (!signal.aborted) this.filters = filters;
    } catch (error) {
      if (!signal.aborted) this.filterFailure = error;
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    return html`${this.filters ? this.#browser() : this.#waiting(catalogue)} ${this.#foot(catalogue)}
    ${preview(catalogue, {
      asset: this.previewed,
      isChosen: this.previewed !== undefined && this.choice.ids.includes(this.previewed.id),
      toggle: ({ id }) => this.#toggle(id),
      closed: () => {
        this.previewed = undefined;
      },
    })}`;
  }

  #toggle(id: number): void {
    const { ids, limits, choose } = this.choice;
    const rest = ids.filter((each) => each !== id);
    const isChosen = rest.length < ids.length;
    if (isChosen) choose(rest);
    else if (!limits.isMultiple) choose([id]);
    else if (ids.length < limits.max) choose([...ids, id]);
  }

  #browser(): TemplateResult {
    const { limits, ids, choose } = this.choice;
    return html`<abs-browse
      picks
      .query=${this.query}
      .limits=${this.#restriction}
      .selectable=${limits.isMultiple ? 'many' : 'one'}
      .most=${limits.max}
      .selected=${ids}
      @abs-query=${({ detail }: CustomEvent<{ query: AssetQuery }>) => {
        this.query = detail.query;
      }}
      @abs-select=${({ detail }: CustomEvent<{ ids: readonly number[] }>) => choose(withSelection(ids, detail.ids))}
      @abs-open=${({ detail }: CustomEvent<{ asset: Asset }>) => {
        this.previewed = detail.asset;
      }}
    >
      <slot name="start" slot="start"></slot>
      <slot name="end" slot="end"></slot>
    </abs-browse>`;
  }

  #waiting(catalogue: Catalogue): TemplateResult {
    const { say } = catalogue;
    const retry = () => void this.#loadFilters(catalogue);
    return html`<div class="bar"><slot name="start"></slot><slot name="end"></slot></div>
      <div class="waiting">
        ${
          this.filterFailure
            ? notice({
                icon: 'warning',
                title: refusalText(this.filterFailure, catalogue),
                action: { label: say('catalogue.retry'), run: retry },
              })
            : notice({ title: say('grid.loading') })
        }
      </div>`;
  }

  #foot(catalogue: Catalogue): TemplateResult {
    const { limits, ids, accepted, isRequired, hasButtons, isBusy, failure } = this.choice;
    const { say } = catalogue;
    const problem = problemOf(ids.length, limits, isRequired);
    const only = acceptedText(accepted, say);
    return html`<footer>
      ${this.#tray.render(catalogue, {
        isOrdered: limits.isMultiple,
        isDisabled: isBusy,
        open: (asset) => {
          this.previewed = asset;
        },
      })}
      <div class="line">
        <p class="facts">
          <span role="status" class="count">${countText(ids.length, limits, say)}</span>
          ${problem ? html`<span id="problem">${problemText(problem, limits, say)}</span>` : nothing}
          ${only ? html`<span class="only">${only}</span>` : nothing}
        </p>
        <p class="error" role="alert">${failure ? refusalText(failure, catalogue) : ''}</p>
        ${hasButtons ? this.#buttons(say, problem !== undefined) : nothing}
      </div>
    </footer>`;
  }

  #buttons(say: Say, isIncomplete: boolean): TemplateResult {
    const { ids, limits, isBusy, confirm, cancel } = this.choice;
    const { length: count } = ids;
    return html`<div class="buttons">
      <button type="button" @click=${cancel}>${say('picker.cancel')}</button>
      <button
        type="button"
        class="primary"
        aria-disabled=${isIncomplete || isBusy}
        aria-describedby=${isIncomplete ? 'problem' : nothing}
        @click=${() => !isIncomplete && !isBusy && confirm()}
      >
        ${count > 0 && limits.isMultiple ? say('picker.choose.count', { count }) : say('picker.choose')}
      </button>
    </div>`;
  }
}

customElements.define('abs-chooser', AbsChooser);

declare global {
  interface HTMLElementTagNameMap {
    'abs-chooser': AbsChooser;
  }
}
