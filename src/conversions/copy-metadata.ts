import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Size } from '../domain/geometry.ts';
import { findPerl } from '../metadata/perl.ts';

const SECONDS = 30;

/** What says what a picture shows, who made it, where and how. */
const KEPT = ['-EXIF:all', '-XMP:all', '-IPTC:all'];
/**
 * What would be wrong of the new picture: how it was turned, its pixels and colours, what an editor was about to do with it; and the
 * small pictures, which show what a crop has cut off.
 */
const LEFT_OUT = [
  ...['IFD1:all', 'SubIFD:all', 'InteropIFD:all', 'MakerNotes:all', 'ThumbnailImage', 'PreviewImage'],
  ...['IFD0:Orientation', 'ExifIFD:ColorSpace', 'ExifIFD:Gamma', 'ExifIFD:ExifImageWidth', 'ExifIFD:ExifImageHeight'],
  ...['IFD0:WhitePoint', 'IFD0:PrimaryChromaticities', 'IFD0:TransferFunction', 'IFD0:ReferenceBlackWhite'],
  ...['IFD0:YCbCrCoefficients', 'IFD0:YCbCrPositioning', 'ExifIFD:ComponentsConfiguration', 'IFD0:PrintIM'],
  ...['XMP-tiff:all', 'XMP-crs:all', 'XMP-crd:all', 'XMP-xmpMM:all', 'XMP-xmp:Thumbnails', 'XMP-xmp:ThumbnailImage'],
  ...['XMP-photoshop:ICCProfileName', 'XMP-photoshop:ColorMode', 'XMP-photoshop:DocumentAncestors'],
  ...['XMP-exif:ExifImageWidth', 'XMP-exif:ExifImageHeight', 'XMP-exif:ColorSpace'],
].map((tag) => `--${tag}`);

/** What the new file says of itself. */
export interface OwnFacts extends Size {
  /** Absent: what the source says stays. */
  readonly dpi?: number;
  readonly isSrgb: boolean;
}

/** The description could not be copied, which says nothing of the source: worth another try. */
export class CopyFailed extends Error {
  override readonly name = 'CopyFailed';
}

/**
 * Copies what one file says about itself into another. A damaged description costs nobody the picture: the target stays without it
 * then, as it does where there is no Perl. Rejects with CopyFailed where the program was killed, or could not read or write.
 */
export async function copyMetadata(
  source: string,
  target: string,
  own: OwnFacts,
  { seconds = SECONDS }: { readonly seconds?: number } = {},
): Promise<void> {
  const perl = findPerl();
  if (perl === undefined) return;
  const { exiftoolPath } = await import('exiftool-vendored');
  const described = `${target}.described`;
  const args = [
    // No configuration file: it is Perl code and would be run. Heeded only as the first argument.
    ...[await exiftoolPath(), '-config', '', '-q', '-q', '-m'],
    ...['-TagsFromFile', source, ...KEPT, ...LEFT_OUT],
    ...ownTags(own),
    ...['-o', described, target],
  ];
  try {
    await promisify(execFile)(perl, args, { env: { LANG: 'C' }, timeout: seconds * 1000, killSignal: 'SIGKILL' });
  } catch (error) {
    if (isOfDescription(error)) return; // nothing was written over
    const said = error instanceof Error && 'stderr' in error ? `: ${error.stderr}` : '';
    throw new CopyFailed(`the description could not be copied${said}`, { cause: error });
  }
  await rename(described, target);
}

/** What it says of files that it can't open or write, whatever stands in them. */
const OF_FILES =
  /error (?:opening|creating|writing|renaming|closing)|already exists|no space left|quota|file too large|out of memory/i;

/** True where the program ended by itself and complained about what it read. */
function isOfDescription(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'stderr' in error)) return false;
  const said = String(error.stderr).trim();
  return typeof error.code === 'number' && said !== '' && !OF_FILES.test(said);
}

function ownTags({ width, height, dpi, isSrgb }: OwnFacts): string[] {
  return [
    `-ExifIFD:ExifImageWidth=${width}`,
    `-ExifIFD:ExifImageHeight=${height}`,
    // 65535: the profile tells.
    `-ExifIFD:ColorSpace#=${isSrgb ? 1 : 65_535}`,
    ...(dpi === undefined
      ? []
      : [`-IFD0:XResolution=${dpi}`, `-IFD0:YResolution=${dpi}`, '-IFD0:ResolutionUnit=inches']),
  ];
}
