import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import previewStyles from './preview.css';
import '../abs-details.ts';
import '../abs-download.ts';
import '../abs-viewer.ts';
import { type AssetQuery, QUERY_PROPERTY, searchOf, withinLimits } from '../assets/asset-query.ts';
import type { AbsBrowse } from '../browse/browse-element.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { define } from '../catalogue/define.ts';
import type { ElementEvents, EventDetails } from '../catalogue/event-details.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { icon } from '../theme/icons.ts';
import { ASIDE_WIDTH } from '../viewer/aside-width.ts';
import { assetLink } from './asset-link.ts';
import type { ShownChoice } from './shown-choice.ts';

/**
 * An asset of a picker as large as the window, with its neighbours in the list and its details. The asset that is shown can
 * be chosen. A node that is chosen in the details is shown in the list.
 *
 * @fires abs-close - the view was closed, or left for a node
 */
export class AbsPreview extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    choice: { attribute: false },
    query: QUERY_PROPERTY,
    limits: QUERY_PROPERTY,
    opened: { attribute: false },
    shown: { state: true },
    version: { state: true },
    isAccepted: { state: true },
    failure: { state: true },
  };

  static override styles = [...CatalogueElement.styles, previewStyles];

  declare choice: ShownChoice;
  /** What the list of the picker shows within `limits`. */
  declare query: AssetQuery;
  /** Finds all assets that the picker accepts; undefined until it has loaded. */
  declare limits: AssetQuery | undefined;
  /** What is shown first. */
  declare opened: EventDetails['abs-open'];
  /** Returns the list, which goes to what was last shown here; null while there is none. */
  declare list: () => Pick<AbsBrowse, 'goTo' | 'showNode'> | null;

  declare private shown: EventDetails['abs-open'];
  declare private version: number;
  /** True if the picker accepts what is shown, false if it does not; undefined until that is known. */
  declare private isAccepted: boolean | undefined;
  /** Why that could not be found out. */
  declare private failure: unknown;
  #request = new AbortController();
  readonly #busy = retryWhenBusy(() => void this.#check());

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#request.abort();
    this.#busy.stop();
  }

  protected override catalogueChanged(): void {
    // Another person may find other assets.
    if (this.hasUpdated) void this.#check();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('opened')) this.#show(this.opened);
    // Positions in the list are those within the limits before.
    else if (changed.has('limits')) this.#show({ asset: this.shown.asset, position: undefined });
  }

  #show(shown: EventDetails['abs-open']): void {
    // The viewer also tells where in the list the same asset is.
    if (shown.asset.id !== this.shown?.asset.id) this.version = 0;
    this.shown = shown;
    void this.#check();
  }

  /**
   * Finds out whether the picker accepts what is shown. All that its list shows is accepted; for others, such as related
   * assets, asks the service. Asks again if the service is busy.
   */
  async #check(): Promise<void> {
    this.#request.abort();
    this.#busy.stop();
    this.#request = new AbortController();
    const { signal } = this.#request;
    const { catalogue, limits } = this;
    const { asset, position } = this.shown;
    this.failure = undefined;
    this.isAccepted = position === undefined ? undefined : true;
    if (this.isAccepted || !catalogue || !limits) return;
    const ids = !limits.ids || limits.ids.includes(asset.id) ? [asset.id] : [];
    try {
      const query = { ...searchOf({ ...limits, ids }), paginate: 1 };
      const { total = 0 } = await catalogue.client.node.search(query, { signal });
      if (!signal.aborted) this.isAccepted = total > 0;
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error;
      this.#busy.failed(error);
    }
  }

  #download({ detail: { ids, version = 0 } }: ElementEvents['abs-download']): void {
    const download = this.renderRoot.querySelector('abs-download');
    if (!download) return;
    Object.assign(download, { ids, version });
    download.open();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue, query, limits, version } = this;
    if (!catalogue) return nothing;
    const { asset, position } = this.shown;
    return html`<abs-viewer
        ?aside=${innerWidth >= ASIDE_WIDTH}
        .query=${position !== undefined && limits ? withinLimits(query, limits) : undefined}
        .position=${position ?? 0}
        .asset=${asset}
        .version=${live(version)}
        .opened=${true}
        @abs-move=${({ detail }: ElementEvents['abs-move']) => this.#show(detail)}
        @abs-open=${({ detail }: ElementEvents['abs-open']) => this.#show(detail)}
        @abs-version=${({ detail }: ElementEvents['abs-version']) => {
          this.version = detail.version;
        }}
        @abs-node=${({ detail }: ElementEvents['abs-node']) => {
          this.list()?.showNode(detail.node);
          this.tell('abs-close');
        }}
        @abs-close=${() => {
          // The list scrolls only if the person has moved on to another asset. This event bubbles on and closes this element
          // as well.
          if (position !== undefined && position !== this.opened.position) this.list()?.goTo(position);
        }}
        @abs-download=${this.#download}
      >
        ${this.#actions(catalogue)}
        <abs-download-tray slot="actions"></abs-download-tray>
        <abs-details
          slot="aside"
          .assetId=${asset.id}
          .version=${live(version)}
          .link=${assetLink(catalogue.client.base, asset.id, version)}
        ></abs-details>
      </abs-viewer>
      <abs-download @abs-close=${this.#downloadClosed}></abs-download>`;
  }

  /** Stops the event, which would bubble on and close this element, too. */
  #downloadClosed(event: Event): void {
    event.stopPropagation();
  }

  /** Says why what is shown can't be chosen yet; empty if it can. */
  #refusal(catalogue: Catalogue): string {
    if (this.failure) return refusalText(this.failure, catalogue);
    if (this.isAccepted === undefined) return catalogue.say('grid.loading');
    return this.isAccepted ? '' : catalogue.say('picker.not-accepted');
  }

  #actions(catalogue: Catalogue): TemplateResult {
    const { say } = catalogue;
    const { ids, limits, choose } = this.choice;
    const { id } = this.shown.asset;
    const others = ids.filter((each) => each !== id);
    const isChosen = others.length < ids.length;
    const kept = limits.isMultiple ? others : [];
    const isFull = !isChosen && kept.length >= limits.max;
    const isUndecided = !isChosen && !isFull;
    const refusal = isFull
      ? say('picker.too-many', { count: limits.max })
      : isUndecided
        ? this.#refusal(catalogue)
        : '';
    const canRetry = isUndecided && this.failure !== undefined;
    const press = () => {
      if (canRetry) void this.#check();
      else if (refusal === '') choose(isChosen ? others : [...kept, id]);
    };
    return html`<div slot="actions" class="look">
      <p id="refusal" role="status">${refusal}</p>
      <button
        type="button"
        class="quiet"
        aria-pressed=${isChosen}
        aria-disabled=${refusal !== '' && !canRetry}
        aria-describedby=${refusal ? 'refusal' : nothing}
        @click=${press}
      >
        ${isChosen ? icon('check') : icon('plus')}<span>${say(canRetry ? 'catalogue.retry' : isChosen ? 'picker.chosen-one' : 'picker.choose')}</span>
      </button>
    </div>`;
  }
}

define('abs-preview', AbsPreview);

declare global {
  interface HTMLElementTagNameMap {
    'abs-preview': AbsPreview;
  }
}
