import type { DateRange } from '../assets/asset-query.ts';
import { rangeOf, type YearCount } from './years.ts';

/** The years of a bar, both included. */
type Years = Pick<YearCount, 'first' | 'last'>;

/** The last day that a range can have. */
const LAST_DAY = '9999-12-31';

/** True if all days of these years are in the range. */
export function isWithin(range: DateRange | undefined, years: Years): boolean {
  const { after, before } = rangeOf(years);
  return range !== undefined && (range.after ?? '') <= after && before <= (range.before ?? LAST_DAY);
}

/** Returns the range extended to these years and to all days between, because a query has only one range of each kind of date. */
export function withYears(range: DateRange | undefined, years: Years): DateRange {
  const added = rangeOf(years);
  const { after, before } = range ?? added;
  if (after && before && after > before) return added;
  return {
    ...(after && { after: after < added.after ? after : added.after }),
    ...(before && { before: before > added.before ? before : added.before }),
  };
}

/**
 * Returns the range without these years. Years in its middle divide it; the part with more bars remains, of equal parts the
 * later one. `bars` are those of the histogram, the latest first. Returns undefined if none of them remains.
 */
export function withoutYears(range: DateRange, years: Years, bars: readonly Years[]): DateRange | undefined {
  const others = bars.filter((bar) => overlaps(range, bar));
  const later = others.filter(({ first }) => first > years.last);
  const earlier = others.filter(({ last }) => last < years.first);
  const [begin, end] = [later.at(-1), earlier[0]];
  if (begin && later.length >= earlier.length) return { ...range, after: rangeOf(begin).after };
  return end && { ...range, before: rangeOf(end).before };
}

function overlaps(range: DateRange, years: Years): boolean {
  const { after, before } = rangeOf(years);
  return (range.after ?? '') <= before && after <= (range.before ?? LAST_DAY);
}
