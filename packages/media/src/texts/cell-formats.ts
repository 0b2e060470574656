/** Shows the numbers of a workbook that are dates as its formats do. */
import type { ZipParts } from '../../../core/src/platform/zip-file.ts';
import { attributeOf, readMarkup } from './markup-text.ts';

/** Formats that every workbook has, by their numbers. How those of days look depends on the reader's system. */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...{ 14: 'yyyy-mm-dd', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM' },
  ...{ 20: 'h:mm', 21: 'h:mm:ss', 22: 'yyyy-mm-dd h:mm', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss' },
  ...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd'])),
};
/** What is in a format besides dates: texts, blanks as wide as a letter, and colours, countries and conditions. */
const LITERAL = /"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;
const PART = /"([^"]*)"|\\(.)|[_*].|\[(h+|m+|s+)\]|\[[^\]]*\]|AM\/PM|A\/P|y+|m+|d+|h+|s+|\.0+|./gis;
const MAX_FORMAT = 200;
const DAY_MS = 86_400_000;
/** The day before the first, in a calendar that has a 29 February 1900. */
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The day behind 31 December 9999. */
const END = 2_958_466;
/** Made once, which takes longer than to name a date, and a workbook may have any number. */
const [MONTH, SHORT_MONTH] = namers('month');
const [WEEKDAY, SHORT_WEEKDAY] = namers('weekday');

function namers(part: 'month' | 'weekday') {
  const named = (how: 'long' | 'short') => new Intl.DateTimeFormat('en', { [part]: how, timeZone: 'UTC' });
  return [named('long'), named('short')] as const;
}

/** Returns the formats of dates of a workbook by the styles of cells; undefined for other formats. */
export async function dateFormats(zip: ZipParts, part: string): Promise<readonly (string | undefined)[]> {
  const own = new Map<number, string>();
  const formats: (string | undefined)[] = [];
  let isOfCells = false;
  await readMarkup(zip.stream(part), {
    open: (name, attributes) => {
      const id = Number(attributeOf(attributes, 'numFmtId'));
      if (name === 'numFmt') own.set(id, attributeOf(attributes, 'formatCode') ?? '');
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) formats.push(dateFormat(own.get(id) ?? BUILT_IN[id] ?? ''));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}

/** Returns the part of a format for positive numbers if it shows a date. */
function dateFormat(format: string): string | undefined {
  if (format.length > MAX_FORMAT || /^general$/i.test(format)) return undefined;
  const [first = ''] = /^(?:"[^"]*"|\\.|[^;"\\])*/s.exec(format) ?? [];
  return /[ymdhs]/i.test(first.replace(LITERAL, '')) ? first : undefined;
}

/** Returns a number as a format of dates shows it, with English names; undefined for what is no date. */
export function shownDate(value: string, format: string, isFrom1904: boolean): string | undefined {
  const days = Number(value);
  if (!(days >= 0 && days < END)) return undefined;
  const seconds = Math.round(days * 86_400);
  const missing = !isFrom1904 && days < 60 ? 1 : 0;
  const date = new Date((isFrom1904 ? EPOCH_1904 : EPOCH) + missing * DAY_MS + seconds * 1000);
  const parts = [...format.matchAll(PART)];
  const isHalfDay = parts.some(([part]) => /^(?:AM\/PM|A\/P)$/i.test(part));
  const isOfTime = (at: number, step: number, time: RegExp): boolean => {
    for (let next = at + step; parts[next]; next += step)
      if (/^\[?[ymdhs]/i.test(parts[next]?.[0] ?? '')) return time.test(parts[next]?.[0] ?? '');
    return false;
  };
  const two = (number: number) => String(number).padStart(2, '0');
  const shown = parts.map(([part, quoted, escaped, elapsed], at): string => {
    if (quoted !== undefined || escaped !== undefined) return quoted ?? escaped ?? '';
    const unit = (elapsed ?? part).toLowerCase();
    const isShort = unit.length === 1;
    const padded = (number: number) => (isShort ? String(number) : two(number));
    if (elapsed !== undefined)
      return padded(Math.floor(seconds / { h: 3600, m: 60, s: 1 }[unit[0] as 'h' | 'm' | 's']));
    if (/^[_*[]/.test(part)) return ' ';
    if (/^(?:am\/pm|a\/p)$/.test(unit)) return date.getUTCHours() < 12 ? 'AM' : 'PM';
    if (unit.startsWith('y')) return unit.length > 2 ? String(date.getUTCFullYear()) : two(date.getUTCFullYear() % 100);
    if (unit.startsWith('d')) {
      if (unit.length > 2) return (unit.length > 3 ? WEEKDAY : SHORT_WEEKDAY).format(date);
      return padded(date.getUTCDate());
    }
    if (unit.startsWith('h')) return padded(isHalfDay ? date.getUTCHours() % 12 || 12 : date.getUTCHours());
    if (unit.startsWith('s')) return padded(date.getUTCSeconds());
    if (unit.startsWith('m')) {
      if (isOfTime(at, -1, /^\[?h/i) || isOfTime(at, 1, /^\[?s/i)) return padded(date.getUTCMinutes());
      return unit.length > 2 ? (unit.length > 3 ? MONTH : SHORT_MONTH).format(date) : padded(date.getUTCMonth() + 1);
    }
    return /^(?:\.0+|@)$/.test(part) ? '' : part;
  });
  return shown.join('');
}
