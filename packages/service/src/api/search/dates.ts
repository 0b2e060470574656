import { readDateInWords } from '../../../../core/src/domain/dates-in-words.ts';
import { readWrittenDate, type SearchedDate, type SearchTime } from '../../../../core/src/domain/searched-dates.ts';
import type { Context } from '../operation.ts';
import { invalid } from '../params.ts';

const EXPECTED =
  'a date: yyyy, yyyy-MM, yyyy-MM-dd, dd.MM.yyyy, MM/dd/yyyy, an ISO 8601 date-time, epoch milliseconds, or words such as yesterday';

export type SearchDates = ReturnType<typeof openDates>;

/** Returns a parser for the dates of one search. */
export function openDates({ timeZone, labels, services }: Context) {
  let isRelative = false;
  return {
    /** Parses the date in a parameter (interface decisions 5). */
    read: (text: string, parameter: string): SearchedDate => {
      const here = { timeZone, now: services.now() };
      const written = readWrittenDate(text.trim(), here);
      if (written) return written;
      const natural = readNaturalDate(text.trim(), labels.language, here);
      if (!natural) throw invalid(parameter, text, EXPECTED);
      isRelative = true;
      return natural;
    },
    /** Returns true if a relative date such as `yesterday` was parsed, whose meaning changes with the day. */
    isRelative: () => isRelative,
  };
}

/** Maximum characters of a date; longer texts are not parsed. */
const LONGEST = 60;

/**
 * Parses a date in words, such as `yesterday` or `gestern`, in the given language, else in English. Returns undefined
 * unless the whole text is a date. Words without a time mean a day, a month or another period.
 */
export function readNaturalDate(text: string, language: string, here: SearchTime): SearchedDate | undefined {
  if (text.length > LONGEST || !/\p{L}/u.test(text)) return undefined;
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  return readDateInWords(text, base, here) ?? readDateInWords(text, 'en', here);
}
