import { oneDay, type SearchedDate, type SearchTime, wholeMonth, wholeYear } from '../../domain/searched-dates.ts';

/** ISO 8601 date-times are left to the strict `readWrittenDate`: chrono would accept `+99:00` as a time zone. */
const ISO = /^\d{4}-\d{2}-\d{2}T/i;
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
  for (const { casual } of readersFor(language, chrono)) {
    const found = readWith(casual, text, here);
    if (found) return found;
  }
  return undefined;
}

function readersFor(language: string, chrono: Chrono): readonly { readonly casual: Chrono['casual'] }[] {
  const readers: Readonly<Record<string, { readonly casual: Chrono['casual'] }>> = {
    de: chrono.de,
    es: chrono.es,
    fi: chrono.fi,
    fr: chrono.fr,
    it: chrono.it,
    ja: chrono.ja,
    nl: chrono.nl,
    pt: chrono.pt,
    ru: chrono.ru,
    sv: chrono.sv,
    uk: chrono.uk,
    vi: chrono.vi,
  };
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  const own = Object.hasOwn(readers, base) ? readers[base] : undefined;
  return own ? [own, chrono.en] : [chrono.en];
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
 * Returns true for a weekday alone, or `last monday` and its equivalents in other languages (decisions 5: the latest
 * such day before today).
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
