import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Size } from '../../domain/geometry.ts';
import { findPerl } from '../inspect/perl.ts';

const SECONDS = 30;

/** What a picture shows, who made it, where and how. */
const KEPT = ['-EXIF:all', '-XMP:all', '-IPTC:all'];

/** Small or second pictures within a file: they show what a crop has cut off. */
const PICTURES = [
  ...['IFD1:all', 'IFD2:all', 'SubIFD:all', 'SubIFD1:all', 'SubIFD2:all', 'InteropIFD:all'],
  ...['ThumbnailImage', 'PreviewImage', 'OtherImage', 'JpgFromRaw', 'PreviewTIFF', 'ThumbnailTIFF'],
  ...['IPTC:ObjectPreviewData', 'IPTC:ObjectPreviewFileFormat', 'IPTC:ObjectPreviewFileVersion'],
  ...['XMP-xmp:Thumbnails', 'XMP-xmp:ThumbnailImage', 'XMP-GImage:all', 'XMP-GDepth:all', 'XMP-GAudio:all'],
  ...['XMP-GCamera:all', 'XMP-Container:all', 'XMP-GContainer:all', 'XMP-hdrgm:all'],
];

/** The camera maker's own notes: serial numbers, the owner, counters, small pictures. DNG keeps a copy of them. */
const MAKER_NOTES = ['MakerNotes', 'IFD0:DNGPrivateData', 'IFD0:DNGAdobeData', 'IFD0:OriginalRawFileData'];

/** What describes the pixels, colours and format of the source, or what an editor did to it. It is wrong of the new picture. */
const OF_SOURCE = [
  ...['IFD0:Orientation', 'ExifIFD:ColorSpace', 'ExifIFD:Gamma', 'ExifIFD:ExifImageWidth', 'ExifIFD:ExifImageHeight'],
  ...['IFD0:WhitePoint', 'IFD0:PrimaryChromaticities', 'IFD0:TransferFunction', 'IFD0:ReferenceBlackWhite'],
  ...['IFD0:YCbCrCoefficients', 'IFD0:YCbCrPositioning', 'ExifIFD:ComponentsConfiguration', 'IFD0:PrintIM'],
  ...['XMP-dc:Format', 'XMP-tiff:all', 'XMP-crs:all', 'XMP-crd:all', 'XMP-xmpMM:all'],
  ...['XMP-photoshop:ICCProfileName', 'XMP-photoshop:ColorMode', 'XMP-photoshop:DocumentAncestors'],
  ...['XMP-exif:ExifImageWidth', 'XMP-exif:ExifImageHeight', 'XMP-exif:ColorSpace'],
  // Regions (faces and their names) are measured on the whole picture.
  ...['XMP-mwg-rs:all', 'XMP-MP:all'],
];

const LEFT_OUT = [...PICTURES, ...MAKER_NOTES, ...OF_SOURCE].map((tag) => `--${tag}`);

/** What the new file says of itself. */
export interface OwnProperties extends Size {
  /** Absent: what the source says stays. */
  readonly dpi?: number;
  readonly isSrgb: boolean;
}

/** The metadata could not be written, which says nothing of the source: worth another try. */
export class CopyFailed extends Error {
  override readonly name = 'CopyFailed';
}

interface Limits {
  /** The program is killed after this time. */
  readonly seconds?: number;
}

/**
 * Copies the descriptive metadata of one file into another. The target stays without it where the source's is damaged or the
 * machine has no Perl. Rejects with CopyFailed where the program was killed, or could not read or write.
 */
export async function copyMetadata(
  source: string,
  target: string,
  own: OwnProperties,
  limits: Limits = {},
): Promise<void> {
  await writeTags(target, ['-TagsFromFile', source, ...KEPT, ...LEFT_OUT, ...ownTags(own)], limits);
}

/** Writes dots per inch into the EXIF of a file that has none. The file stays without where the machine has no Perl. */
export async function writeExifDensity(target: string, dpi: number, limits: Limits = {}): Promise<void> {
  await writeTags(target, densityTags(dpi), limits);
}

async function writeTags(target: string, tags: readonly string[], { seconds = SECONDS }: Limits): Promise<void> {
  const perl = findPerl();
  if (perl === undefined) return;
  const { exiftoolPath } = await import('exiftool-vendored');
  const described = `${target}.described`;
  // No configuration file: it is Perl code and would be run. The option counts only as the first argument.
  const args = [await exiftoolPath(), '-config', '', '-q', '-q', '-m', ...tags, '-o', described, target];
  try {
    await promisify(execFile)(perl, args, { env: { LANG: 'C' }, timeout: seconds * 1000, killSignal: 'SIGKILL' });
  } catch (error) {
    if (isOfDescription(error)) return; // exiftool has written nothing
    const said = error instanceof Error && 'stderr' in error ? `: ${error.stderr}` : '';
    throw new CopyFailed(`the metadata could not be written${said}`, { cause: error });
  }
  await rename(described, target);
}

/** What exiftool says of files that it can't open or write. */
const OF_FILES =
  /error (?:opening|creating|writing|renaming|closing)|already exists|no space left|quota|file too large|out of memory/i;

/** True where exiftool ended by itself and complained about what it read. */
function isOfDescription(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'stderr' in error)) return false;
  const said = String(error.stderr).trim();
  return typeof error.code === 'number' && said !== '' && !OF_FILES.test(said);
}

function ownTags({ width, height, dpi, isSrgb }: OwnProperties): string[] {
  return [
    `-ExifIFD:ExifImageWidth=${width}`,
    `-ExifIFD:ExifImageHeight=${height}`,
    // 65535: see the colour profile.
    `-ExifIFD:ColorSpace#=${isSrgb ? 1 : 65_535}`,
    ...(dpi === undefined ? [] : densityTags(dpi)),
  ];
}

function densityTags(dpi: number): string[] {
  return [`-IFD0:XResolution=${dpi}`, `-IFD0:YResolution=${dpi}`, '-IFD0:ResolutionUnit=inches'];
}
