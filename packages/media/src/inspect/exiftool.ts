import { isUtf8 } from 'node:buffer';
import { spawn } from 'node:child_process';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ExifTool, exiftoolPath } from 'exiftool-vendored';
import { isObject } from '../../../core/src/domain/values.ts';
import type { Tags } from './tags.ts';
import { readUndeclared } from './undeclared-text.ts';

const PROPERTY_TAGS = `
  FileType MIMEType Error Warning ImageSize SourceImageWidth PixelAspectRatio AspectRatioX AspectRatioY DisplayWidth DisplayHeight Orientation Rotation Duration PlayDuration PageCount Pages Slides
  BitsPerSample BitsPerComponent BitDepth BitDepthLuma ImagePixelDepth ColorComponents ColorMode ColorType
  ColorSpace ColorSpaceData InteropIndex PhotometricInterpretation ProfileDescription XResolution YResolution ResolutionUnit
  PixelsPerUnitX PixelUnits`
  .trim()
  .split(/\s+/);
/** What is stated of rights, of files in bundles too, because pictures keep it. */
const RIGHTS_TAGS = `
  XMP-dc:Creator XMP-tiff:Artist XMP-dc:Rights XMP-dc:Rights-* XMP-photoshop:Credit XMP-xmpRights:UsageTerms XMP-xmpRights:UsageTerms-*
  XMP-xmpRights:WebStatement XMP-cc:License XMP-plus:Licensor XMP-plus:DataMining XMP-plus:OtherConstraints
  XMP-plus:OtherConstraints-* XMP-iptcExt:DigitalSourceType IPTC:CodedCharacterSet IPTC:By-line IPTC:Credit
  IPTC:CopyrightNotice IFD0:Artist IFD0:Copyright`
  .trim()
  .split(/\s+/);
const METADATA_TAGS = `
  XMP-dc:all XMP-photoshop:all XMP-iptcCore:all XMP-iptcExt:all XMP-lr:all XMP-xmp:Rating XMP-xmp:CreateDate
  XMP-exif:all XMP-tiff:all XMP-pdf:all XMP-digiKam:TagsList XMP-microsoft:LastKeywordXMP IPTC:CodedCharacterSet
  IPTC:ObjectName IPTC:Headline IPTC:Caption-Abstract IPTC:By-line IPTC:CopyrightNotice IPTC:Credit IPTC:City
  IPTC:Country-PrimaryLocationName IPTC:Keywords IPTC:SupplementalCategories IPTC:DateCreated IPTC:TimeCreated
  XMP-pur:EmbargoDate XMP-pur:ExpirationDate XMP-prism:EmbargoDate XMP-prism:ExpirationDate XMP-plus:LicenseStartDate
  XMP-plus:LicenseEndDate IPTC:ReleaseDate IPTC:ReleaseTime IPTC:ExpirationDate IPTC:ExpirationTime
  IPTC:DigitalCreationDate IPTC:DigitalCreationTime GPSLatitude GPSLongitude DateTimeOriginal CreateDate
  CreationDate ContentCreateDate OffsetTimeOriginal OffsetTimeDigitized SubSecTimeOriginal SubSecTimeDigitized
  ImageDescription Artist Copyright XPTitle
  XPSubject XPComment XPAuthor XPKeywords Rating Title Description Subject Author Creator Keywords Comment
  DisplayName AIFF:Name AIFF:Annotation CreationTime DateCreated Date DateReleased Summary Director
  LongDescription Information Synopsis Comments Performer Keyword Year EncodingTime OriginalReleaseTime OriginalReleaseYear
  Title-* Description-* Author-* Copyright-*`
  .trim()
  .split(/\s+/);

/**
 * Disables the configuration file, because it is Perl code that would be run. The option works only as the first
 * argument.
 */
const START = ['-config', '', '-stay_open', 'True', '-@', '-'];
/** With `-b`, texts that are no UTF-8 come as bytes in Base64, not with question marks. */
const OPTIONS = ['-json', '-b', '-G1', '-struct', '-n', '-api', 'StructFormat=JSONQ'];
const BASE64 = 'base64:';

/**
 * Reads tags with one exiftool process, which starts with the first read. Belongs to a worker process and dies with its
 * process group.
 */
export class TagReader {
  readonly #scratch: string;
  readonly #exiftool: ExifTool;

  /**
   * `perl` is the path of the interpreter. `scratch` is a private directory for a symbolic link to the file being read:
   * the link keeps file names out of exiftool's line-based protocol. Only a harmless extension is kept, because some
   * formats can be recognised by nothing else. `seconds` is the timeout of one read.
   */
  constructor({ perl, scratch, seconds }: { perl: string; scratch: string; seconds: number }) {
    this.#scratch = scratch;
    this.#exiftool = new ExifTool({
      maxProcs: 1,
      maxTasksPerProcess: 5000,
      taskTimeoutMillis: seconds * 1000,
      taskRetries: 0,
      processFactory: async () => spawn(perl, [await exiftoolPath(), ...START], { stdio: 'pipe', env: { LANG: 'C' } }),
    });
  }

  /**
   * Reads the tags of a file. `head` means that all metadata precede the picture data (JPEG), so that the rest of the
   * file need not be read. `write` makes a copy that exiftool reads in place of the file. Rejects if exiftool fails.
   */
  async read(
    path: string,
    {
      extension,
      metadata,
      head,
      write = symlink,
    }: {
      extension: string;
      metadata: boolean;
      head: boolean;
      write?: (path: string, to: string) => Promise<void>;
    },
  ): Promise<Tags> {
    const suffix = /^[a-z0-9]{1,12}$/.test(extension) ? `.${extension}` : '';
    const link = join(this.#scratch, `${process.pid}${suffix}`);
    await rm(link, { force: true });
    try {
      await write(path, link);
      const names = [...PROPERTY_TAGS, ...RIGHTS_TAGS, ...(metadata ? METADATA_TAGS : [])];
      const readArgs = [...OPTIONS, ...(head ? ['-fast2'] : []), ...names.map((name) => `-${name}`)];
      const found: object = await this.#exiftool.readRaw(link, { readArgs, ignoreMinorErrors: false });
      return new Map(Object.entries(found).map(([name, value]) => [name, readable(value)]));
    } finally {
      await rm(link, { force: true });
    }
  }
}

/** Returns a tag's value with its texts decoded. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, readable(each)]));
  if (typeof value !== 'string' || !value.startsWith(BASE64)) return value;
  const bytes = Buffer.from(value.slice(BASE64.length), 'base64');
  return isUtf8(bytes) ? value : readUndeclared(bytes);
}
