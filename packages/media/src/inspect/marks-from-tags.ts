import type { FileMarks, TextsByLanguage } from '../../../core/src/domain/file-properties.ts';
import { isObject } from '../../../core/src/domain/values.ts';
import { cleanLine, cleanParagraph } from './clean-text.ts';
import { firstWhole } from './lost-letters.ts';
import { type Tags, tagText, tagTexts, textsByLanguage } from './tags.ts';
import { readUndeclaredUtf8 } from './undeclared-text.ts';

/** Limit of each mark in code points (extensions E1). */
const MAX_CHARACTERS = 2000;
const MAX_LANGUAGES = 50;
const MAX_CREATORS = 100;

/**
 * Reads what a file's tags state of its rights: XMP, else IPTC, else EXIF, but no text that has lost letters which another has.
 * Undefined if they state nothing.
 */
export function marksFromTags(tags: Tags): FileMarks | undefined {
  const isUtf8 = tags.has('IPTC:CodedCharacterSet');
  const texts = (name: string) => {
    const written = tagTexts(tags, name);
    return name.startsWith('IPTC:') && !isUtf8 ? written.map(readUndeclaredUtf8) : written;
  };
  const first = <Mark extends Value>(names: readonly string[], read: (name: string) => Mark | undefined) =>
    firstWhole(
      names.map(read).filter((mark) => mark !== undefined),
      textOf,
    );
  const list = (...names: string[]) =>
    first(names, (name) => {
      const lines = creatorsOf(name === 'IFD0:Artist' ? texts(name).flatMap(namesIn) : texts(name));
      return lines.length > 0 ? lines : undefined;
    });
  const one = (...names: string[]) => first(names, (name) => singleLine(texts(name)[0] ?? '') || undefined);
  const inLanguages = (clean: (text: string) => string, ...names: string[]) =>
    first(names, (name) => {
      const written = name.startsWith('XMP') ? textsByLanguage(tags, name) : { 'x-default': texts(name)[0] ?? '' };
      return cleaned(written, clean);
    });
  const marks: Record<keyof FileMarks, Value | undefined> = {
    creator: list('XMP-dc:Creator', 'XMP-tiff:Artist', 'IPTC:By-line', 'IFD0:Artist'),
    credit: one('XMP-photoshop:Credit', 'IPTC:Credit'),
    copyright: inLanguages(singleLine, 'XMP-dc:Rights', 'IPTC:CopyrightNotice', 'IFD0:Copyright'),
    usageTerms: inLanguages(cleanParagraph, 'XMP-xmpRights:UsageTerms'),
    licence: one('XMP-cc:License'),
    webStatement: one('XMP-xmpRights:WebStatement'),
    licensorUrl: licensorUrl(tags),
    sourceType: one('XMP-iptcExt:DigitalSourceType'),
    dataMining: one('XMP-plus:DataMining'),
    otherConstraints: inLanguages(cleanParagraph, 'XMP-plus:OtherConstraints'),
  };
  const stated = Object.entries(marks).filter(([, value]) => value !== undefined);
  return stated.length === 0 ? undefined : (Object.fromEntries(stated) as FileMarks);
}

type Value = Exclude<FileMarks[keyof FileMarks], undefined>;

/** Returns a mark as one text: the creators, or the text for all languages, else that of the first. */
export function textOf(mark: Value): string {
  if (typeof mark === 'string') return mark;
  return isList(mark) ? mark.join(', ') : (mark['x-default'] ?? Object.values(mark)[0] ?? '');
}

function isList(mark: Value): mark is readonly string[] {
  return Array.isArray(mark);
}

/** EXIF has several names in one text, parted by semicolons. */
function namesIn(artist: string): readonly string[] {
  return artist
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Returns names of creators as marks have them. */
export function creatorsOf(names: readonly string[]): readonly string[] {
  return names
    .slice(0, MAX_CREATORS)
    .map(singleLine)
    .filter((each) => each !== '');
}

/** Returns a text as marks have it, in one line. */
export function singleLine(text: string): string {
  return cleanLine(text, MAX_CHARACTERS);
}

/** Returns the texts of a mark that are not empty; undefined if all are. */
export function cleaned(texts: TextsByLanguage, clean: (text: string) => string): TextsByLanguage | undefined {
  const entries = Object.entries(texts)
    .slice(0, MAX_LANGUAGES)
    .map(([language, text]) => [language, cleanLine(language, 50) === language ? shortened(clean(text)) : ''] as const)
    .filter(([, text]) => text !== '');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function shortened(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : Array.from(text).slice(0, MAX_CHARACTERS).join('');
}

/** Returns the address of the first licensor that has one. */
function licensorUrl(tags: Tags): string | undefined {
  const licensors = tags.get('XMP-plus:Licensor');
  for (const licensor of Array.isArray(licensors) ? licensors : [licensors]) {
    const url = isObject(licensor) ? singleLine(tagText(new Map(Object.entries(licensor)), 'LicensorURL') ?? '') : '';
    if (url !== '') return url;
  }
  return undefined;
}
