import type { TextsByLanguage } from '../../../core/src/domain/file-properties.ts';
import { captureDate } from './capture-date.ts';
import type { WrittenMetadata } from './descriptive-metadata.ts';
import { focusFromTags } from './focus-from-tags.ts';
import { flatKeywords, type WrittenKeywords } from './keywords.ts';
import { withWhole } from './lost-letters.ts';
import { marksFromTags } from './marks-from-tags.ts';
import { firstOf, localizedTagText, type Tags, tagNumber, tagTexts, textsByLanguage } from './tags.ts';
import { readPdfText, readUndeclaredMac, readUndeclaredUtf8 } from './undeclared-text.ts';
import { validityFromTags } from './validity-from-tags.ts';

/**
 * Reads the descriptive metadata from a file's tags: of each property XMP, IPTC and EXIF in this order, as for rights
 * (extensions E4), then tags of single formats (PDF, QuickTime, ID3, …). Creator, copyright and credit are those of its marks,
 * where these have them.
 */
export function metadataFromTags(tags: Tags): WrittenMetadata {
  const iptc = iptcReader(tags);
  const inLanguages = (...names: string[]): TextsByLanguage =>
    names.map((name) => textsByLanguage(tags, name)).find((texts) => defaultOf(texts) !== undefined) ?? {};
  const plain = (...names: string[]) =>
    names.flatMap((name) => {
      const { 'x-default': main, ...others } = textsByLanguage(tags, name);
      return [...listOf(main), ...Object.values(others)].map((text) => inUtf8(name, text));
    });
  /** All names of each tag. */
  const people = (...names: string[]) =>
    names.flatMap((name) => {
      const all = tagTexts(tags, name).map((text) => inUtf8(name, text.trim()));
      return all.length > 1 ? [all.join(', ')] : plain(name);
    });
  const place = placeShown(tags);
  const title = inLanguages('XMP-dc:Title', 'XMP-photoshop:Headline', 'XMP-pdf:Title');
  const description = inLanguages('XMP-dc:Description', 'XMP-pdf:Subject');
  return {
    title: [
      ...listOf(defaultOf(title)),
      ...iptc('ObjectName', 'Headline'),
      ...plain('IFD0:XPTitle', 'PDF:Title', 'ItemList:Title', 'Keys:Title', 'Keys:DisplayName', 'UserData:Title'),
      ...plain('FlashPix:Title', 'RIFF:Title', 'ASF:Title', 'Info:Title', 'RTF:Title', 'PostScript:Title', 'PNG:Title'),
      ...plain('AIFF:Name', ...OF_OPEN_FILMS.map((of) => `${of}:Title`)),
    ],
    description: [
      ...[
        ...listOf(defaultOf(description)),
        ...iptc('Caption-Abstract'),
        ...plain('IFD0:ImageDescription', 'IFD0:XPComment', 'IFD0:XPSubject'),
      ].filter(isOwnDescription),
      ...plain('PDF:Subject', 'FlashPix:Comments', 'FlashPix:Subject', 'RTF:Comments', 'RTF:Subject'),
      ...plain('PNG:Description', 'AIFF:Annotation'),
      ...OF_QUICKTIME.flatMap((of) => plain(...DESCRIPTIONS_OF_QUICKTIME.map((name) => `${of}:${name}`))),
      ...plain('RIFF:Comment', 'RIFF:Description', 'RIFF:Subject', 'ASF:Description', 'ASF:Comments'),
      ...OF_OPEN_FILMS.flatMap((of) =>
        plain(...['Description', 'Summary', 'Synopsis', 'Comment'].map((name) => `${of}:${name}`)),
      ),
    ],
    inLanguages: {
      title: isAny(title) ? title : textsByLanguage(tags, 'PNG:Title'),
      description: isAny(description) ? description : textsByLanguage(tags, 'PNG:Description'),
    },
    creator: [
      ...people('XMP-pdf:Author'),
      ...people('IFD0:XPAuthor', 'PDF:Author', 'FlashPix:Author', 'RTF:Author', 'PNG:Author'),
      ...OF_QUICKTIME.flatMap((of) => people(...CREATORS_OF_QUICKTIME.map((name) => `${of}:${name}`))),
      ...people('RIFF:Artist', 'ASF:Author', 'AIFF:Author'),
      ...OF_OPEN_FILMS.flatMap((of) => people(`${of}:Artist`, `${of}:Director`)),
    ],
    copyright: [
      ...plain(
        'XMP-pdf:Copyright',
        'Keys:Copyright',
        'ItemList:Copyright',
        'UserData:Copyright',
        'RIFF:Copyright',
        'ASF:Copyright',
      ),
      ...plain('RTF:Copyright', 'PNG:Copyright', 'AIFF:Copyright'),
      ...OF_OPEN_FILMS.flatMap((of) => plain(`${of}:Copyright`)),
    ],
    city: [...tagTexts(tags, 'XMP-photoshop:City'), ...listOf(place.city), ...iptc('City')],
    country: [
      ...tagTexts(tags, 'XMP-photoshop:Country'),
      ...listOf(place.country),
      ...iptc('Country-PrimaryLocationName'),
    ],
    captured: captureDate(tags),
    rating: rating(tags),
    position: position(tags),
    keywords: keywords(tags, iptc),
    marks: marksFromTags(tags),
    ...validityFromTags(tags),
    focus: focusFromTags(tags),
  };
}

