import type { Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { type AssetQuery, QUERY_PROPERTY } from './assets/asset-query.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { define } from './catalogue/define.ts';
import { BelowField } from './search/below-field.ts';
import { RecentSearches } from './search/recent-searches.ts';
import searchStyles from './search/search.css';
import { iconButton, searchField, searchScope } from './search/search-field.ts';
import {
  groupsOf,
  NO_SUGGESTIONS,
  nextOption,
  type OptionGroup,
  type SearchOption,
  type SuggestedNode,
  type Suggestions,
} from './search/search-options.ts';
import { EN_AROUND } from './texts/en-around.ts';
import { addTexts } from './texts/texts.ts';
import { icon } from './theme/icons.ts';

/** Milliseconds without a key after which the query follows the text. */
const PAUSE = 40;

/** Milliseconds by which suggestions are requested after the results, which matter more. */
const PATIENCE = 60;

/**
 * A search field with suggestions of nodes, assets and recent searches. The query follows each key. Assets must have all
 * words, unless the query has `hasAnyWord`.
 *
 * @fires abs-query - the text or the scope changed; detail: `{query, isTyping}`. While `isTyping`, a page can replace
 *   its history entry instead of adding one
 * @fires abs-node - the person chose a suggested node; detail: `{node}`
 * @fires abs-open - the person chose a suggested asset; detail: `{asset, position}`
 */
export class AbsSearch extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: QUERY_PROPERTY,
    node: { attribute: false },
    label: { type: String },
    text: { state: true },
    suggestions: { state: true },
    opened: { state: true },
    active: { state: true },
  };

  static override styles = [...CatalogueElement.styles, searchStyles];

  /** The query of the page. */
  declare query: AssetQuery;
  /** The node to which the person can limit the search. Default: that of the query. */
  declare node: Node | undefined;
  /** Name of the search, where a page has several. */
  declare label: string;

  declare private text: string;
  declare private suggestions: Suggestions;
  /** The part that is open below the field. */
  declare private opened: 'options' | 'help' | undefined;
  /** Position of the option that the keyboard has reached; -1 for none. */
  declare private active: number;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #request = new AbortController();
  /** Text of the last query of the page or of the field. */
  #lastText = '';
  /** Texts of the queries since the person began to type: the page may still set them. */
  readonly #typedTexts = new Set<string>();
  /** The last node that was given, whose name is still right for its ID. */
  #named: Node | undefined;
  /** ID of the node to which the search was limited before the person chose everywhere. */
  #previousNode: number | undefined;
  #recent: RecentSearches | undefined;
  readonly #below = new BelowField(this);

  constructor() {
    super();
    this.query = {};
    this.label = '';
    this.text = '';
    this.suggestions = NO_SUGGESTIONS;
    this.active = -1;
    // The host gets no event if the focus moves within its shadow root.
    this.addEventListener('focusout', () => {
      // A query that came later would close what the person has opened meanwhile.
      if (this.#typing !== undefined) this.#search(true);
      this.#show();
      this.#typedTexts.clear();
    });
  }

  override focus(options?: FocusOptions): void {
    // Missing before the element is first in a page.
    this.renderRoot?.querySelector('input')?.focus(options);
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    this.#named = undefined;
    this.#recent = catalogue && new RecentSearches(catalogue.client.base);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  /** Stops the timers and the request of suggestions. */
  #stop(): void {
    clearTimeout(this.#typing);
    this.#typing = undefined;
    clearTimeout(this.#waiting);
    this.#request.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.#named = this.node ?? this.#named;
    if (!changed.has('query')) return;
    // Frameworks set undefined or null when they remove a property.
    this.query ??= {};
    const { text = '', node } = this.query;
    if (node !== undefined) this.#previousNode = undefined;
    // A query that the page got from this field must not overwrite what the person has typed since.
    if (text === this.#lastText || this.#typedTexts.has(text)) return;
    this.#stop();
    this.#lastText = text;
    this.text = text;
    this.suggestions = NO_SUGGESTIONS;
  }

  #show(part?: 'options' | 'help'): void {
    if (part) this.#below.loadOnce();
    this.opened = part;
    this.active = -1;
  }

  #typed(event: Event): void {
    this.text = (event.target as HTMLInputElement).value;
    this.#show('options');
    this.#stop();
    // An input method composes a character from several keys; until it is complete, the text is unfinished.
    if (!(event as InputEvent).isComposing) this.#typing = setTimeout(() => this.#search(true), PAUSE);
  }

  /**
   * Fires `abs-query` with the text. While the person types, loads suggestions, too; else remembers the text as a recent search.
   */
  #search(isTyping: boolean): void {
    this.#stop();
    const { text: before, hasAnyWord, ...others } = this.query;
    const text = this.text.trim();
    // What was asked for because a text found nothing does not hold for the next text.
    const mode = hasAnyWord && text === before ? { hasAnyWord } : {};
    this.#lastText = text;
    if (isTyping && text) this.#typedTexts.add(text);
    else this.#typedTexts.clear();
    // A list that is loaded again loses a click on it.
    if (!isTyping || text !== (before ?? '')) this.#tellQuery(text ? { ...others, text, ...mode } : others, isTyping);
    if (isTyping) {
      this.#waiting = setTimeout(() => void this.#suggest(), PATIENCE);
      return;
    }
    this.suggestions = NO_SUGGESTIONS;
    if (text) this.#recent?.add(text);
  }

  #tellQuery(query: AssetQuery, isTyping: boolean): void {
    this.query = query;
    this.tell('abs-query', { query, isTyping });
  }

  async #suggest(): Promise<void> {
    const { catalogue, query } = this;
    if (!catalogue) return;
    this.#request = new AbortController();
    const { signal } = this.#request;
    await this.#below.load();
    const suggestions = await this.#below.parts?.loadSuggestions(catalogue, query, signal);
    if (signal.aborted || !suggestions) return;
    this.suggestions = suggestions;
    this.active = -1;
  }

  #submit(event: Event): void {
    event.preventDefault();
    this.#show();
    this.#search(false);
  }

  #clear(): void {
    this.#searchFor('');
    this.#show();
    this.focus();
  }

  #scope(node: number | undefined): void {
    const { node: current, isDeep: _, ...others } = this.query;
    this.#previousNode = node === undefined ? (current ?? this.#previousNode) : undefined;
    this.#tellQuery(node === undefined ? others : { ...others, node }, false);
  }

  get #groups(): readonly OptionGroup[] {
    const { catalogue } = this;
    if (!catalogue || !this.#below.parts || this.opened !== 'options') return [];
    return groupsOf(this.text, this.#recent?.list() ?? [], this.suggestions, catalogue.say);
  }

  #keyPressed(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const options = this.#groups.flatMap((group) => group.options);
    // The scope and the buttons handle their keys themselves.
    const isInField = (event.target as Element).matches('input');
    const chosen = isInField ? options[this.active] : undefined;
    const step = isInField ? Number(event.key === 'ArrowDown') - Number(event.key === 'ArrowUp') : 0;
    if (event.key === 'Escape' && this.opened && (this.opened === 'help' || options.length > 0)) this.#show();
    else if (event.key === 'Enter' && chosen) void this.#choose(chosen);
    else if (step !== 0 && !event.altKey) {
      if (this.opened !== 'options') this.opened = 'options';
      else if (options.length > 0) this.active = nextOption(this.active, step, options.length);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async #choose(option: SearchOption): Promise<void> {
    const { catalogue } = this;
    if (!catalogue) return;
    if (option.does === 'forget') this.#recent?.clear();
    this.#show();
    if (option.does === 'search') this.#searchFor(option.text);
    else if (option.does === 'show-asset') this.tell('abs-open', { asset: option.asset, position: option.position });
    else if (option.does === 'show-node') await this.#showNode(catalogue, option.node);
  }

  /** Shows a suggested node. If several have its name, suggests each of them, because the person may mean another. */
  async #showNode(catalogue: Catalogue, suggested: SuggestedNode): Promise<void> {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    const find = async () => (await this.#below.parts?.findSuggested(catalogue, suggested, signal)) ?? [];
    const nodes = suggested.found ? [suggested] : await find().catch(() => []);
    if (signal.aborted) return;
    const node = nodes[0]?.found?.node;
    if (nodes.length > 1 && this.shadowRoot?.activeElement) {
      this.suggestions = { nodes, assets: [] };
      this.#show('options');
    } else if (node) this.tell('abs-node', { node });
    // If the node cannot be found, a search for its name shows at least something.
    else this.#searchFor(`"${suggested.name.replaceAll('"', ' ')}"`);
  }

  #searchFor(text: string): void {
    this.text = text;
    this.#search(false);
  }

  protected override updated(): void {
    this.renderRoot.querySelector('.option[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    const groups = this.#groups;
    const count = groups.flatMap(({ options }) => options).length;
    const here = this.node?.id ?? this.query.node ?? this.#previousNode;
    const name = this.#named?.id === here ? this.#named?.name : undefined;
    const change = (id: number | undefined) => this.#scope(id);
    const typed = (event: Event) => this.#typed(event);
    const isHelping = this.opened === 'help';
    const turnHelp = () => this.#show(isHelping ? undefined : 'help');
    const entered = () => this.#show('options');
    const choose = (option: SearchOption) => void this.#choose(option);
    return html`<form role="search" aria-label=${this.label || nothing} @submit=${this.#submit} @keydown=${this.#keyPressed}>
      <div class="field">
        ${icon('search')}${searchField({ say, count, text: this.text, active: this.active, typed, entered })}
        ${this.text ? iconButton({ icon: icon('close'), label: say('search.clear'), use: () => this.#clear() }) : nothing}
        ${searchScope({ say, here, name, isHere: this.query.node !== undefined, change })}
        ${iconButton({ icon: icon('info'), label: say('search.help'), isOpen: isHelping, use: turnHelp })}
      </div>
      ${count > 0 ? this.#below.parts?.optionList({ catalogue, groups, active: this.active, choose }) : nothing}
      ${isHelping ? this.#below.parts?.syntaxHelp(say) : nothing}
      <p class="unseen" role="status">${count > 0 ? say('search.suggestions', { count }) : ''}</p>
    </form>`;
  }
}

addTexts(EN_AROUND);
define('abs-search', AbsSearch);

declare global {
  interface HTMLElementTagNameMap {
    'abs-search': AbsSearch;
  }
}
