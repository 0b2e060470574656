import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { visibleName } from '../catalogue/visible-name.ts';
import type { Say } from '../texts/texts.ts';

/** Characters of the longest text that the field accepts. */
const MAX_CHARACTERS = 500;

/** The content of a search field, and its callbacks. */
export interface SearchFieldOptions {
  readonly say: Say;
  readonly text: string;
  /** Number of options below the field. */
  readonly count: number;
  /** Position of the option that the keyboard has reached; -1 for none. */
  readonly active: number;
  readonly typed: (event: Event) => void;
  readonly entered: () => void;
}

/** Draws the field itself: a combobox with the list `options`. */
export function searchField({ say, text, count, active, typed, entered }: SearchFieldOptions): TemplateResult {
  return html`<input
    type="text"
    role="combobox"
    enterkeyhint="search"
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    maxlength=${MAX_CHARACTERS}
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

/** The scope of a search: a node or everywhere. */
export interface SearchScopeOptions {
  readonly say: Say;
  /** ID of the node to which the search can be limited; undefined if there is none. */
  readonly here: number | undefined;
  readonly name: string | undefined;
  /** True while the search is limited to this node. */
  readonly isHere: boolean;
  /** Called with the ID of the node, or undefined for everywhere. */
  readonly change: (node: number | undefined) => void;
}

/** Draws the choice between the node and everywhere; nothing if there is no node. */
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
  /** True while the part that the button opens is open; undefined if it opens nothing. */
  readonly isOpen?: boolean;
  readonly use: () => void;
}

/** Draws a button within the field. */
export function iconButton({ icon, label, isOpen, use }: IconButtonOptions): TemplateResult {
  return html`<button type="button" class="quiet" aria-label=${label} aria-expanded=${isOpen ?? nothing} @click=${use}>
    ${icon}
  </button>`;
}
