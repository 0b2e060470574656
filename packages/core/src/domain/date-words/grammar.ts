/** Makes patterns of the words for dates in each language, and reads expressions by them. */
import { timeOf } from '../searched-dates.ts';
import { DE } from './dates-de.ts';
import { EN } from './dates-en.ts';
import { ES } from './dates-es.ts';
import { FR } from './dates-fr.ts';
import { IT } from './dates-it.ts';
import type { DateWords, Saying, Unit } from './vocabulary.ts';

/** What an expression says, with the parts that it names: `3 days ago` is `ago` with the count 3 and the unit `day`. */
export interface Said {
  readonly saying: Saying | 'weekday' | 'monthName' | 'weekNumber' | 'quarter' | 'year' | 'relativeDay' | 'now';
  /** A count of units, a day of the month, the number of a week or quarter, or the distance of a day from today. */
  readonly count?: number;
  readonly unit?: Unit;
  /** From 1, Monday. */
  readonly weekday?: number;
  readonly month?: number;
  readonly year?: number;
}

/** Parts of an expression in one language. */
export interface Grammar {
  /** Returns what an expression, folded and with single blanks, says as a whole; undefined if it is not understood. */
  read(text: string): Said | undefined;
  /** Splits a day from a time behind it: `yesterday at 10:30`, `gestern um 10`, `5 pm`. */
  splitTime(text: string): { readonly day: string; readonly time: Temporal.PlainTime } | undefined;
}

/** What a language may write as a word: the first of a month, and quarters. */
const ORDINALS = [
  'first|erste[nrs]?|premier|primero?|primo',
  'second|zweite[ns]?|deuxieme|segundo|secondo',
  'third|dritte[ns]?|troisieme|tercero?|terzo',
  'fourth|vierte[ns]?|quatrieme|cuarto|quarto',
];
const [FIRST] = ORDINALS;
/** What may stand before a period that has a number. */
const IN = "(?:(?:in|im|en|nel|dans|au|a) )?(?:(?:the|das|le|el|il|l') ?)?";
const OF = '(?: (?:of|des jahres|de|del))?';

const GRAMMARS = new Map(
  Object.entries({ en: EN, de: DE, fr: FR, es: ES, it: IT }).map(([language, each]) => [language, grammarOf(each)]),
);

/** The grammar of a language of the service; undefined for any other language. */
export function grammarIn(language: string): Grammar | undefined {
  return GRAMMARS.get(language);
}

function grammarOf(language: DateWords): Grammar {
  const { days, now, months, weekdays, units, numbers, onDay, at, oClock, sayings } = language;
  const unitNames = Object.keys(units) as Unit[];
  const group = (name: string, parts: readonly string[], end = '') => `(?<${name}>${parts.join('|')})${end}`;
  const month = group('month', months, String.raw`\.?`);
  const weekday = group('weekday', weekdays, String.raw`\.?`);
  const ones = Object.values(units).map(([one]) => one);
  const anyUnits = Object.values(units).map((words) => words.join('|'));
  const unit = group('unit', anyUnits);
  const n = group('n', [String.raw`\d{1,4}`, ...numbers]);
  const year = String.raw`(?<year>\d{4})`;
  const whole = (source: string) => new RegExp(`^(?:${source})$`);
  const fill = (template: string) =>
    template
      .replace('{what}', `(?:${group('unit', ones)}|${weekday}|${month})`)
      .replace('{n} ', `${n} ?`)
      .replace('{unit}', unit)
      .replace('{month}', month)
      .replace('{d}', String.raw`(?<d>\d{1,2}|${FIRST})`)
      .replace('{year}', year);
  const forms: (readonly [RegExp, Said['saying']])[] = (Object.keys(sayings) as Saying[]).flatMap((saying) =>
    sayings[saying].map((template) => {
      // A date may begin with its weekday.
      const before = saying === 'day' ? `(?:(?:${onDay})?${weekday},? )?` : '';
      return [whole(before + fill(template)), saying] as const;
    }),
  );
  forms.push(
    [whole(`(?:${onDay})?${weekday}`), 'weekday'],
    [whole(`(?:(?:in|im|en|a|nel) )?${month}`), 'monthName'],
    [whole(`${IN}[qt](?<d>[1-4])(?: |/|${OF} )${year}`), 'quarter'],
    [
      whole(
        String.raw`${IN}(?<d>[1-4]|${ORDINALS.join('|')})\.?(?:st|nd|rd|th|e|er|eme|o|°)? (?:${units.quarter[0]})${OF} ${year}`,
      ),
      'quarter',
    ],
    [whole(`${IN}(?:kw|kalenderwoche|${units.week[0]}) ?(?<d>\\d{1,2})(?:/|,? |${OF} )${year}`), 'weekNumber'],
    [whole(String.raw`${year}-?w(?<d>\d{2})`), 'weekNumber'],
    [whole(`(?:in|en|nel|${IN}(?:${units.year[0]})) ${year}`), 'year'],
  );
  const offsets = ([-2, -1, 0, 1, 2] as const).map((offset) => [offset, whole(days[offset])] as const);
  const isNow = whole(now);
  const time = new RegExp(
    String.raw`^(?<day>.+?),? (?<at>${at})?(?<hour>\d{1,2})(?:[:.h](?<minute>\d{2})(?::(?<second>\d{2}))?)? ?(?<mark>am|pm|h|${oClock})?$`,
  );
  const placeOf = (parts: readonly string[], written: string | undefined) => {
    const place = written === undefined ? -1 : parts.findIndex((part) => whole(part).test(written));
    return place < 0 ? undefined : place;
  };

  return {
    read: (text) => {
      if (isNow.test(text)) return { saying: 'now' };
      const day = offsets.find(([, pattern]) => pattern.test(text));
      if (day) return { saying: 'relativeDay', count: day[0] };
      for (const [pattern, saying] of forms) {
        const found = pattern.exec(text)?.groups;
        if (!found) continue;
        const named = { weekday: placeOf(weekdays, found['weekday']), month: placeOf(months, found['month']) };
        const count = found['n'] ?? found['d'];
        const unitPlace = placeOf(anyUnits, found['unit']);
        return {
          saying,
          ...(count === undefined ? {} : { count: countOf(count) }),
          ...(unitPlace === undefined ? {} : { unit: unitNames[unitPlace] as Unit }),
          ...(named.weekday === undefined ? {} : { weekday: named.weekday + 1 }),
          ...(named.month === undefined ? {} : { month: named.month + 1 }),
          ...(found['year'] === undefined ? {} : { year: Number(found['year']) }),
        };
      }
      return undefined;
    },
    splitTime: (text) => {
      const found = time.exec(text)?.groups;
      if (!found) return undefined;
      const { day = '', at: before, hour, minute, second, mark } = found;
      // A number alone may be anything.
      if (before === undefined && minute === undefined && mark === undefined) return undefined;
      const given = timeOf({ hour, minute, second, half: mark });
      return given && { day, time: given };
    },
  };

  function countOf(written: string): number {
    return /^\d/.test(written) ? Number(written) : (placeOf(ORDINALS, written) ?? placeOf(numbers, written) ?? 0) + 1;
  }
}
