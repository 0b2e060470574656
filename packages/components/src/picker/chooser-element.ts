import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { type AssetQuery, keyOf } from '../assets/asset-query.ts';
import { icon } from '../theme/icons.ts';
import '../browse/browse-element.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { define } from '../catalogue/define.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { type ElementEvents, EVENT_NAMES, type EventDetails } from '../catalogue/event-details.ts';
import { imported, LaterPart } from '../catalogue/later-part.ts';
import { sayRefusal } from '../catalogue/later-refusals.ts';
import { readStored, writeStored } from '../catalogue/stored.ts';
import { keepFocus } from '../theme/keep-focus.ts';
import noticeStyles from '../theme/notice.css';
import { notice } from '../theme/notice.ts';
import { type Accepted, acceptedText, filtersOf, restrictionOf, withoutTypes } from './accept.ts';
import type { AcceptedFilters } from './accept-mixture.ts';
import { withSelection } from './choice.ts';
import chooserStyles from './chooser.css';
import { chooserFoot } from './chooser-foot.ts';
import { LaterTray } from './later-tray.ts';
import type { ShownChoice } from './shown-choice.ts';

/** Remembers places until the tab is closed. */
const SESSION = () => sessionStorage;

/** The accepted files, as filters of this service. */
interface ResolvedAccept extends AcceptedFilters {
  readonly accept: Accepted;
  /** `keyOf` the choice that this was loaded for. */
  readonly key: string;
  /** The query that people can't leave. */
  readonly restriction: AssetQuery;
  /** Key under which the session remembers where the person was within these limits. */
  readonly place: string;
  /** The query shown first; undefined shows everything. */
  readonly firstQuery: AssetQuery | undefined;
}

/**
 * The content of a picker: the catalogue, the chosen assets, and buttons. Shows only assets that the choice accepts. The
 * slots `start` and `end` are at the ends of the top bar.
 */
