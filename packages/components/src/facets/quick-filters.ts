import { html, type TemplateResult } from 'lit';
import { type AssetQuery, ORIENTATIONS } from '../assets/asset-query.ts';
import { GENERATED } from '../expiry/generated.ts';
import type { TextKey } from '../texts/en.ts';
import type { Say } from '../texts/texts.ts';
import { withRange } from './date-ranges.ts';
import { chosenValues, type FacetList, withValue } from './facet-lists.ts';
import type { FacetValue } from './facet-names.ts';
import { withFilter } from './with-filter.ts';

/** A filter to choose with one press. */
interface Choice {
  readonly label: string;
  readonly isChosen: boolean;
  /** The query after the press. */
  readonly next: AssetQuery;
}

/** Choices of one property. */
interface QuickFilter {
  readonly label: string;
  readonly choices: readonly Choice[];
}

const WIDTHS = [1920, 3000, 5000];

/** Playing times to choose from, with the classes of the service that they consist of. */
const LENGTHS: readonly (readonly [key: TextKey, classes: readonly string[]])[] = [
  ['facets.under_1_minute', ['under_1_minute']],
  ['facets.over_1_minute', ['1_to_5_minutes', 'over_5_minutes']],
  ['facets.over_5_minutes', ['over_5_minutes']],
];

const DAY = 86_400_000;

/**
 * Returns filters that people need often. Those of pictures and of recordings are left out where the counted lists say that
 * there are none. `now` is in milliseconds; days are those of the reader.
 */
export function quickFilters(
  say: Say,
  query: AssetQuery,
  lists: readonly FacetList[],
  now: number,
): readonly QuickFilter[] {
  const counted = (facet: string) => lists.find((list) => list.facet === facet)?.values ?? [];
  const [width, lengths, sources] = ['width', 'duration', 'sourceType'].map((facet) => chosenValues(query, facet));
  const isOnly = (values: readonly unknown[] = [], wanted: readonly unknown[]) =>
    values.length === wanted.length && wanted.every((value) => values.includes(value));
  const oneOf = (facet: string, chosen: readonly unknown[] = [], values: readonly FacetValue[], label: string) => {
    const isChosen = isOnly(chosen, values);
    return { label, isChosen, next: withFilter(query, facet, isChosen ? [] : values) };
  };
  const hasPictures = counted('orientation').length > 0;
  const anyOf = (facet: string, value: FacetValue, label: string): Choice => {
    const isChosen = chosenValues(query, facet).includes(value);
    return { label, isChosen, next: withValue(query, facet, value, !isChosen) };
  };
  const formats = ORIENTATIONS.filter((value) => counted('orientation').some((each) => each.value === value)).map(
    (value) => anyOf('orientation', value, say(`facets.${value}`)),
  );
  const generated = counted('sourceType')
    .map(({ value }) => value)
    .filter((value) => GENERATED.includes(value));
  const since = (label: string, after: string): Choice => {
    const isChosen = query.uploaded?.after === after && !query.uploaded.before;
    return { label, isChosen, next: withRange(query, 'uploaded', isChosen ? undefined : { after }) };
  };
  return [
    { label: say('facets.orientation'), choices: formats },
    {
      label: say('facets.width'),
      choices:
        hasPictures || (width?.length ?? 0) > 0
          ? WIDTHS.map((count) => oneOf('width', width, [count], say('facets.pixels', { count })))
          : [],
    },
    {
      label: say('facets.duration'),
      choices:
        counted('duration').length > 0
          ? LENGTHS.map(([key, classes]) => oneOf('duration', lengths, classes, say(key)))
          : [],
    },
    {
      label: say('facets.rights'),
      choices: [
        ...counted('validity').map(({ value, name }) => anyOf('validity', value, name)),
        ...(generated.length > 0 ? [oneOf('sourceType', sources, generated, say('rights.generated'))] : []),
      ],
    },
    {
      label: say('facets.added'),
      choices: [
        since(say('facets.today'), dayOf(now)),
        ...[7, 30].map((count) => since(say('facets.days', { count }), dayOf(now - count * DAY))),
        since(say('facets.this-year'), `${dayOf(now).slice(0, 4)}-01-01`),
      ],
    },
  ].filter(({ choices }) => choices.length > 0);
}

/** Draws the filters, each as a line of buttons that stay pressed. */
export function drawQuickFilters(
  filters: readonly QuickFilter[],
  choose: (query: AssetQuery) => void,
): readonly TemplateResult[] {
  return filters.map(
    ({ label, choices }) => html`<div class="quick" role="group" aria-label=${label}>
      <span class="quick-label" aria-hidden="true">${label}</span>
      ${choices.map(
        ({ label, isChosen, next }) =>
          html`<button type="button" class="quick-choice" aria-pressed=${isChosen} @click=${() => choose(next)}>
            ${label}
          </button>`,
      )}
    </div>`,
  );
}

/** The local day of an instant, as `yyyy-MM-dd`. */
function dayOf(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
