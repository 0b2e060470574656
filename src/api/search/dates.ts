import { readNotedDate, type SearchedDate } from '../../domain/searched-dates.ts';
import type { Context } from '../operation.ts';
import { invalid, type Shape } from '../params.ts';
import { readSpokenDate } from './spoken-dates.ts';

const EXPECTED =
  'a date: yyyy-MM-dd, dd.MM.yyyy, MM/dd/yyyy, an ISO 8601 date-time, epoch milliseconds, or words such as yesterday';

/** The date that a parameter names (decisions 5). */
export async function readDate(
  text: string,
  parameter: string,
  { timeZone, locale, services }: Context<Shape>,
): Promise<SearchedDate> {
  const here = { timeZone, now: services.now() };
  const date = readNotedDate(text.trim(), here) ?? (await readSpokenDate(text.trim(), locale, here));
  if (!date) throw invalid(parameter, text, EXPECTED);
  return date;
}
