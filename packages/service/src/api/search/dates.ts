import { readDateInWords, weekdayFrom } from '../../../../core/src/domain/dates-in-words.ts';
import {
  at,
  oneDay,
  readWrittenDate,
  type SearchedDate,
  type SearchTime,
  wholeMonth,
  wholeYear,
} from '../../../../core/src/domain/searched-dates.ts';
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
    read: async (text: string, parameter: string): Promise<SearchedDate> => {
      const here = { timeZone, now: services.now() };
      const written = readWrittenDate(text.trim(), here);
      if (written) return written;
      const natural = await readNaturalDate(text.trim(), labels.language, here);
      if (!natural) throw invalid(parameter, text, EXPECTED);
      isRelative = true;
      return natural;
    },
    /** Returns true if a relative date such as `yesterday` was parsed, whose meaning changes with the day. */
    isRelative: () => isRelative,
  };
}

/** ISO 8601 date-times are left to the strict `readWrittenDate`: chrono would accept `+99:00` as a time zone. */
const ISO = /^\d{4}-?\d{2}-?\d{2}T/i;
/** Languages of catalogues that are none of the service; simple dates in their words are read by chrono. */
const OTHERS = ['fi', 'ja', 'nl', 'pt', 'ru', 'sv', 'uk', 'vi'] as const;
/** Maximum characters of a date; longer texts are not parsed. */
const LONGEST = 60;

/**
 * Parses a date in words, such as `yesterday` or `gestern`, in the given language, else in English. Returns undefined
 * unless the whole text is a date. Words without a time mean a day, a month or another period.
 */
export async function readNaturalDate(
  text: string,
  language: string,
  here: SearchTime,
): Promise<SearchedDate | undefined> {
  if (text.length > LONGEST || !/\p{L}/u.test(text) || ISO.test(text)) return undefined;
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  const other = OTHERS.find((each) => each === base);
  // Its dictionaries take a while to load.
  const own = other ? readWith((await import('chrono-node'))[other].casual, text, here) : undefined;
  return own ?? readDateInWords(text, base, here) ?? readDateInWords(text, 'en', here);
}

type Chrono = typeof import('chrono-node');

function readWith(reader: Chrono['casual'], text: string, { timeZone, now }: SearchTime): SearchedDate | undefined {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const [found, ...more] = reader.parse(text, { instant: new Date(now), timezone: here.offsetNanoseconds / 60e9 });
  if (!found || more.length > 0 || found.index !== 0 || found.text.length !== text.length) return undefined;
  const { start, end } = found;
  // A range of two days is not a single date.
  if (end) return undefined;
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second') => start.get(name) ?? 0;
  if (start.isCertain('timezoneOffset')) return { kind: 'moment', epochMs: start.date().getTime() };
  const day = Temporal.PlainDate.from({ year: part('year'), month: part('month'), day: part('day') });
  const isWeekday = start.isCertain('weekday') && !start.isCertain('day');
  if (isWeekday && (ALONE.test(text) || LAST.test(text)))
    return oneDay(weekdayFrom(here.toPlainDate(), day.dayOfWeek, -1));
  if (isWeekday && NEXT.test(text)) return oneDay(day);
  const isRelative = start.tags().has('result/relativeDate');
  if (!start.isCertain('day') && start.isCertain('year') && (!isRelative || LAST.test(text) || NEXT.test(text))) {
    return start.isCertain('month') ? wholeMonth(day) : wholeYear(day);
  }
  // What chrono makes of weeks, spans and dates without a year is a guess.
  if (isRelative || !start.isCertain('day') || !start.isCertain('year')) return undefined;
  if (!start.isCertain('hour')) return oneDay(day);
  const time = Temporal.PlainTime.from({ hour: part('hour'), minute: part('minute'), second: part('second') });
  return at(day, time, timeZone);
}

/**
 * Matches one word, optionally after a preposition or similar: a weekday alone is the past one (interface decisions 5).
 * Excludes Japanese `next` and `this`, which are written without a blank.
 */
const ALONE = /^(?!次の|今週)(?:(?:op|på|в|у|thứ|chủ)\s+)?\S+$/iu;
const LAST = /^(?:vorige|afgelopen|förra)\s+\S+$|^(?:\S+\s+){1,2}(?:passado|passada)$/iu;
const NEXT = /^次の|^(?:volgend|volgende|nästa)\s+\S+$|^(?:\S+\s+){1,2}(?:próximo|próxima)$/iu;
