import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { AssetQuery } from '../assets/asset-query.ts';
import { icon } from '../theme/icons.ts';
import '../browse/browse-element.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { EVENT_NAMES } from '../catalogue/event-details.ts';
import { openLaterPart } from '../catalogue/later-part.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { keepFocus } from '../theme/keep-focus.ts';
import { notice, noticeStyles } from '../theme/notice.ts';
import { type Accepted, acceptedText, filtersOf, restrictionOf, withoutTypes } from './accept.ts';
import type { AcceptedFilters } from './accept-mixture.ts';
import { withSelection } from './choice.ts';
import { chooserFoot } from './chooser-foot.ts';
import { chooserStyles } from './chooser-styles.ts';
import { problemText } from './count-text.ts';
import type { preview } from './preview.ts';
import type { ShownChoice } from './shown-choice.ts';
import { openTrayState } from './tray-state.ts';
import { trayStyles } from './tray-styles.ts';

/**
 * The inside of the picker: browsing, what is chosen, and the buttons. The slots `start` and `end` are at the ends of the bar
 * above.
 */
export class AbsChooser extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    choice: { attribute: false },
    query: { state: true },
    accepted: { state: true },
    filterFailure: { state: true },
    previewed: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, trayStyles, chooserStyles];

  declare choice: ShownChoice;

  declare private query: AssetQuery;
  /** What the choice accepts; undefined until it is known. */
  declare private accepted: (AcceptedFilters & { readonly what: Accepted; readonly asked: string }) | undefined;
  declare private filterFailure: unknown;
  declare private previewed: Asset | undefined;
  /** What cannot be left. The same object as long as it says the same, so that the list is not loaded again. */
  #restriction: AssetQuery = {};
  /** What was last asked: what the choice accepts, within its limits. */
  #asked: string | undefined;
  /** Address of the service that `accepted` is of. */
  #base: string | undefined;
  #request = new AbortController();
  #preview: typeof preview | undefined;
  readonly #viewer = openLaterPart(
    async () => {
      this.#preview = (await import('./preview.ts')).preview;
    },
    () => this.requestUpdate(),
  );
  readonly #tray = openTrayState(this, {
    assets: () => this.choice.assets,
    ids: () => this.choice.ids,
    changed: (ids) => this.choice.choose(ids),
  });

  constructor() {
    super();
    this.query = {};
    keepFocus(this, () => this.renderRoot.querySelector<HTMLElement>('abs-browse, .waiting'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#request.abort();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    // Events of the elements within mean nothing to the page around.
    for (const name of EVENT_NAMES) root.addEventListener(name, (event) => event.stopPropagation());
    return root;
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    this.#asked = undefined;
    // What another language or token accepts takes the place of this once it is there: people go on in the same list.
    if (catalogue?.client.base !== this.#base) this.accepted = undefined;
    this.#base = catalogue?.client.base;
    this.requestUpdate();
  }

  protected override willUpdate(): void {
    const { catalogue, choice } = this;
    if (!catalogue) return;
    const limits = { isDeep: true, ...choice.filter };
    const asked = JSON.stringify([choice.accepted, limits]);
    if (asked !== this.#asked) {
      this.#asked = asked;
      void this.#loadFilters(catalogue, limits, asked);
    }
    const restriction = restrictionOf(this.accepted?.filters ?? [], limits);
    if (JSON.stringify(restriction) !== JSON.stringify(this.#restriction)) this.#restriction = restriction;
    choice.assets.show(catalogue, choice.ids);
  }

  async #loadFilters(catalogue: Catalogue, limits: AssetQuery, asked: string): Promise<void> {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    this.filterFailure = undefined;
    try {
      const what = await withoutTypes(this.choice.accepted);
      const accepted = await filtersOf(catalogue, what, limits, signal);
      if (!signal.aborted) this.accepted = { ...accepted, what, asked };
    } catch (error) {
      if (signal.aborted) return;
      // What is known of the same question still holds.
      if (this.accepted?.asked !== asked) this.accepted = undefined;
      this.filterFailure = error;
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    return html`${this.accepted?.filters ? this.#browser() : this.#waiting(catalogue)} ${this.#foot(catalogue)}
    ${this.#look(catalogue)}`;
  }

  #open(asset: Asset): void {
    this.previewed = asset;
    void this.#viewer.load();
  }

  #look(catalogue: Catalogue): TemplateResult | undefined {
    const { previewed: asset } = this;
    const { ids, limits, choose, isDisabled } = this.choice;
    if (!asset || isDisabled) return undefined;
    const rest = ids.filter((id) => id !== asset.id);
    const isChosen = rest.length < ids.length;
    const kept = limits.isMultiple ? rest : [];
    const isFull = !isChosen && kept.length >= limits.max;
    return this.#preview?.(catalogue, {
      ...{ asset, isChosen, refusal: isFull ? problemText('too-many', limits, catalogue.say) : '' },
      toggle: () => choose(isChosen ? rest : [...kept, asset.id]),
      closed: () => {
        this.previewed = undefined;
      },
    });
  }

  #browser(): TemplateResult {
    const { limits, ids, choose, isBusy, isDisabled } = this.choice;
    return html`<abs-browse
      picks
      ?inert=${isDisabled}
      .locked=${isBusy}
      .query=${this.query}
      .limits=${this.#restriction}
      .selectable=${limits.isMultiple ? 'many' : 'one'}
      .most=${limits.max}
      .selected=${ids}
      @abs-query=${({ detail }: CustomEvent<{ query: AssetQuery }>) => {
        this.query = detail.query;
      }}
      @abs-select=${({ detail }: CustomEvent<{ ids: readonly number[] }>) => choose(withSelection(ids, detail.ids))}
      @abs-open=${({ detail }: CustomEvent<{ asset: Asset }>) => this.#open(detail.asset)}
    >
      <slot name="start" slot="start"></slot>
      <slot name="end" slot="end"></slot>
    </abs-browse>`;
  }

  #waiting(catalogue: Catalogue): TemplateResult {
    const { say, load } = catalogue;
    const retry = () => {
      this.#asked = undefined;
      this.requestUpdate();
    };
    return html`<div class="bar"><slot name="start"></slot><slot name="end"></slot></div>
      <div class="waiting" tabindex="-1">
        ${
          this.filterFailure
            ? notice({
                icon: icon('warning'),
                title: refusalText(this.filterFailure, catalogue),
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
      most: choice.limits.max,
      isOrdered: choice.limits.isMultiple,
      isDisabled: isOff,
      ...(!isOff && { open: (asset: Asset) => this.#open(asset) }),
    });
    const lacksViewer = this.previewed && this.#viewer.state === 'failed';
    return chooserFoot(catalogue, choice, {
      tray,
      only: accepted ? acceptedText(accepted.what, say) : '',
      note: (accepted?.filters && accepted.note?.(say)) ?? '',
      ...(lacksViewer && { failure: say('catalogue.unreachable.title'), retry: this.#viewer.load }),
    });
  }
}

customElements.define('abs-chooser', AbsChooser);

declare global {
  interface HTMLElementTagNameMap {
    'abs-chooser': AbsChooser;
  }
}
