import { isoDate } from './dates.ts';
import { readUndeclaredUtf8 } from './iptc-charset.ts';
import { firstOf, localizedTextOf, numberOf, type Tags, textOf, textsOf } from './tags.ts';
import type { WrittenWords } from './words.ts';

/** Words by where they stand, the first place wins: XMP, IPTC, EXIF, then what belongs to single formats (PDF, QuickTime, ID3, …). */
export function wordsFromTags(tags: Tags): WrittenWords {
  const iptc = iptcReader(tags);
  const localized = (...names: string[]) => firstOf(names, (name) => localizedTextOf(tags, name));
  const plain = (...names: string[]) => firstOf(names, (name) => textOf(tags, name));
  const places = placesShown(tags);
  const words = {
    title:
      localized('XMP-dc:Title', 'XMP-photoshop:Headline') ??
      iptc('ObjectName', 'Headline')[0] ??
      plain(
        'IFD0:XPTitle',
        'PDF:Title',
        'ItemList:Title',
        'Keys:Title',
        'Keys:DisplayName',
        'UserData:Title',
        'FlashPix:Title',
      ) ??
      plain('RIFF:Title', 'ASF:Title', 'Info:Title', 'RTF:Title', 'PostScript:Title', 'PNG:Title'),
    description:
      localized('XMP-dc:Description') ??
      iptc('Caption-Abstract')[0] ??
      ownDescription(plain('IFD0:ImageDescription')) ??
      plain(
        'IFD0:XPComment',
        'IFD0:XPSubject',
        'PDF:Subject',
        'Keys:Description',
        'ItemList:Description',
        'UserData:Description',
      ) ??
      plain('RIFF:Comment', 'ASF:Description', 'FlashPix:Subject', 'RTF:Subject', 'PNG:Description'),
    creator:
      joined(textsOf(tags, 'XMP-dc:Creator')) ??
      joined(iptc('By-line')) ??
      plain(
        'IFD0:Artist',
        'IFD0:XPAuthor',
        'XMP-tiff:Artist',
        'PDF:Author',
        'Keys:Author',
        'Keys:Artist',
        'ItemList:Artist',
      ) ??
      plain(
        'ItemList:Author',
        'UserData:Author',
        'UserData:Artist',
        'RIFF:Artist',
        'ASF:Author',
        'FlashPix:Author',
        'RTF:Author',
        'PNG:Author',
      ),
    copyright:
      localized('XMP-dc:Rights') ??
      iptc('CopyrightNotice')[0] ??
      plain('IFD0:Copyright') ??
      plain(
        'Keys:Copyright',
        'ItemList:Copyright',
        'UserData:Copyright',
        'RIFF:Copyright',
        'ASF:Copyright',
        'PNG:Copyright',
      ),
    credit: plain('XMP-photoshop:Credit') ?? iptc('Credit')[0],
    city: plain('XMP-photoshop:City') ?? places.city ?? iptc('City')[0],
    country: plain('XMP-photoshop:Country') ?? places.country ?? iptc('Country-PrimaryLocationName')[0],
    captured: captured(tags),
    rating: rating(tags),
    position: position(tags),
  };
  const xmpFlat = textsOf(tags, 'XMP-dc:Subject');
  const iptcFlat = iptc('Keywords');
  const xmpSupplemental = textsOf(tags, 'XMP-photoshop:SupplementalCategories');
  return {
    ...words,
    flat: xmpFlat.length > 0 ? xmpFlat : iptcFlat.length > 0 ? iptcFlat : formatKeywords(tags),
    hierarchical: textsOf(tags, 'XMP-lr:HierarchicalSubject'),
    supplemental: xmpSupplemental.length > 0 ? xmpSupplemental : iptc('SupplementalCategories'),
  };
}

function iptcReader(tags: Tags): (...names: string[]) => string[] {
  const isDeclared = tags.has('IPTC:CodedCharacterSet');
  return (...names) => {
    const texts = names.flatMap((name) => textsOf(tags, `IPTC:${name}`));
    return isDeclared ? texts : texts.map(readUndeclaredUtf8);
  };
}

/** Cameras write their own name or a form's text where a description belongs. */
function ownDescription(text: string | undefined): string | undefined {
  const isCameras =
    /^\s*(?:OLYMPUS DIGITAL CAMERA|SONY DSC|DCIM\\?.*|MINOLTA DIGITAL CAMERA|KONICA MINOLTA DIGITAL CAMERA|Digital ?Camera|SAMSUNG(?: CAMERA PICTURES| DIGITAL CAMERA)?|default|DIGITAL CAMERA|<?KENOX.*|untitled|cof|sdr)\s*$/i;
  return text === undefined || isCameras.test(text) ? undefined : text;
}

