import { html, nothing, svg, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Say } from '../texts/texts.ts';
import { announced } from '../theme/announced.ts';
import type { CountedValue, FacetList } from './facet-lists.ts';

/** Values that are shown at first, and those from which on they can be searched. */
const FEW = 6;
const MANY = 12;

/** What the values of a facet look like. */
export interface ValueListOptions {
  readonly say: Say;
  readonly list: FacetList;
  /** True if all values are shown instead of the first ones. */
  readonly isWhole: boolean;
  /** Text that names must contain. */
  readonly wanted: string;
  readonly choose: (value: CountedValue, isChosen: boolean) => void;
  readonly showWhole: (isWhole: boolean) => void;
  readonly want: (text: string) => void;
}

/** Draws the values of a facet as checkboxes. */
export function valueList({ say, list, isWhole, wanted, choose, showWhole, want }: ValueListOptions): TemplateResult {
  const { name, values } = list;
  const matching = values.filter((each) => each.name.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()));
  // What is chosen shows in any case.
  const shown = isWhole ? matching : values.filter(({ isChosen }, place) => place < FEW || isChosen);
  const more = values.length - shown.length;
  return html`<div role="group" aria-label=${name}>
    ${
      isWhole && values.length > MANY
        ? html`<input
            type="text"
            class="find"
            aria-label=${say('facets.find', { name })}
            placeholder=${say('facets.find', { name })}
            .value=${wanted}
            @input=${({ target }: Event) => want((target as HTMLInputElement).value)}
          />`
        : nothing
    }
    ${repeat(
      shown,
      ({ value }) => value,
      (each) => valueRow({ ...each, say, change: (isChosen) => choose(each, isChosen) }),
    )}
    ${isWhole && matching.length === 0 ? html`<p class="none" role="status">${announced(say('facets.none'))}</p>` : nothing}
    ${
      isWhole || more > 0
        ? html`<button type="button" class="quiet more" aria-expanded=${isWhole} @click=${() => showWhole(!isWhole)}>
            ${isWhole ? say('facets.fewer') : say('facets.more', { count: more })}
          </button>`
        : nothing
    }
  </div>`;
}

/** A line with a checkbox. */
export interface ValueRowOptions {
  readonly say: Say;
  readonly name: string;
  readonly count: number;
  readonly isChosen: boolean;
  /** Length of a bar, from 0 to 1; undefined for no bar. */
  readonly share?: number;
  readonly change: (isChosen: boolean) => void;
}

/** Draws a value with its count. */
export function valueRow({ say, name, count, isChosen, share, change }: ValueRowOptions): TemplateResult {
  const changed = ({ target }: Event) => change((target as HTMLInputElement).checked);
  // A bar is drawn with attributes, because a page may forbid styles in markup.
  const bar =
    share === undefined
      ? nothing
      : html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          ${svg`<rect width=${Math.max(1, 100 * share)} height="4"></rect>`}
        </svg>`;
  return html`<label class="value" title=${name}>
    <input type="checkbox" .checked=${isChosen} @change=${changed} />
    <span class="name" dir="auto">${name}</span>${bar}
    <span class="count" aria-hidden="true">${say('facets.number', { count })}</span>
    <span class="unseen">${say('assets.count', { count })}</span>
  </label>`;
}
