/** Units of time in expressions; a weekend is that of a week. */
export type Unit = 'minute' | 'hour' | 'day' | 'weekend' | 'week' | 'month' | 'quarter' | 'year';

/**
 * What a phrase says: `this week`, `last week`, `next week`, `last 7 days`, `next 7 days`, `3 days ago`, `in 3 days`,
 * `May 1, 2024`, `May 2024`.
 */
export type Saying = 'this' | 'last' | 'next' | 'past' | 'coming' | 'ago' | 'ahead' | 'day' | 'month';

/**
 * The words of one language, folded (`fold`), as parts of regular expressions. Every language can say the same things.
 * In sayings, `{what}` is one unit, a weekday or month, `{n}` a count, `{unit}` and `{month}` are words, `{d}` is a day of
 * the month and `{year}` a year.
 */
export interface DateWords {
  /** Words for days, by their distance from today. */
  readonly days: Readonly<Record<-2 | -1 | 0 | 1 | 2, string>>;
  readonly now: string;
  /** From January on. */
  readonly months: readonly string[];
  /** From Monday on. */
  readonly weekdays: readonly string[];
  /** The word for one unit, then that for several: `last days` without a count says no dates. */
  readonly units: Readonly<Record<Unit, readonly [one: string, several: string]>>;
  /** From one on. */
  readonly numbers: readonly string[];
  /** What may stand before a weekday alone. */
  readonly onDay: string;
  /** What may stand between a day and a time, and behind the time. */
  readonly at: string;
  readonly oClock: string;
  readonly sayings: Readonly<Record<Saying, readonly string[]>>;
}

/** Splits a list at blanks. */
export const words = (list: string): readonly string[] => list.split(' ');
