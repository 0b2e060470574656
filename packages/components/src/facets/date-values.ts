import { html, nothing, type TemplateResult } from 'lit';
import type { DateRange } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { failureNotice } from '../catalogue/failure-notice.ts';
import { valueRow } from './value-list.ts';
import { isWithin, withoutYears, withYears } from './year-choice.ts';
import type { YearCount } from './years.ts';

/** The dates of a query to draw. */
export interface DateValuesOptions {
  readonly catalogue: Catalogue;
  /** Name of the facet. */
  readonly name: string;
  readonly range: DateRange | undefined;
  /** Undefined until they are counted. */
  readonly years: readonly YearCount[] | undefined;
  /** Why the years could not be counted. */
  readonly failure: unknown;
  readonly retry: () => void;
  readonly choose: (range: DateRange | undefined) => void;
}

/** Draws a histogram whose bars are years to choose, a second of which extends the range, and fields for any other range. */
export function dateValues(options: DateValuesOptions): TemplateResult {
  const { catalogue, name, range, years, failure, retry, choose } = options;
  const { say } = catalogue;
  const problem = failure ? failureNotice(failure, catalogue, retry) : undefined;
  const action = problem?.action;
  const maxCount = Math.max(1, ...(years ?? []).map(({ count }) => count));
  const changed = (end: keyof DateRange, date: string) => {
    const { [end]: _, ...other } = range ?? {};
    const next: DateRange = date ? { ...other, [end]: date } : other;
    choose(next.after || next.before ? next : undefined);
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
              ...{ say, count, share: count / maxCount, isChosen: isWithin(range, each) },
              name: first === last ? String(first) : `${first}–${last}`,
              change: (isChosen) =>
                choose(isChosen ? withYears(range, each) : range && withoutYears(range, each, years)),
            });
          })
        : failure
          ? nothing
          : html`<div class="ghost"></div><div class="ghost"></div>`
    }
    ${years?.length === 0 ? html`<p class="none">${say('facets.none')}</p>` : nothing}
    <div role="status">
      ${problem ? html`<p class="none">${problem.title}. ${problem.text}</p>` : nothing}
      ${isReversed ? html`<p class="none">${say('facets.reversed')}</p>` : nothing}
    </div>
    ${action ? html`<button type="button" class="quiet more" @click=${action.run}>${action.label}</button>` : nothing}
    <div class="range">${field('after', say('facets.after'))}${field('before', say('facets.before'))}</div>
  </div>`;
}