export class AbsChooser extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    choice: { attribute: false },
    query: { state: true },
    accepted: { state: true },
    filterFailure: { state: true },
    previewed: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, chooserStyles];

  declare choice: ShownChoice;

  /** The query the person last went to; undefined until then. */
  declare private query: AssetQuery | undefined;
  /** Undefined until it has loaded. */
  declare private accepted: ResolvedAccept | undefined;
  /** Why the filters could not be loaded. */
  declare private filterFailure: string | undefined;
  /** What was opened to be looked at. */
  declare private previewed: EventDetails['abs-open'] | undefined;
  /** `keyOf` the choice that `accepted` was last requested for. */
  #requestedKey: string | undefined;
  /** Base address of the service that `accepted` was loaded from. */
  #base: string | undefined;
  #request = new AbortController();
  readonly #viewer = new LaterPart(this, () => import('./preview-element.ts'));
  readonly #tray = new LaterTray(this, {
    assets: () => this.choice.assets,
    ids: () => this.choice.ids,
    changed: (ids) => this.choice.choose(ids),
  });

  constructor() {
    super();
    keepFocus(this, () => this.renderRoot.querySelector<HTMLElement>('abs-browse, .waiting'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#request.abort();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    // Events of the inner elements mean nothing to the surrounding page.
    for (const name of EVENT_NAMES) root.addEventListener(name, (event) => event.stopPropagation());
    return root;
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    this.#requestedKey = undefined;
    // If only the language or the token changes, the list stays until the new filters have loaded.
    if (catalogue?.client.base !== this.#base) {
      this.accepted = undefined;
      this.previewed = undefined;
    }
    this.#base = catalogue?.client.base;
    this.requestUpdate();
  }

  protected override willUpdate(): void {
    const { catalogue, choice } = this;
    if (!catalogue) return;
    const key = keyOf([choice.accepted, choice.filter, choice.start]);
    if (key !== this.#requestedKey) {
      this.#requestedKey = key;
      void this.#loadFilters(catalogue, choice, key);
    }
    choice.assets.show(catalogue, choice.ids);
    if (choice.ids.length > 0) this.#tray.loadOnce();
  }

  async #loadFilters(catalogue: Catalogue, { accepted, filter, start }: ShownChoice, key: string): Promise<void> {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    this.filterFailure = undefined;
    try {
      const place = `abs-place ${this.#base} ${keyOf([accepted, filter])}`;
      const last = readStored(place, SESSION);
      let firstQuery: AssetQuery | undefined;
      if ((filter ?? start ?? last) !== undefined) {
        const checks = await imported(import('./filter-problem.ts')).catch((error) => {
          // Without a filter, nothing needs protection, and people can begin with everything.
          if (filter) throw error;
        });
        checks?.assertFilter(filter);
        firstQuery = checks?.firstPlace(last, start);
      }
      const limits = { isDeep: true, ...filter };
      const accept = await withoutTypes(accepted);
      const filters = await filtersOf(catalogue, accept, limits, signal);
      if (signal.aborted) return;
      const restriction = filters.filters ? restrictionOf(filters.filters, limits) : { ids: [] };
      if (place !== this.accepted?.place) this.query = undefined;
      this.accepted = { ...filters, accept, key, place, firstQuery, restriction };
    } catch (error) {
      const failure = await sayRefusal(error, catalogue);
      if (signal.aborted) return;
      // The result of an earlier request for the same choice is still right.
      if (this.accepted?.key !== key) {
        this.accepted = undefined;
        // It would hide the failure, and wait for it.
        this.previewed = undefined;
      }
      this.filterFailure = failure;
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, accepted } = this;
    if (!catalogue) return nothing;
    return html`${accepted?.filters ? this.#browser(accepted) : this.#waiting(catalogue)} ${this.#foot(catalogue)}
    ${this.#preview()}`;
  }

  #open(opened: EventDetails['abs-open']): void {
    this.previewed = opened;
    void this.#viewer.load();
  }

  get #shownQuery(): AssetQuery {
    return this.query ?? this.accepted?.firstQuery ?? {};
  }

  #preview(): TemplateResult | undefined {
    const { choice, previewed } = this;
    if (!previewed || choice.isDisabled || this.#viewer.state !== 'ready') return undefined;
    return html`<abs-preview
      .choice=${choice}
      .query=${this.#shownQuery}
      .limits=${this.accepted?.restriction}
      .opened=${previewed}
      .list=${() => this.renderRoot.querySelector('abs-browse')}
      @abs-close=${() => {
        this.previewed = undefined;
      }}
    ></abs-preview>`;
  }

  #browser({ restriction, place }: ResolvedAccept): TemplateResult {
    const { limits, ids, choose, isBusy, isDisabled } = this.choice;
    return html`<abs-browse
      picks
      ?inert=${isDisabled}
      .locked=${isBusy}
      .query=${this.#shownQuery}
      .limits=${restriction}
      .selectable=${limits.isMultiple ? 'many' : 'one'}
      .max=${limits.max}
      .selected=${ids}
      @abs-query=${({ detail: { query } }: ElementEvents['abs-query']) => {
        this.query = query;
        // People who come back want to see the whole folder, not their last search in it.
        writeStored(place, { ...query, text: undefined, hasAnyWord: undefined }, SESSION);
      }}
      @abs-select=${({ detail }: CustomEvent<{ ids: readonly number[] }>) => choose(withSelection(ids, detail.ids))}
      @abs-open=${({ detail }: ElementEvents['abs-open']) => this.#open(detail)}
    >
      <slot name="start" slot="start"></slot>
      <slot name="end" slot="end"></slot>
    </abs-browse>`;
  }

  #waiting(catalogue: Catalogue): TemplateResult {
    const { say, load } = catalogue;
    const retry = () => {
      this.#requestedKey = undefined;
      this.requestUpdate();
    };
    return html`<div class="bar"><slot name="start"></slot><slot name="end"></slot></div>
      <div class="waiting" tabindex="-1">
        ${
          this.filterFailure
            ? notice({
                icon: icon('warning'),
                title: this.filterFailure,
                action: { label: say('catalogue.retry'), run: retry },
              })
            : notice({
                title: this.accepted?.note?.(say) ?? say('grid.loading'),
                text: this.accepted ? undefined : delayNotice({ say, load, retry }),
              })
        }
      </div>`;
  }

  #foot(catalogue: Catalogue): TemplateResult {
    const { choice, accepted } = this;
    const { say } = catalogue;
    const isOff = choice.isBusy || choice.isDisabled;
    const tray = this.#tray.render(catalogue, {
      max: choice.limits.max,
      isOrdered: choice.limits.isMultiple,
      isDisabled: isOff,
      ...(!isOff && { open: (asset: Asset) => this.#open({ asset, position: undefined }) }),
    });
    const lacksViewer = this.previewed && this.#viewer.state === 'failed';
    return chooserFoot(catalogue, choice, {
      tray,
      only: accepted ? acceptedText(accepted.accept, say) : '',
      note: (accepted?.filters && accepted.note?.(say)) ?? '',
      ...(lacksViewer && { failure: say('catalogue.unreachable.title'), retry: () => void this.#viewer.load() }),
    });
  }
}

define('abs-chooser', AbsChooser);

declare global {
  interface HTMLElementTagNameMap {
    'abs-chooser': AbsChooser;
  }
}
