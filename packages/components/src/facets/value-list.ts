import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { slotted } from '../theme/slots.ts';
import type { CountedValue, FacetList } from './facet-lists.ts';
import { FEW_VALUES } from './value-rows.ts';

/** Values beyond which they can be searched. */
export const MANY_VALUES = 12;

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
export function valueList(options: ValueListOptions): TemplateResult {
  const { say, list, isWhole, wanted, choose, showWhole, want } = options;
  const { name, values } = list;
  const matching = values.filter((each) => each.name.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()));
  // What is chosen shows in any case.
  const shown = isWhole ? matching : values.filter(({ isChosen }, place) => place < FEW_VALUES || isChosen);
  const more = values.length - shown.length;
  return html`<div role="group" aria-label=${name}>
    ${isWhole && values.length > MANY_VALUES ? findField({ say, name, wanted, want }) : nothing}
    ${slotted({
      items: shown,
      keyOf: ({ value }) => String(value),
      draw: (each) => valueRow({ ...each, say, change: (isChosen) => choose(each, isChosen) }),
    })}
    <p class="none" role="status">${isWhole && matching.length === 0 ? say('facets.none') : ''}</p>
    ${
      isWhole || more > 0
        ? html`<button type="button" class="quiet more" aria-expanded=${isWhole} @click=${() => showWhole(!isWhole)}>
            ${isWhole ? say('facets.fewer') : say('facets.more', { count: more })}
          </button>`
        : nothing
    }
  </div>`;
}

/** A field in which a part of a name can be entered. */
export interface FindFieldOptions {
  readonly say: Say;
  /** Name of the facet. */
  readonly name: string;
  readonly wanted: string;
  readonly want: (text: string) => void;
}

/** Draws the field that finds values by their names. */
export function findField({ say, name, wanted, want }: FindFieldOptions): TemplateResult {
  return html`<input
    type="text"
    class="find"
    aria-label=${say('facets.find', { name })}
    placeholder=${say('facets.find', { name })}
    .value=${wanted}
    @input=${({ target }: Event) => want((target as HTMLInputElement).value)}
  />`;
}

/** A line with a checkbox. */
export interface ValueRowOptions {
  readonly say: Say;
  readonly name: string;
  /** Undefined until it is counted. */
  readonly count: number | undefined;
  readonly isChosen: boolean;
  /** Names of what it lies in. */
  readonly path?: string;
  /** Length of a bar, from 0 to 1; undefined for no bar. */
  readonly share?: number;
  readonly change: (isChosen: boolean) => void;
}

/** Draws a value with its count. */
export function valueRow({ say, name, count, isChosen, path, share, change }: ValueRowOptions): TemplateResult {
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
    <span class="name" dir="auto">${name}${path ? html`<span class="path">${path}</span>` : nothing}</span>${bar}
    ${
      count === undefined
        ? nothing
        : html`<span class="count" aria-hidden="true">${say('facets.number', { count })}</span>
            <span class="unseen">${say('assets.count', { count })}</span>`
    }
  </label>`;
}
