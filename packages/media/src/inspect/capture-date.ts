import { isoDate, isoZone } from './dates.ts';
import { firstOf, iptcDate, type Tags, tagText } from './tags.ts';

/** Date tags of films, sounds and documents, the most specific first. */
const OF_FORMATS = [
  ...['Keys:CreationDate', 'Keys:DateTimeOriginal', 'ItemList:ContentCreateDate', 'UserData:ContentCreateDate'],
  ...['UserData:DateTimeOriginal', 'Keys:Year', 'UserData:Year', 'H264:DateTimeOriginal'],
  ...['DV:DateTimeOriginal', 'CanonRaw:DateTimeOriginal', 'Matroska:DateTimeOriginal', 'Matroska:CreateDate'],
];
const OF_FILES = [
  ...['RIFF:DateTimeOriginal', 'RIFF:DateCreated', 'RIFF:Year', 'Matroska:Date', 'Matroska:DateReleased'],
  ...['Theora:Date', 'Theora:Year', 'Vorbis:Date', 'Vorbis:Year', 'PNG:CreationTime', 'Info:DateTimeOriginal'],
  ...['ASF:Year', 'ASF:EncodingTime', 'ASF:CreationDate', 'ASF:OriginalReleaseTime', 'ASF:OriginalReleaseYear'],
  ...['MXF:CreateDate', 'XMP-pdf:CreationDate', 'PDF:CreateDate', 'FlashPix:CreateDate', 'RTF:CreateDate'],
];
/** A tape has years of two digits, of which those from 70 on, before there was DV, mean a clock that was not set. */
const UNSET_OF_DV = '2070';
/** Dates of these files are in UTC, as those of QuickTime are, but don't say so. */
const OF_FILES_IN_UTC: ReadonlySet<string> = new Set(['MXF:CreateDate', 'FlashPix:CreateDate']);

/**
 * Returns when the picture was taken, as ISO 8601: XMP, IPTC and EXIF in this order, but one that says the same more exactly
 * than those before it, with time or zone, is taken. Uses a date of digitising or of the file only if nothing better exists.
 */
export function captureDate(tags: Tags): string | undefined {
  const date = (name: string) => {
    const text = tagText(tags, name);
    const iso = text === undefined ? undefined : name === 'ASF:EncodingTime' ? dateOfWindows(text) : isoDate(text);
    return iso !== undefined && name.startsWith('DV:') && iso >= UNSET_OF_DV ? undefined : iso;
  };
  const exif = (name: string, kind: string) =>
    zoned(tags, withFraction(tags, date(`ExifIFD:${name}`), `ExifIFD:SubSecTime${kind}`), `ExifIFD:OffsetTime${kind}`);
  return (
    maxExact(
      ...['XMP-photoshop:DateCreated', 'XMP-exif:DateTimeOriginal'].map(date),
      iptcDate(tags, 'DateCreated', 'TimeCreated'),
      exif('DateTimeOriginal', 'Original'),
    ) ??
    maxExact(
      ...['XMP-xmp:CreateDate', 'XMP-exif:DateTimeDigitized'].map(date),
      iptcDate(tags, 'DigitalCreationDate', 'DigitalCreationTime'),
      exif('CreateDate', 'Digitized'),
    ) ??
    firstOf(OF_FORMATS, date) ??
    utc(date('QuickTime:CreateDate')) ??
    firstOf(OF_FILES, (name) => (OF_FILES_IN_UTC.has(name) ? utc(date(name)) : date(name)))
  );
}

/** Returns the first date, or one that begins with it. */
function maxExact(...dates: readonly (string | undefined)[]): string | undefined {
  const stated = dates.filter((each) => each !== undefined);
  return stated.reduce((best, each) => (each.startsWith(best) ? each : best), stated[0] ?? '') || undefined;
}

/** Adds the fraction of the second that a separate tag states, by which pictures of a series differ. */
function withFraction(tags: Tags, date: string | undefined, name: string): string | undefined {
  const [digits] = /^\d{1,9}/.exec(tagText(tags, name)?.trim() ?? '') ?? [];
  return digits !== undefined && date !== undefined && /T\d\d:\d\d:\d\d$/.test(date) ? `${date}.${digits}` : date;
}

/** Adds the time zone that a separate tag states, if the date has none. */
function zoned(tags: Tags, date: string | undefined, offsetName: string): string | undefined {
  const isBare = date !== undefined && /T[\d:.]+$/.test(date);
  return isBare ? date + isoZone(tagText(tags, offsetName)?.trim()) : date;
}

/** Ten-thousandths of a millisecond from the year 1601, from which Windows counts, to 1970. */
const TICKS_TO_1970 = 116_444_736_000_000_000n;

/** Reads a time as Windows counts it, or one that a program has written out instead. */
function dateOfWindows(text: string): string | undefined {
  if (!/^\d{17,18}$/.test(text)) return isoDate(text);
  return new Date(Number((BigInt(text) - TICKS_TO_1970) / 10_000n)).toISOString();
}

/** QuickTime dates are in UTC, but do not say so. */
function utc(date: string | undefined): string | undefined {
  return date !== undefined && /T[\d:.]+$/.test(date) ? `${date}Z` : date;
}