/** Groups of tags in QuickTime, MP4 and 3GPP. */
const OF_QUICKTIME = ['Keys', 'ItemList', 'UserData'];
const DESCRIPTIONS_OF_QUICKTIME = ['Description', 'LongDescription', 'Comment', 'Information', 'Synopsis'];
const CREATORS_OF_QUICKTIME = ['Author', 'Artist', 'Performer', 'Director'];
/** Groups of tags in Matroska, WebM, Ogg and Flash Video, and of sounds in APE tags. */
const OF_OPEN_FILMS = ['Matroska', 'Theora', 'Vorbis', 'Flash', 'APE'];

function isAny(texts: TextsByLanguage): boolean {
  return defaultOf(texts) !== undefined;
}

/** Corrects a text of a format that declares no encoding, or one that many programs don't keep to. */
function inUtf8(name: string, text: string): string {
  if (name.startsWith('PDF:')) return readPdfText(text);
  if (name.startsWith('AIFF:')) return readUndeclaredMac(text);
  return /^(?:RIFF|PNG):/.test(name) ? readUndeclaredUtf8(text) : text;
}

function defaultOf(texts: TextsByLanguage): string | undefined {
  return texts['x-default'] ?? Object.values(texts)[0];
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

/** False for placeholders: cameras write their own name or a template's text into the description. */
function isOwnDescription(text: string): boolean {
  const isCameras =
    /^\s*(?:OLYMPUS DIGITAL CAMERA|SONY DSC|DCIM\\?.*|MINOLTA DIGITAL CAMERA|KONICA MINOLTA DIGITAL CAMERA|Digital ?Camera|SAMSUNG(?: CAMERA PICTURES| DIGITAL CAMERA)?|default|DIGITAL CAMERA|<?KENOX.*|untitled|cof|sdr)\s*$/i;
  return !isCameras.test(text);
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
  const value = firstOf(['XMP-xmp:Rating', 'IFD0:Rating'], (name) => {
    const number = tagNumber(tags, name);
    return number !== undefined && number >= -1 && number <= 5 ? number : undefined;
  });
  // -1 means `rejected` and counts as no stars.
  return value === undefined ? undefined : Math.max(0, value);
}

function position(tags: Tags): { latitude: number; longitude: number } | undefined {
  // Composite is computed from EXIF or from the film's own tags.
  for (const group of ['XMP-exif', 'Composite']) {
    const latitude = tagNumber(tags, `${group}:GPSLatitude`);
    const longitude = tagNumber(tags, `${group}:GPSLongitude`);
    if (latitude === undefined || longitude === undefined) continue;
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) continue;
    // Devices without a GPS fix write 0, 0.
    if (latitude !== 0 || longitude !== 0) return { latitude, longitude };
  }
  return undefined;
}

function keywords(tags: Tags, iptc: (...names: string[]) => string[]): WrittenKeywords {
  const read = (name: string) => tagTexts(tags, name);
  const subjects = read('XMP-dc:Subject');
  const ofIptc = iptc('Keywords');
  const categories = read('XMP-photoshop:SupplementalCategories');
  const list = (texts: readonly string[]) => texts.map((text) => [text]);
  return {
    'lr:hierarchicalSubject': read('XMP-lr:HierarchicalSubject').map((path) => path.split('|')),
    'digiKam:TagsList': read('XMP-digiKam:TagsList').map((path) => path.split('/')),
    'photoshop:SupplementalCategories': [categories],
    'IPTC:SupplementalCategories': [withWhole(iptc('SupplementalCategories'), categories, 32)],
    ...(subjects.length + ofIptc.length === 0 ? flatKeywords(keywordsOfFormat(tags)) : {}),
    ...(subjects.length > 0 ? { 'dc:subject': list(withWhole(subjects, ofIptc)) } : {}),
    'IPTC:Keywords': list(withWhole(ofIptc, subjects, 64)),
    'MicrosoftPhoto:LastKeywordXMP': list(read('XMP-microsoft:LastKeywordXMP')),
  };
}

/** Returns the keywords in tags of single formats, where one text holds all keywords. */
function keywordsOfFormat(tags: Tags): readonly string[] {
  const names = ['IFD0:XPKeywords', 'XMP-pdf:Keywords', 'PDF:Keywords', 'FlashPix:Keywords', 'RTF:Keywords'];
  const ofFilms = ['Keys:Keywords', 'ItemList:Keyword', 'UserData:Keywords', 'RIFF:Keywords', 'ASF:Keywords'];
  const written = firstOf([...names, ...ofFilms, ...OF_OPEN_FILMS.map((of) => `${of}:Keywords`)], (name) =>
    tags.has(name) ? tagTexts(tags, name).map((text) => inUtf8(name, text)) : undefined,
  );
  return written ?? [];
}
