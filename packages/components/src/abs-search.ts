import type { Node } from '@asset-browsing-service/client';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { AssetQuery } from './assets/asset-query.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { optionList } from './search/option-list.ts';
import { openRecentSearches, type RecentSearches } from './search/recent-searches.ts';
import { iconButton, searchField, searchScope, syntaxHelp } from './search/search-field.ts';
import { groupsOf, nextOption, type OptionGroup, type SearchOption } from './search/search-options.ts';
import { searchStyles } from './search/search-styles.ts';
import { findNode, loadSuggestions, NO_SUGGESTIONS, type Suggestions } from './search/suggestions.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import { icon } from './theme/icons.ts';
import { laterIcon } from './theme/later-icons.ts';

/** Milliseconds without a key after which the results follow the text. */
const PAUSE = 40;

/** Milliseconds by which suggestions wait for the results, which matter more. */
const PATIENCE = 60;

/**
 * A search field. The results follow what is typed; nodes and assets are suggested, and the searches of before.
 *
 * @fires abs-query - another text or scope; detail: `{query, isTyping}`. While somebody types, `isTyping` is true: a page
 *   replaces its place in the history instead of adding one.
 * @fires abs-node - a suggested node was chosen; detail: `{node}`
 * @fires abs-open - a suggested asset was chosen; detail: `{asset, position}` in the results of the query
 */
export class AbsSearch extends CatalogueElement {
  static override properties: PropertyDeclarations = {
    query: { attribute: false },
    node: { attribute: false },
    text: { state: true },
    suggestions: { state: true },
    opened: { state: true },
    active: { state: true },
  };

  static override styles = [...CatalogueElement.styles, searchStyles];

  /** What the page shows. */
  declare query: AssetQuery;
  /** The node that "here" means. Default: that of the query, without its name. */
  declare node: Node | undefined;

  declare private text: string;
  declare private suggestions: Suggestions;
  /** What is open below the field. */
  declare private opened: 'options' | 'help' | undefined;
  /** Position of the option that the keyboard is at; -1 for none. */
  declare private active: number;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #request = new AbortController();
  /** Text of the query that was told last. */
  #told = '';
  /** Texts that were told while somebody types: a page may still echo them. */
  readonly #passing = new Set<string>();
  /** ID of the node that the search left for everywhere. */
  #left: number | undefined;
  #recent: RecentSearches | undefined;

  constructor() {
    super();
    this.query = {};
    this.text = '';
    this.suggestions = NO_SUGGESTIONS;
    this.active = -1;
    this.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && this.renderRoot.contains(relatedTarget as HTMLElement)) return;
      this.#show();
      this.#passing.clear();
    });
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('input')?.focus(options);
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    this.#recent = catalogue && openRecentSearches(catalogue.client.base);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
    clearTimeout(this.#waiting);
    this.#request.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('query')) return;
    const { text = '', node } = this.query;
    if (node !== undefined) this.#left = undefined;
    // What comes back from the page must not overwrite what was typed in the meantime.
    if (text === this.#told || this.#passing.has(text)) return;
    clearTimeout(this.#typing);
    this.#told = text;
    this.text = text;
  }

  #show(part?: 'options' | 'help'): void {
    this.opened = part;
    this.active = -1;
  }

  #typed(event: Event): void {
    this.text = (event.target as HTMLInputElement).value;
    this.#show('options');
    clearTimeout(this.#typing);
    // Half of a character that is put together from several keys is no text.
    if (!(event as InputEvent).isComposing) this.#typing = setTimeout(() => this.#search(true), PAUSE);
  }

  /** Tells the query of the text, and loads what it suggests while somebody types. */
  #search(isTyping: boolean): void {
    clearTimeout(this.#typing);
    clearTimeout(this.#waiting);
    const { text: _, ...others } = this.query;
    const text = this.text.trim();
    this.#told = text;
    if (isTyping && text) this.#passing.add(text);
    else this.#passing.clear();
    this.#tellQuery(text ? { ...others, text } : others, isTyping);
    this.#request.abort();
    if (isTyping) this.#waiting = setTimeout(() => void this.#suggest(), PATIENCE);
    else if (text) this.#recent?.add(text);
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
    const suggestions = await loadSuggestions(catalogue, query, signal);
    if (signal.aborted) return;
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
    const { node: left, isDeep: _, ...others } = this.query;
    this.#left = node === undefined ? (left ?? this.#left) : undefined;
    this.#tellQuery(node === undefined ? others : { ...others, node }, false);
  }

  get #groups(): readonly OptionGroup[] {
    const { catalogue } = this;
    if (!catalogue || this.opened !== 'options') return [];
    return groupsOf(this.text, this.#recent?.list() ?? [], this.suggestions, catalogue.say);
  }

  #keyPressed(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const options = this.#groups.flatMap((group) => group.options);
    // The choice of the scope and the buttons have keys of their own.
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
    else if (option.does === 'show-node') {
      this.#request.abort();
      this.#request = new AbortController();
      const { signal } = this.#request;
      const node = await findNode(catalogue, option.node, signal).catch(() => undefined);
      if (signal.aborted) return;
      if (node) this.tell('abs-node', { node });
      // A node that cannot be found is searched for by its name, so that choosing it leads somewhere.
      else this.#searchFor(`"${option.node.name.replaceAll('"', ' ')}"`);
    }
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
    const here = this.node?.id ?? this.query.node ?? this.#left;
    const change = (id: number | undefined) => this.#scope(id);
    const typed = (event: Event) => this.#typed(event);
    const isHelping = this.opened === 'help';
    const turnHelp = () => this.#show(isHelping ? undefined : 'help');
    const entered = () => this.#show('options');
    const choose = (option: SearchOption) => void this.#choose(option);
    return html`<form role="search" @submit=${this.#submit} @keydown=${this.#keyPressed}>
      <div class="field">
        ${icon('search')}${searchField({ say, count, text: this.text, active: this.active, typed, entered })}
        ${this.text ? iconButton({ icon: icon('close'), label: say('search.clear'), use: () => this.#clear() }) : nothing}
        ${searchScope({ say, here, name: this.node?.name, isHere: this.query.node !== undefined, change })}
        ${iconButton({ icon: laterIcon('info'), label: say('search.help'), isOpen: isHelping, use: turnHelp })}
      </div>
      ${count > 0 ? optionList({ catalogue, groups, active: this.active, choose }) : nothing}
      ${isHelping ? syntaxHelp(say) : nothing}
      <p class="unseen" role="status">${count > 0 ? say('search.suggestions', { count }) : ''}</p>
    </form>`;
  }
}

addTexts(EN_LATER);
customElements.define('abs-search', AbsSearch);

declare global {
  interface HTMLElementTagNameMap {
    'abs-search': AbsSearch;
  }
}
