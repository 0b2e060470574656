import {
  oneDay,
  readWrittenDate,
  type SearchedDate,
  type SearchTime,
  wholeMonth,
  wholeYear,
} from '../../domain/searched-dates.ts';
import type { Context } from '../operation.ts';
import { invalid } from '../params.ts';

const EXPECTED =
  'a date: yyyy, yyyy-MM, yyyy-MM-dd, dd.MM.yyyy, MM/dd/yyyy, an ISO 8601 date-time, epoch milliseconds, or words such as yesterday';

/** Parses the dates of one search. */
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
/** Languages whose words are understood besides English. */
const LANGUAGES = ['de', 'es', 'fi', 'fr', 'it', 'ja', 'nl', 'pt', 'ru', 'sv', 'uk', 'vi'] as const;
/** Maximum characters of a date; longer texts are not parsed. */
const LONGEST = 60;

type Chrono = typeof import('chrono-node');
/** Loaded on first use, because its dictionaries take a while to load. */
let loaded: Promise<Chrono> | undefined;

/**
 * Parses a date in words, such as `yesterday` or `gestern`, in the given language, else in English. Returns undefined
 * unless the whole text is a date. Words without a time mean a day, a month or a year.
 */
export async function readNaturalDate(
  text: string,
  language: string,
  here: SearchTime,
): Promise<SearchedDate | undefined> {
  if (text.length > LONGEST || !/\p{L}/u.test(text) || ISO.test(text)) return undefined;
  loaded ??= import('chrono-node');
  const chrono = await loaded;
  for (const { casual } of parsersFor(language, chrono)) {
    const found = readWith(casual, text, here);
    if (found) return found;
  }
  return undefined;
}

function parsersFor(language: string, chrono: Chrono): readonly { readonly casual: Chrono['casual'] }[] {
  const [base] = language.toLowerCase().split(/[-_]/);
  const own = LANGUAGES.find((each) => each === base);
  return own ? [chrono[own], chrono.en] : [chrono.en];
}

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
  if (start.isCertain('hour')) {
    const time = Temporal.PlainTime.from({ hour: part('hour'), minute: part('minute'), second: part('second') });
    return { kind: 'moment', epochMs: day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds };
  }
  if (isPastWeekday(start, text)) return oneDay(latestBefore(here.toPlainDate(), day.dayOfWeek));
  if (!isPeriod(start, text)) return oneDay(day);
  return start.isCertain('month') ? wholeMonth(day) : wholeYear(day);
}

type Certain = Pick<ReturnType<Chrono['casual']['parse']>[number]['start'], 'isCertain' | 'tags'>;

/**
 * Returns true if the text means a whole month or year: `June 2024`, `last year`; but not `two months ago`, which is a
 * day.
 */
function isPeriod(start: Certain, text: string): boolean {
  if (start.isCertain('day') || start.isCertain('weekday')) return false;
  if (!start.isCertain('month') && !start.isCertain('year')) return false;
  return !start.tags().has('result/relativeDate') || LAST.test(text) || NEXT.test(text);
}

/**
 * Returns true for a weekday alone, or `last monday` and its equivalents in other languages (interface decisions 5: the
 * latest such day before today).
 */
function isPastWeekday(start: Certain, text: string): boolean {
  return start.isCertain('weekday') && !start.isCertain('day') && (ALONE.test(text) || LAST.test(text));
}

/**
 * Matches one word, optionally after a preposition or similar. Excludes Japanese `next` and `this`, which are written
 * without a blank.
 */
const ALONE = /^(?!次の|今週)(?:(?:on|am|op|på|в|у|thứ|chủ)\s+)?\S+$/iu;
const LAST =
  /^(?:last|past|letzte[nrs]?|vergangene[nrs]?|vorige[nrs]?|vorige|afgelopen|förra)\s+\S+$|^(?:\S+\s+){1,2}(?:dernier|derniere|dernière|pasado|pasada|scorso|scorsa|passado|passada)$/iu;

const NEXT =
  /^(?:next|nächste[nrs]?|kommende[nrs]?|volgend|volgende|nästa)\s+\S+$|^(?:\S+\s+){1,2}(?:prochain|prochaine|próximo|próxima|prossimo|prossima)$/iu;

function latestBefore(today: Temporal.PlainDate, dayOfWeek: number): Temporal.PlainDate {
  return today.subtract({ days: ((today.dayOfWeek - dayOfWeek + 6) % 7) + 1 });
}
