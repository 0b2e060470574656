import { readFile } from 'node:fs/promises';
import { isoDate } from './dates.ts';
import type { WrittenMetadata } from './descriptive-metadata.ts';
import type { TagReader } from './exiftool.ts';
import { metadataFromTags } from './metadata-from-tags.ts';
import { type Tags, tagNumber, tagText, tagTexts } from './tags.ts';
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
    const tags = await exiftool.read(path, { extension: 'xmp', metadata: true, head: false });
    const error = tagText(tags, 'ExifTool:Error');
    if (error !== undefined) throw new Error(error);
    if (tagText(tags, 'File:FileType') !== 'XMP') throw new Error(`it is not ${XMP}`);
    const trouble = [await damageOf(path, tags), unusable(tags)].filter((each) => each !== undefined);
    return { metadata: [metadataFromTags(tags)], trouble };
  } catch (error) {
    const reason = sentence(error instanceof Error ? error.message : String(error));
    return { metadata: [], trouble: [`Its .xmp file could not be read: ${reason}.`] };
  }
}

async function damageOf(path: string, tags: Tags): Promise<string | undefined> {
  const complaint = tagTexts(tags, 'ExifTool:Warning').find((warning) => /format error/i.test(warning));
  // Texts in UTF-16 have a NUL beside each character.
  const isWhole = XMP_END.test((await readFile(path, 'latin1')).replaceAll('\0', ''));
  if (complaint === undefined && isWhole) return undefined;
  return `Its .xmp file is damaged: ${sentence(complaint ?? 'it ends too early')}. It has to be ${XMP}.`;
}

const DATE = 'a date such as 2024-05-01 or 2024-05-01T10:00:00+02:00';
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
  ...['XMP-photoshop:DateCreated', 'XMP-xmp:CreateDate', 'XMP-exif:DateTimeOriginal'].map(
    (tag) => [tag, DATE, isDate] as const,
  ),
];

/** Names the values that fit no field, and what these take. */
function unusable(tags: Tags): string | undefined {
  const found = CHECKS.filter(([tag, , isFit]) => tags.has(tag) && !isFit(tags, tag));
  const named = found.map(
    ([tag, accepted]) => `${tag.slice('XMP-'.length)} "${sentence(String(tags.get(tag)))}" is not ${accepted}`,
  );
  return named.length === 0 ? undefined : `Its .xmp file has values of no use: ${named.join('; ')}.`;
}
