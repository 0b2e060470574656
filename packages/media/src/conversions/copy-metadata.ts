import { rename } from 'node:fs/promises';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { findPerl, runExiftool } from '../inspect/perl.ts';

const SECONDS = 30;

/** Metadata that is copied: what a picture shows, who made it, where and how. */
const KEPT = ['-EXIF:all', '-XMP:all', '-IPTC:all'];

/** Thumbnails and secondary pictures inside a file. They would show what a crop has removed. */
const PICTURES = [
  ...['IFD1:all', 'IFD2:all', 'SubIFD:all', 'SubIFD1:all', 'SubIFD2:all', 'InteropIFD:all'],
  ...['ThumbnailImage', 'PreviewImage', 'OtherImage', 'JpgFromRaw', 'PreviewTIFF', 'ThumbnailTIFF'],
  ...['IPTC:ObjectPreviewData', 'IPTC:ObjectPreviewFileFormat', 'IPTC:ObjectPreviewFileVersion'],
  ...['XMP-xmp:Thumbnails', 'XMP-xmp:ThumbnailImage', 'XMP-GImage:all', 'XMP-GDepth:all', 'XMP-GAudio:all'],
  ...['XMP-GCamera:all', 'XMP-Container:all', 'XMP-GContainer:all', 'XMP-hdrgm:all'],
];

/** Notes of the camera maker: serial numbers, the owner, counters, thumbnails. DNG keeps a copy of them. */
const MAKER_NOTES = ['MakerNotes', 'IFD0:DNGPrivateData', 'IFD0:DNGAdobeData', 'IFD0:OriginalRawFileData'];

/**
 * Tags that describe the pixels, colours and format of the source, or an editor's changes to it. They are wrong for the
 * new picture.
 */
const OF_SOURCE = [
  ...['IFD0:Orientation', 'ExifIFD:ColorSpace', 'ExifIFD:Gamma', 'ExifIFD:ExifImageWidth', 'ExifIFD:ExifImageHeight'],
  ...['IFD0:WhitePoint', 'IFD0:PrimaryChromaticities', 'IFD0:TransferFunction', 'IFD0:ReferenceBlackWhite'],
  ...['IFD0:YCbCrCoefficients', 'IFD0:YCbCrPositioning', 'ExifIFD:ComponentsConfiguration', 'IFD0:PrintIM'],
  ...['XMP-dc:Format', 'XMP-tiff:all', 'XMP-crs:all', 'XMP-crd:all', 'XMP-xmpMM:all'],
  ...['XMP-photoshop:ICCProfileName', 'XMP-photoshop:ColorMode', 'XMP-photoshop:DocumentAncestors'],
  ...['XMP-exif:ExifImageWidth', 'XMP-exif:ExifImageHeight', 'XMP-exif:ColorSpace'],
  // Regions (faces and their names) use coordinates of the whole picture.
  ...['XMP-mwg-rs:all', 'XMP-MP:all'],
];

const LEFT_OUT = [...PICTURES, ...MAKER_NOTES, ...OF_SOURCE].map((tag) => `--${tag}`);

/** Properties of the new file that are written into its metadata. */
export interface OwnProperties extends Size {
  /** Absent keeps the source's density. */
  readonly dpi?: number;
  readonly isSrgb: boolean;
}

/** The metadata could not be written. The source is not at fault, so a retry may succeed. */
export class CopyFailed extends Error {
  override readonly name = 'CopyFailed';
}

interface Limits {
  /** The program is killed after this many seconds; default 30. */
  readonly seconds?: number;
}

/**
 * Copies the descriptive metadata of one file into another. Leaves the target without metadata if the source's metadata
 * is damaged or Perl is not installed. Rejects with CopyFailed if the program was killed or could not read or write a
 * file.
 */
export async function copyMetadata(
  source: string,
  target: string,
  own: OwnProperties,
  limits: Limits = {},
): Promise<void> {
  await writeTags(target, ['-TagsFromFile', source, ...KEPT, ...LEFT_OUT, ...ownTags(own)], limits);
}

/** Writes dots per inch into the EXIF of a file without EXIF. Leaves the file unchanged if Perl is not installed. */
export async function writeExifDensity(target: string, dpi: number): Promise<void> {
  await writeTags(target, densityTags(dpi), {});
}

async function writeTags(target: string, tags: readonly string[], { seconds = SECONDS }: Limits): Promise<void> {
  const perl = findPerl();
  if (perl === undefined) return;
  const described = `${target}.described`;
  try {
    await runExiftool(perl, ['-q', '-q', '-m', ...tags, '-o', described, target], { seconds });
  } catch (error) {
    if (isOfDescription(error)) return; // the source's metadata is damaged and nothing was written
    const said = error instanceof Error && 'stderr' in error ? `: ${error.stderr}` : '';
    throw new CopyFailed(`the metadata could not be written${said}`, { cause: error });
  }
  await rename(described, target);
}

/** Messages of exiftool about files that it can't open or write. */
const OF_FILES =
  /error (?:opening|creating|writing|renaming|closing)|already exists|no space left|quota|file too large|out of memory/i;

/** True if exiftool exited by itself and complained about the metadata that it read. */
function isOfDescription(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'stderr' in error)) return false;
  const said = String(error.stderr).trim();
  return typeof error.code === 'number' && said !== '' && !OF_FILES.test(said);
}

function ownTags({ width, height, dpi, isSrgb }: OwnProperties): string[] {
  return [
    `-ExifIFD:ExifImageWidth=${width}`,
    `-ExifIFD:ExifImageHeight=${height}`,
    // 65535 means uncalibrated: readers use the colour profile.
    `-ExifIFD:ColorSpace#=${isSrgb ? 1 : 65_535}`,
    ...(dpi === undefined ? [] : densityTags(dpi)),
  ];
}

function densityTags(dpi: number): string[] {
  return [`-IFD0:XResolution=${dpi}`, `-IFD0:YResolution=${dpi}`, '-IFD0:ResolutionUnit=inches'];
}
