import { captureDate } from './capture-date.ts';
import type { WrittenMetadata } from './descriptive-metadata.ts';
import { reconciler } from './reconcile.ts';
import { firstOf, localizedTagText, type Tags, tagNumber, tagText, tagTexts } from './tags.ts';

/**
 * Reads the descriptive metadata from a file's tags. Chooses between EXIF, IPTC and XMP by the Metadata Working Group's
 * guidelines (see `reconcile.ts`). EXIF comes first where it has the property, because a camera or a simple tool may
 * have written only EXIF. Tags of single formats (PDF, QuickTime, ID3, …) come last.
 */
export function metadataFromTags(tags: Tags): WrittenMetadata {
  const iptc = iptcReader(tags);
  const reconcile = reconciler(tags);
  const localized = (...names: string[]) => listOf(firstOf(names, (name) => localizedTagText(tags, name)));
  const plain = (...names: string[]) => firstOf(names, (name) => tagText(tags, name));
  const texts = (...names: string[]) =>
    names.map((name) => tagTexts(tags, name)).find(({ length }) => length > 0) ?? [];
  const place = placeShown(tags);
  const one = (xmp: readonly string[], iptcBytes: number, ...names: string[]) =>
    reconcile({ xmp: xmp.slice(0, 1), iptc: iptc(...names).slice(0, 1), iptcBytes })[0];
  return {
    title:
      one(localized('XMP-dc:Title', 'XMP-photoshop:Headline', 'XMP-pdf:Title'), 64, 'ObjectName', 'Headline') ??
      plain('IFD0:XPTitle', 'PDF:Title', 'ItemList:Title', 'Keys:Title', 'Keys:DisplayName', 'UserData:Title') ??
      plain('FlashPix:Title', 'RIFF:Title', 'ASF:Title', 'Info:Title', 'RTF:Title', 'PostScript:Title', 'PNG:Title'),
    description:
      ownDescription(plain('IFD0:ImageDescription')) ??
      ownDescription(one(localized('XMP-dc:Description', 'XMP-pdf:Subject'), 2000, 'Caption-Abstract')) ??
      ownDescription(plain('IFD0:XPComment', 'IFD0:XPSubject')) ??
      plain('PDF:Subject', 'Keys:Description', 'ItemList:Description', 'UserData:Description', 'RIFF:Comment') ??
      plain('ASF:Description', 'FlashPix:Subject', 'RTF:Subject', 'PNG:Description'),
    creator:
      plain('IFD0:Artist') ??
      joined(reconcile({ xmp: texts('XMP-dc:Creator', 'XMP-pdf:Author'), iptc: iptc('By-line'), iptcBytes: 32 })) ??
      plain('IFD0:XPAuthor', 'XMP-tiff:Artist', 'PDF:Author', 'Keys:Author', 'Keys:Artist', 'ItemList:Artist') ??
      plain('ItemList:Author', 'UserData:Author', 'UserData:Artist', 'RIFF:Artist', 'ASF:Author') ??
      plain('FlashPix:Author', 'RTF:Author', 'PNG:Author'),
    copyright:
      plain('IFD0:Copyright') ??
      one(localized('XMP-dc:Rights', 'XMP-pdf:Copyright'), 128, 'CopyrightNotice') ??
      plain('Keys:Copyright', 'ItemList:Copyright', 'UserData:Copyright', 'RIFF:Copyright', 'ASF:Copyright') ??
      plain('RTF:Copyright', 'PNG:Copyright'),
    credit: one(texts('XMP-photoshop:Credit'), 32, 'Credit'),
    city: one([...texts('XMP-photoshop:City'), ...listOf(place.city)], 32, 'City'),
    country: one([...texts('XMP-photoshop:Country'), ...listOf(place.country)], 64, 'Country-PrimaryLocationName'),
    captured: captureDate(tags, reconcile),
    rating: rating(tags),
    position: position(tags),
    flat: keywords(reconcile({ xmp: texts('XMP-dc:Subject'), iptc: iptc('Keywords'), iptcBytes: 64 }), tags),
    hierarchical: tagTexts(tags, 'XMP-lr:HierarchicalSubject'),
    supplemental: reconcile({
      xmp: texts('XMP-photoshop:SupplementalCategories'),
      iptc: iptc('SupplementalCategories'),
      iptcBytes: 32,
    }),
  };
}

