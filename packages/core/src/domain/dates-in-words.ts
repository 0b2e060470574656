import { type Grammar, grammarIn, type Said } from './date-words/grammar.ts';
import type { Unit } from './date-words/vocabulary.ts';
import {
  at,
  oneDay,
  readWrittenDate,
  type SearchedDate,
  type SearchTime,
  wholeMonth,
  wholeYear,
} from './searched-dates.ts';
import { fold } from './words.ts';

/**
 * Reads a date in the words of one of the service's languages (interface decisions 5): `yesterday`, `last week`,
 * `last 7 days`, `October 2026`. Returns undefined unless the whole text is understood; nothing is guessed.
 */
export function readDateInWords(text: string, language: string, here: SearchTime): SearchedDate | undefined {
  const grammar = grammarIn(language);
  if (!grammar) return undefined;
  const folded = fold(text).replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  try {
    return dateOf(grammar.read(folded), here) ?? momentOf(folded, grammar, here);
  } catch (error) {
    // A day that does not exist, or a time beyond all dates.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function momentOf(text: string, grammar: Grammar, here: SearchTime): SearchedDate | undefined {
  const split = grammar.splitTime(text);
  // A day in numbers may have its time in words: `01.05.2024 um 10 Uhr`.
  const date = split && (dateOf(grammar.read(split.day), here) ?? readWrittenDate(split.day, here));
  if (date?.kind !== 'days' || !date.first.equals(date.last)) return undefined;
  return at(date.first, split?.time, here.timeZone);
}

const days = (first: Temporal.PlainDate, last: Temporal.PlainDate): SearchedDate => ({ kind: 'days', first, last });

function dateOf(said: Said | undefined, { timeZone, now }: SearchTime): SearchedDate | undefined {
  if (!said) return undefined;
  const { saying, count = 0, unit, weekday, month, year } = said;
  const clock = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const today = clock.toPlainDate();
  const present: SearchedDate = { kind: 'moment', epochMs: now };
  /** A day, or for hours and minutes a moment, so many units from now; undefined for weekends, which are not counted. */
  const away = (signed: number): SearchedDate | undefined => {
    if (unit === undefined || unit === 'weekend') return undefined;
    if (unit !== 'hour' && unit !== 'minute') return oneDay(today.add(durationOf(unit, signed)));
    return { kind: 'moment', epochMs: clock.add({ [`${unit}s`]: signed }).epochMilliseconds };
  };
  const span = (from: SearchedDate | undefined, to: SearchedDate | undefined): SearchedDate | undefined =>
    from && to && count > 0 ? { kind: 'span', from, to } : undefined;

  switch (saying) {
    case 'now':
      return present;
    case 'relativeDay':
      return oneDay(today.add({ days: count }));
    case 'weekday':
      return weekday === undefined ? undefined : oneDay(weekdayFrom(today, weekday, -1));
    case 'monthName':
      // The month itself is its own latest.
      return month === undefined ? undefined : wholeMonth(monthFrom(today.add({ months: 1 }), month, -1));
    case 'this':
    case 'last':
    case 'next': {
      const offset = { this: 0, last: -1, next: 1 }[saying];
      if (weekday !== undefined) return oneDay(weekdayFrom(today, weekday, offset));
      if (month !== undefined) return wholeMonth(monthFrom(today, month, offset));
      return unit && periodOf(unit, offset, today);
    }
    case 'past':
      return span(away(-count), present);
    case 'coming':
      return span(present, away(count));
    case 'ago':
      return away(-count);
    case 'ahead':
      return away(count);
    case 'day': {
      if (month === undefined) return undefined;
      const day = year === undefined ? latestDay(today, month, count) : dayOf(year, month, count);
      return day && (weekday ?? day.dayOfWeek) === day.dayOfWeek ? oneDay(day) : undefined;
    }
    case 'month':
      return month === undefined || year === undefined ? undefined : wholeMonth(dayOf(year, month, 1));
    case 'quarter':
      return year === undefined ? undefined : quarterOf(dayOf(year, count * 3, 1));
    case 'weekNumber':
      return year === undefined ? undefined : weekOf(year, count);
    case 'year':
      return year === undefined ? undefined : wholeYear(dayOf(year, 1, 1));
  }
}

function durationOf(unit: Exclude<Unit, 'weekend' | 'hour' | 'minute'>, count: number): Temporal.DurationLike {
  return unit === 'quarter' ? { months: 3 * count } : { [`${unit}s`]: count };
}

/** The period around today, or that many before or after it. Undefined for hours and minutes, which are no periods. */
function periodOf(unit: Unit, offset: number, today: Temporal.PlainDate): SearchedDate | undefined {
  const monday = today.subtract({ days: today.dayOfWeek - 1 }).add({ weeks: offset });
  switch (unit) {
    case 'hour':
    case 'minute':
      return undefined;
    case 'day':
      return oneDay(today.add({ days: offset }));
    case 'week':
      return days(monday, monday.add({ days: 6 }));
    case 'weekend':
      return days(monday.add({ days: 5 }), monday.add({ days: 6 }));
    case 'month':
      return wholeMonth(today.with({ day: 1 }).add({ months: offset }));
    case 'quarter':
      return quarterOf(today.with({ day: 1 }).add({ months: 3 * offset }));
    case 'year':
      return wholeYear(today.with({ day: 1 }).add({ years: offset }));
  }
}

function quarterOf(day: Temporal.PlainDate): SearchedDate {
  const first = day.with({ month: day.month - ((day.month - 1) % 3), day: 1 });
  return days(first, first.add({ months: 3 }).subtract({ days: 1 }));
}

/** A week of ISO 8601, of which the first one has January 4; undefined beyond the last of its year. */
function weekOf(year: number, week: number): SearchedDate | undefined {
  const fourth = dayOf(year, 1, 4);
  const monday = fourth.subtract({ days: fourth.dayOfWeek - 1 }).add({ weeks: week - 1 });
  return monday.yearOfWeek === year && monday.weekOfYear === week ? days(monday, monday.add({ days: 6 })) : undefined;
}

/** The weekday (from 1, Monday) of this week, for a negative offset the latest before today, else the first after it. */
export function weekdayFrom(today: Temporal.PlainDate, weekday: number, offset: number): Temporal.PlainDate {
  if (offset === 0) return today.add({ days: weekday - today.dayOfWeek });
  const ahead = ((weekday - today.dayOfWeek + 6) % 7) + 1;
  return offset > 0 ? today.add({ days: ahead }) : today.subtract({ days: ((today.dayOfWeek - weekday + 6) % 7) + 1 });
}

/** The first day of the month of this year, of the latest such month before this one, or of the first after it. */
function monthFrom(today: Temporal.PlainDate, month: number, offset: number): Temporal.PlainDate {
  const ofThisYear = today.with({ month, day: 1 });
  if (offset === 0) return ofThisYear;
  if (offset < 0) return month < today.month ? ofThisYear : ofThisYear.subtract({ years: 1 });
  return month > today.month ? ofThisYear : ofThisYear.add({ years: 1 });
}

/** The latest such day up to today: `May 1`. */
function latestDay(today: Temporal.PlainDate, month: number, day: number): Temporal.PlainDate | undefined {
  // February 29 may be eight years away.
  for (let year = today.year; year > today.year - 9; year--) {
    const found = { year, month, day };
    if (day < 1 || day > Temporal.PlainYearMonth.from({ year, month }).daysInMonth) continue;
    const date = Temporal.PlainDate.from(found);
    if (Temporal.PlainDate.compare(date, today) <= 0) return date;
  }
  return undefined;
}

/** Throws a RangeError for a day that does not exist. */
function dayOf(year: number, month: number, day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
}
