import type { DateRange } from '../assets/asset-query.ts';
import { formatDate, type Say } from '../texts/texts.ts';

/** Returns the name of a range of dates: only the numbers for whole years, such as `2018–2020`. */
export function rangeName({ after, before }: DateRange, say: Say, locale: string): string {
  const [, first] = /^(\d{4})-01-01$/.exec(after ?? '') ?? [];
  const [, last] = /^(\d{4})-12-31$/.exec(before ?? '') ?? [];
  if (first !== undefined && last !== undefined) return first === last ? first : `${first}–${last}`;
  const written = (date: string) => {
    const time = Date.parse(date);
    return Number.isNaN(time) ? date : formatDate(time, locale, 'UTC');
  };
  if (after && before) return `${written(after)} – ${written(before)}`;
  if (after) return say('facets.from', { date: written(after) });
  return before ? say('facets.until', { date: written(before) }) : '';
}