function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : [text];
}

function iptcReader(tags: Tags): (...names: string[]) => string[] {
  const isDeclared = tags.has('IPTC:CodedCharacterSet');
  return (...names) => {
    const texts = names.flatMap((name) => tagTexts(tags, `IPTC:${name}`));
    return isDeclared ? texts : texts.map(readUndeclaredUtf8);
  };
}

/** Removes placeholders: cameras write their own name or a template's text into the description. */
function ownDescription(text: string | undefined): string | undefined {
  const isCameras =
    /^\s*(?:OLYMPUS DIGITAL CAMERA|SONY DSC|DCIM\\?.*|MINOLTA DIGITAL CAMERA|KONICA MINOLTA DIGITAL CAMERA|Digital ?Camera|SAMSUNG(?: CAMERA PICTURES| DIGITAL CAMERA)?|default|DIGITAL CAMERA|<?KENOX.*|untitled|cof|sdr)\s*$/i;
  return text === undefined || isCameras.test(text) ? undefined : text;
}

function joined(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.map((text) => text.trim()).join(', ');
}

/** Returns the place where the picture was made, or else the place that it shows (IPTC Extension). */
function placeShown(tags: Tags): { city?: string; country?: string } {
  for (const name of ['XMP-iptcExt:LocationCreated', 'XMP-iptcExt:LocationShown']) {
    const value = tags.get(name);
    const place: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof place !== 'object' || place === null) continue;
    const inner: Tags = new Map(Object.entries(place));
    const city = localizedTagText(inner, 'City');
    const country = localizedTagText(inner, 'CountryName');
    if (city !== undefined || country !== undefined) {
      return { ...(city === undefined ? {} : { city }), ...(country === undefined ? {} : { country }) };
    }
  }
  return {};
}

function rating(tags: Tags): number | undefined {
  const value = firstOf(['XMP-xmp:Rating', 'IFD0:Rating'], (name) => tagNumber(tags, name));
  // -1 means `rejected` and counts as no stars.
  return value === undefined || value > 5 ? undefined : Math.max(0, Math.round(value));
}

function position(tags: Tags): { latitude: number; longitude: number } | undefined {
  // Composite is computed from EXIF or from the film's own tags.
  for (const group of ['Composite', 'XMP-exif']) {
    const latitude = tagNumber(tags, `${group}:GPSLatitude`);
    const longitude = tagNumber(tags, `${group}:GPSLongitude`);
    if (latitude === undefined || longitude === undefined) continue;
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) continue;
    // Devices without a GPS fix write 0, 0.
    if (latitude !== 0 || longitude !== 0) return { latitude, longitude };
  }
  return undefined;
}

/** Returns the reconciled keywords, or else those in the tags of single formats, where one text holds all keywords. */
function keywords(reconciled: readonly string[], tags: Tags): readonly string[] {
  if (reconciled.length > 0) return reconciled;
  const names = ['IFD0:XPKeywords', 'XMP-pdf:Keywords', 'PDF:Keywords', 'Keys:Keywords', 'UserData:Keywords'];
  const written = firstOf([...names, 'RIFF:Keywords', 'FlashPix:Keywords', 'RTF:Keywords'], (name) =>
    tags.has(name) ? tagTexts(tags, name) : undefined,
  );
  return (written ?? []).flatMap((text) => text.split(/[,;]/));
}

// WHATWG `windows-1252` maps every byte to a character, so the mapping can be reversed exactly.
const BYTES = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (char, byte) => [char, byte],
  ),
);
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Corrects UTF-8 text that was decoded as Latin-1. Many programs write UTF-8 into IPTC without declaring it as the
 * coded character set, so that `é` shows as `Ã©`. Text whose bytes are well-formed UTF-8 is read as UTF-8; real Latin-1
 * text practically never is well-formed UTF-8.
 */
export function readUndeclaredUtf8(latin: string): string {
  const bytes = new Uint8Array(latin.length);
  for (let index = 0; index < latin.length; index += 1) {
    const byte = BYTES.get(latin.charAt(index));
    if (byte === undefined) return latin;
    bytes[index] = byte;
  }
  try {
    return UTF8.decode(bytes);
  } catch {
    return latin;
  }
}
