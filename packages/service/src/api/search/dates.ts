import { readWrittenDate, type SearchedDate } from '../../domain/searched-dates.ts';
import type { Context } from '../operation.ts';
import { invalid } from '../params.ts';
import { readNaturalDate } from './natural-dates.ts';

const EXPECTED =
  'a date: yyyy, yyyy-MM, yyyy-MM-dd, dd.MM.yyyy, MM/dd/yyyy, an ISO 8601 date-time, epoch milliseconds, or words such as yesterday';

/** Parses the dates of one search. */
export interface SearchDates {
  /** Parses the date in a parameter (decisions 5). */
  read(text: string, parameter: string): Promise<SearchedDate>;
  /** Returns true if a relative date such as `yesterday` was parsed, whose meaning changes with the day. */
  isRelative(): boolean;
}

/** Returns a parser for the dates of one search. */
export function openDates({ timeZone, labels, services }: Context): SearchDates {
  let isRelative = false;
  return {
    read: async (text, parameter) => {
      const here = { timeZone, now: services.now() };
      const written = readWrittenDate(text.trim(), here);
      if (written) return written;
      const natural = await readNaturalDate(text.trim(), labels.language, here);
      if (!natural) throw invalid(parameter, text, EXPECTED);
      isRelative = true;
      return natural;
    },
    isRelative: () => isRelative,
  };
}
