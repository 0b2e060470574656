import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { visibleName } from '../catalogue/visible-name.ts';
import type { Say } from '../texts/texts.ts';

/** Longest text that can be searched for, in characters. */
const MOST_CHARACTERS = 500;

/** What a search field shows, and whom it tells. */
export interface SearchFieldOptions {
  readonly say: Say;
  readonly text: string;
  /** Number of options below the field. */
  readonly count: number;
  /** Position of the option that the keyboard is at; -1 for none. */
  readonly active: number;
  readonly typed: (event: Event) => void;
  readonly entered: () => void;
}

/** Draws the field itself: a combobox of the list `options`. */
export function searchField({ say, text, count, active, typed, entered }: SearchFieldOptions): TemplateResult {
  return html`<input
    type="text"
    role="combobox"
    enterkeyhint="search"
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    maxlength=${MOST_CHARACTERS}
    dir="auto"
    aria-label=${say('search.label')}
    placeholder=${say('search.label')}
    aria-autocomplete="list"
    aria-expanded=${count > 0}
    aria-controls="options"
    aria-activedescendant=${active < 0 ? nothing : `option-${active}`}
    .value=${live(text)}
    @input=${typed}
    @compositionend=${typed}
    @focus=${entered}
    @click=${entered}
  />`;
}

/** Where a search looks, and whom it tells of another place: with the ID of the node, or undefined for everywhere. */
export interface SearchScopeOptions {
  readonly say: Say;
  /** The node that "here" means; undefined if there is none. */
  readonly here: number | undefined;
  readonly name: string | undefined;
  readonly isHere: boolean;
  readonly change: (node: number | undefined) => void;
}

/** Draws the choice between the node of the page and everywhere; nothing without a node. */
export function searchScope({ say, here, name, isHere, change }: SearchScopeOptions): TemplateResult | typeof nothing {
  if (here === undefined) return nothing;
  return html`<select
    aria-label=${say('search.scope')}
    .value=${live(isHere ? 'here' : 'everywhere')}
    @change=${({ target }: Event) => change((target as HTMLSelectElement).value === 'here' ? here : undefined)}
  >
    <option value="here">${name ? say('search.in', { name: visibleName(say, name) }) : say('search.here')}</option>
    <option value="everywhere">${say('search.everywhere')}</option>
  </select>`;
}

/** A button within the field. */
export interface IconButtonOptions {
  readonly icon: TemplateResult;
  readonly label: string;
  /** Whether what it opens is open; undefined if it opens nothing. */
  readonly isOpen?: boolean;
  readonly use: () => void;
}

/** Draws a button within the field. */
export function iconButton({ icon, label, isOpen, use }: IconButtonOptions): TemplateResult {
  return html`<button type="button" class="quiet" aria-label=${label} aria-expanded=${isOpen ?? nothing} @click=${use}>
    ${icon}
  </button>`;
}

/** Draws what can be written into the field. */
export function syntaxHelp(say: Say): TemplateResult {
  return html`<section class="help" aria-label=${say('search.help')}>
    <p>${say('search.help.all')}</p>
    <dl>
      <dt><code>lake*</code></dt>
      <dd>${say('search.help.beginning')}</dd>
      <dt><code>"old town"</code></dt>
      <dd>${say('search.help.phrase')}</dd>
      <dt><code>-night</code></dt>
      <dd>${say('search.help.not')}</dd>
    </dl>
  </section>`;
}
