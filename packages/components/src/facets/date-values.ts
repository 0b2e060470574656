import { html, nothing, type TemplateResult } from 'lit';
import type { DateRange } from '../assets/asset-query.ts';
import type { Say } from '../texts/texts.ts';
import { valueRow } from './value-list.ts';
import { isRangeOf, rangeOf, type YearCount } from './years.ts';

/** What the dates of a query look like. */
export interface DateValuesOptions {
  readonly say: Say;
  /** Name of the facet. */
  readonly name: string;
  readonly range: DateRange | undefined;
  /** Undefined until they are counted. */
  readonly years: readonly YearCount[] | undefined;
  readonly choose: (range: DateRange | undefined) => void;
}

/** Draws a histogram by year, of which a bar can be chosen, and fields for any other range. */
export function dateValues({ say, name, range, years, choose }: DateValuesOptions): TemplateResult {
  const most = Math.max(1, ...(years ?? []).map(({ count }) => count));
  const changed = (end: keyof DateRange, date: string) => {
    const { [end]: _, ...other } = range ?? {};
    const changed: DateRange = date ? { ...other, [end]: date } : other;
    choose(changed.after || changed.before ? changed : undefined);
  };
  const isReversed = range?.after && range.before && range.after > range.before;
  const field = (end: keyof DateRange, label: string) => html`<label>
    ${label}
    <input
      type="date"
      max="9999-12-31"
      .value=${range?.[end] ?? ''}
      @change=${({ target }: Event) => changed(end, (target as HTMLInputElement).value)}
    />
  </label>`;
  return html`<div role="group" aria-label=${name}>
    ${
      years
        ? years.map((each) => {
            const { first, last, count } = each;
            return valueRow({
              ...{ say, count, share: count / most, isChosen: isRangeOf(range, each) },
              name: first === last ? String(first) : `${first}–${last}`,
              change: (isChosen) => choose(isChosen ? rangeOf(each) : undefined),
            });
          })
        : html`<div class="ghost"></div><div class="ghost"></div>`
    }
    ${years?.length === 0 ? html`<p class="none">${say('facets.none')}</p>` : nothing}
    <div role="status">${isReversed ? html`<p class="none">${say('facets.reversed')}</p>` : nothing}</div>
    <div class="range">${field('after', say('facets.after'))}${field('before', say('facets.before'))}</div>
  </div>`;
}
