import { readFile, writeFile } from 'node:fs/promises';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { encodingOf } from '../../../core/src/platform/text-encoding.ts';
import { isoDate } from './dates.ts';
import type { Emptied, WrittenMetadata } from './descriptive-metadata.ts';
import type { TagReader } from './exiftool.ts';
import type { WrittenKeywords } from './keywords.ts';
import { metadataFromTags } from './metadata-from-tags.ts';
import { type Tags, tagNumber, tagText, tagTexts, textsByLanguage } from './tags.ts';
import { BEGINS, DATE, ENDS } from './validity-from-tags.ts';
import { sentence } from './warnings.ts';

/** What a sidecar states, and what of it is of no use, as whole sentences. */
interface SidecarRead {
  readonly metadata: readonly WrittenMetadata[];
  readonly trouble: readonly string[];
}

const XMP = 'XMP: rdf:RDF, in x:xmpmeta or alone';
const XMP_END = /<\/(?:[\w.-]+:)?(?:xmpmeta|xapmeta|RDF)\s*>/;

/** Reads a sidecar. Of a damaged one, what comes before the damage counts. */
export async function readSidecar(path: string, exiftool: TagReader): Promise<SidecarRead> {
  try {
    const text = await readFile(path);
    const isWide = encodingOf(text).startsWith('utf-16');
    // Exiftool finds nothing in one in UTF-16 that doesn't begin with `<?xpacket`.
    const write = async (_: string, to: string) => await writeFile(to, new TextDecoder(encodingOf(text)).decode(text));
    const tags = await exiftool.read(path, { extension: 'xmp', metadata: true, head: false, ...(isWide && { write }) });
    const error = tagText(tags, 'ExifTool:Error');
    if (error !== undefined) throw new Error(error);
    if (tagText(tags, 'File:FileType') !== 'XMP') throw new Error(`it is not ${XMP}`);
    const trouble = [damageOf(text, tags), unusable(tags)].filter((each) => each !== undefined);
    return { metadata: [withEmpty(metadataFromTags(tags), tags)], trouble };
  } catch (error) {
    const reason = sentence(error instanceof Error ? error.message : String(error));
    return { metadata: [], trouble: [`Its .xmp file could not be read: ${reason}.`] };
  }
}

/** The tags of properties, which programs leave empty for what their user has removed. */
const TAGS: Readonly<Partial<Record<Emptied, readonly string[]>>> = {
  title: ['dc:Title'],
  description: ['dc:Description'],
  creator: ['dc:Creator'],
  copyright: ['dc:Rights'],
  credit: ['photoshop:Credit'],
  city: ['photoshop:City'],
  country: ['photoshop:Country'],
  captured: ['photoshop:DateCreated', 'exif:DateTimeOriginal'],
  rating: ['xmp:Rating'],
  position: ['exif:GPSLatitude', 'exif:GPSLongitude'],
  usageTerms: ['xmpRights:UsageTerms'],
  webStatement: ['xmpRights:WebStatement'],
  licence: ['cc:License'],
  sourceType: ['iptcExt:DigitalSourceType'],
  dataMining: ['plus:DataMining'],
  validFrom: BEGINS,
  validUntil: ENDS,
};
const KEYWORDS: Readonly<Partial<Record<keyof WrittenKeywords, string>>> = {
  'dc:subject': 'dc:Subject',
  'lr:hierarchicalSubject': 'lr:HierarchicalSubject',
  'digiKam:TagsList': 'digiKam:TagsList',
  'photoshop:SupplementalCategories': 'photoshop:SupplementalCategories',
  'MicrosoftPhoto:LastKeywordXMP': 'microsoft:LastKeywordXMP',
};

/** Adds which properties the sidecar has without a value, because it wins with these, too. */
function withEmpty(metadata: WrittenMetadata, tags: Tags): WrittenMetadata {
  const isEmpty = (names: readonly string[]) => {
    const there = names.map((name) => `XMP-${name}`).filter((name) => tags.has(name));
    return there.length > 0 && there.every((name) => Object.keys(textsByLanguage(tags, name)).length === 0);
  };
  const empty = Object.entries(TAGS).filter(([, names]) => isEmpty(names));
  const keywords = Object.entries(KEYWORDS).filter(([, name]) => isEmpty([name]));
  return {
    ...metadata,
    empty: new Set(empty.map(([property]) => property as Emptied)),
    keywords: { ...Object.fromEntries(keywords.map(([property]) => [property, [['']]])), ...stated(metadata.keywords) },
  };
}

function stated(keywords: WrittenKeywords): WrittenKeywords {
  return Object.fromEntries(Object.entries(keywords).filter(([, paths]) => paths.some((path) => path.length > 0)));
}

function damageOf(text: Buffer, tags: Tags): string | undefined {
  const complaint = tagTexts(tags, 'ExifTool:Warning').find((warning) => /format error/i.test(warning));
  // Texts in UTF-16 have a NUL beside each character.
  const isWhole = XMP_END.test(text.toString('latin1').replaceAll('\0', ''));
  if (complaint === undefined && isWhole) return undefined;
  return `Its .xmp file is damaged: ${sentence(complaint ?? 'it ends too early')}. It has to be ${XMP}.`;
}

const PLACE = ['XMP-exif:GPSLatitude', 'XMP-exif:GPSLongitude'];
const isDate = (tags: Tags, name: string) => isoDate(tagText(tags, name) ?? '') !== undefined;
const isWithin = (least: number, most: number) => (tags: Tags, name: string) => {
  const number = tagNumber(tags, name);
  return number !== undefined && number >= least && number <= most;
};
/** Properties that not every text fits: the tag, what its value has to be, and whether it is that. */
const CHECKS: readonly (readonly [tag: string, accepted: string, isFit: (tags: Tags, tag: string) => boolean])[] = [
  ['XMP-xmp:Rating', 'a number from -1 to 5', isWithin(-1, 5)],
  ['XMP-exif:GPSLatitude', 'a latitude such as 47,22.5N', isWithin(-90, 90)],
  ['XMP-exif:GPSLongitude', 'a longitude such as 8,30.0E', isWithin(-180, 180)],
  ...['photoshop:DateCreated', 'xmp:CreateDate', 'exif:DateTimeOriginal', ...BEGINS, ...ENDS].map(
    (tag) => [`XMP-${tag}`, DATE, isDate] as const,
  ),
];

/** Names the values that fit no field, and what these take. */
function unusable(tags: Tags): string | undefined {
  const isGiven = (tag: string) => tagText(tags, tag) !== undefined;
  // Exiftool reports half of a place that is no number as if it were empty.
  const isMeant = (tag: string) => isGiven(tag) || (PLACE.includes(tag) && tags.has(tag) && PLACE.some(isGiven));
  const found = CHECKS.filter(([tag, , isFit]) => isMeant(tag) && !isFit(tags, tag));
  const named = found.map(
    ([tag, accepted]) => `${tag.slice('XMP-'.length)} "${sentence(String(tags.get(tag)))}" is not ${accepted}`,
  );
  return named.length === 0 ? undefined : `Its .xmp file has values of no use: ${named.join('; ')}.`;
}
