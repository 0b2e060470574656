import { localTime } from '../../../core/src/domain/dates.ts';
import type { Asset, StatedTime } from '../../../core/src/domain/model.ts';
import { isoDate } from './dates.ts';
import { firstOf, iptcDate, type Tags, tagText } from './tags.ts';

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
