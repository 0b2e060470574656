import { localTime } from '../../../core/src/domain/dates.ts';
import type { Asset, StatedTime } from '../../../core/src/domain/model.ts';
import { isoDate } from './dates.ts';
import { firstOf, iptcDate, type Tags, tagText } from './tags.ts';
import { sentence } from './warnings.ts';

export const DATE = 'a date such as 2024-05-01 or 2024-05-01T10:00:00+02:00';

/** Tags of XMP that state the time, the best first. */
export const BEGINS = ['pur:EmbargoDate', 'prism:EmbargoDate', 'plus:LicenseStartDate'];
export const ENDS = ['pur:ExpirationDate', 'prism:ExpirationDate', 'plus:LicenseEndDate'];

/** What files state of the time in which they may be used (extensions E4). */
export type WrittenValidity = Pick<Asset, 'validFrom' | 'validUntil'>;

/** Reads from when and until when a file may be used: embargo, release, expiration and licence, of XMP, else of IPTC. */
export function validityFromTags(tags: Tags): WrittenValidity {
  const read = (names: readonly string[], ofIptc: string) =>
    firstOf(names, (name) => isoDate(tagText(tags, `XMP-${name}`) ?? '')) ??
    iptcDate(tags, `${ofIptc}Date`, `${ofIptc}Time`);
  const validFrom = statedTime(read(BEGINS, 'Release'), firstDay);
  const validUntil = statedTime(read(ENDS, 'Expiration'), lastDay);
  return { ...(validFrom !== undefined && { validFrom }), ...(validUntil !== undefined && { validUntil }) };
}

/** Says which times of a file can't be read, so that it is as if they were not stated; undefined if there are none. */
export function unreadValidity(tags: Tags): string | undefined {
  const names = [...[...BEGINS, ...ENDS].map((name) => `XMP-${name}`), 'IPTC:ReleaseDate', 'IPTC:ExpirationDate'];
  const unread = names.flatMap((name) => {
    const text = tagText(tags, name);
    return text === undefined || isoDate(text) !== undefined ? [] : [`${name} "${sentence(text)}" is not ${DATE}`];
  });
  return unread.length === 0 ? undefined : `It states times of its validity that are of no use: ${unread.join('; ')}.`;
}

/** Returns an ISO 8601 date as catalogues keep it; `dayOf` gives the day of a year or a month. */
function statedTime(iso: string | undefined, dayOf: (iso: string) => string): StatedTime | undefined {
  if (iso === undefined) return undefined;
  if (!iso.includes('T')) return dayOf(iso);
  if (!/T[\d:.]+$/.test(iso)) return Date.parse(iso);
  return localTime(Date.parse(`${iso}Z`));
}

function firstDay(iso: string): string {
  return `${iso}-01-01`.slice(0, Math.max(iso.length, 10));
}

function lastDay(iso: string): string {
  const [year = '', month = '12', day] = iso.split('-');
  if (day !== undefined) return iso;
  return `${year}-${month}-${new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()}`;
}
