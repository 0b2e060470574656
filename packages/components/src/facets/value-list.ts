import { html, nothing, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Say } from '../texts/texts.ts';
import { slotted } from '../theme/slots.ts';
import type { CountedValue, FacetList } from './facet-lists.ts';
import type { FacetValue } from './facet-names.ts';
import { FEW_VALUES } from './value-rows.ts';

/** Number of values above which there is a field to search them. */
export const MANY_VALUES = 12;

/** The values of a facet to draw. */
export interface ValueListOptions {
  readonly say: Say;
  readonly list: FacetList;
  /** The chosen values by the query that is shown, which may be newer than that of the list. */
  readonly chosen: readonly FacetValue[];
  /** True if all values are shown instead of only the first ones. */
  readonly isWhole: boolean;
  /** Text that names must contain. */
  readonly searchText: string;
  readonly choose: (value: CountedValue, isChosen: boolean) => void;
  readonly showWhole: (isWhole: boolean) => void;
  readonly search: (text: string) => void;
}

/** Draws the values of a facet as checkboxes. */
export function valueList(options: ValueListOptions): TemplateResult {
  const { say, list, chosen, isWhole, searchText, choose, showWhole, search } = options;
  const { name, values } = list;
  const matching = values.filter((each) =>
    each.name.toLocaleLowerCase().includes(searchText.trim().toLocaleLowerCase()),
  );
  // Chosen values are always shown.
  const first = values.filter(({ value }, place) => place < FEW_VALUES || chosen.includes(value));
  // A button for a single value would take the place of the value.
  const isShort = values.length <= first.length + 1;
  const shown = isShort ? values : isWhole ? matching : first;
  const more = values.length - shown.length;
  return html`<div role="group" aria-label=${name}>
    ${isWhole && values.length > MANY_VALUES ? findField({ say, name, searchText, search }) : nothing}
    ${slotted({
      items: shown,
      keyOf: ({ value }) => String(value),
      draw: (each) =>
        valueRow({
          ...{ ...each, say, isChosen: chosen.includes(each.value) },
          change: (isChosen) => choose(each, isChosen),
        }),
    })}
    <p class="none" role="status">${isWhole && matching.length === 0 ? say('facets.none') : ''}</p>
    ${
      isShort
        ? nothing
        : html`<button type="button" class="quiet more" aria-expanded=${isWhole} @click=${() => showWhole(!isWhole)}>
            ${isWhole ? say('facets.fewer') : say('facets.more', { count: more })}
          </button>`
    }
  </div>`;
}

/** A field that searches the names of values. */
export interface FindFieldOptions {
  readonly say: Say;
  /** Name of the facet. */
  readonly name: string;
  readonly searchText: string;
  readonly search: (text: string) => void;
}

/** Draws a field that searches the names of values. */
export function findField({ say, name, searchText, search }: FindFieldOptions): TemplateResult {
  return html`<input
    type="text"
    class="find"
    aria-label=${say('facets.find', { name })}
    placeholder=${say('facets.find', { name })}
    .value=${searchText}
    @input=${({ target }: Event) => search((target as HTMLInputElement).value)}
  />`;
}

/** A line with a checkbox. */
export interface ValueRowOptions {
  readonly say: Say;
  readonly name: string;
  /** Undefined until it is counted. */
  readonly count: number | undefined;
  readonly isChosen: boolean;
  /** Names of the nodes above it. */
  readonly path?: string;
  /** Length of the bar, from 0 to 1; undefined for no bar. */
  readonly share?: number;
  readonly change: (isChosen: boolean) => void;
}

/** Draws a value with its count. */
export function valueRow({ say, name, count, isChosen, path, share, change }: ValueRowOptions): TemplateResult {
  const changed = ({ target }: Event) => change((target as HTMLInputElement).checked);
  // The bar has attributes instead of styles, because the Content-Security-Policy of a page may forbid inline styles.
  const bar =
    share === undefined
      ? nothing
      : html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          ${svg`<rect width=${Math.max(1, 100 * share)} height="4"></rect>`}
        </svg>`;
  return html`<label class="value" title=${name}>
    <input type="checkbox" .checked=${live(isChosen)} @change=${changed} />
    <span class="name" dir="auto">${name}${path ? html`<span class="path">${path}</span>` : nothing}</span>${bar}
    ${
      count === undefined
        ? nothing
        : html`<span class="count" aria-hidden="true">${say('facets.number', { count })}</span>
            <span class="unseen">${say('assets.count', { count })}</span>`
    }
  </label>`;
}