function joined(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.map((text) => text.trim()).join(', ');
}

/** IPTC Extension: the place where the picture was made, else the one that it shows. */
function placesShown(tags: Tags): { city?: string; country?: string } {
  for (const name of ['XMP-iptcExt:LocationCreated', 'XMP-iptcExt:LocationShown']) {
    const value = tags.get(name);
    const place: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof place !== 'object' || place === null) continue;
    const inner: Tags = new Map(Object.entries(place));
    const city = localizedTextOf(inner, 'City');
    const country = localizedTextOf(inner, 'CountryName');
    if (city !== undefined || country !== undefined) {
      return { ...(city === undefined ? {} : { city }), ...(country === undefined ? {} : { country }) };
    }
  }
  return {};
}

/** When the picture was made; a date of digitising or of the file only when nothing better is there. */
function captured(tags: Tags): string | undefined {
  const date = (name: string) => {
    const text = textOf(tags, name);
    return text === undefined ? undefined : isoDate(text);
  };
  return (
    firstOf(['XMP-photoshop:DateCreated', 'XMP-exif:DateTimeOriginal'], date) ??
    iptcDate(tags) ??
    zoned(tags, date('ExifIFD:DateTimeOriginal'), 'ExifIFD:OffsetTimeOriginal') ??
    firstOf(['XMP-xmp:CreateDate', 'XMP-exif:DateTimeDigitized'], date) ??
    zoned(tags, date('ExifIFD:CreateDate'), 'ExifIFD:OffsetTimeDigitized') ??
    firstOf(
      ['Keys:CreationDate', 'ItemList:ContentCreateDate', 'UserData:DateTimeOriginal', 'H264:DateTimeOriginal'],
      date,
    ) ??
    utc(date('QuickTime:CreateDate')) ??
    firstOf(
      [
        'RIFF:DateTimeOriginal',
        'Info:DateTimeOriginal',
        'ASF:CreationDate',
        'PDF:CreateDate',
        'FlashPix:CreateDate',
        'RTF:CreateDate',
      ],
      date,
    )
  );
}

function iptcDate(tags: Tags): string | undefined {
  const day = textOf(tags, 'IPTC:DateCreated');
  if (day === undefined) return undefined;
  const time = textOf(tags, 'IPTC:TimeCreated');
  return (time === undefined ? undefined : isoDate(`${day} ${time}`)) ?? isoDate(day);
}

function zoned(tags: Tags, date: string | undefined, offsetName: string): string | undefined {
  const offset = textOf(tags, offsetName)?.trim() ?? '';
  const isBare = date !== undefined && /T[\d:.]+$/.test(date);
  return isBare && /^(?:Z|[+-]\d{2}:\d{2})$/.test(offset) ? date + offset : date;
}

/** QuickTime counts in UTC and doesn't say so. */
function utc(date: string | undefined): string | undefined {
  return date !== undefined && /T[\d:.]+$/.test(date) ? `${date}Z` : date;
}

function rating(tags: Tags): number | undefined {
  const value = firstOf(['XMP-xmp:Rating', 'IFD0:Rating'], (name) => numberOf(tags, name));
  // -1 is `rejected`: no stars.
  return value === undefined || value > 5 ? undefined : Math.max(0, Math.round(value));
}

function position(tags: Tags): { latitude: number; longitude: number } | undefined {
  for (const group of ['XMP-exif', 'Composite']) {
    const latitude = numberOf(tags, `${group}:GPSLatitude`);
    const longitude = numberOf(tags, `${group}:GPSLongitude`);
    if (latitude === undefined || longitude === undefined) continue;
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) continue;
    // Devices without a fix write 0, 0.
    if (latitude !== 0 || longitude !== 0) return { latitude, longitude };
  }
  return undefined;
}

function formatKeywords(tags: Tags): string[] {
  const names = [
    'IFD0:XPKeywords',
    'PDF:Keywords',
    'Keys:Keywords',
    'UserData:Keywords',
    'RIFF:Keywords',
    'FlashPix:Keywords',
    'RTF:Keywords',
  ];
  return (
    firstOf(names, (name) =>
      tags.has(name) ? textsOf(tags, name).flatMap((text) => text.split(/[,;]/)) : undefined,
    ) ?? []
  );
}
