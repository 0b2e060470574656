import { FILE_CATEGORIES, type FileCategory, type FileProperties } from '../../../core/src/domain/file-properties.ts';
import { meanAdobeRgb } from './colours/exif-colours.ts';
import { firstOf, type Tags, tagNumber, tagText } from './tags.ts';
import { TIFF_SPACES } from './tiff-properties.ts';

type TagProperties = Pick<
  FileProperties,
  'width' | 'height' | 'pages' | 'durationSeconds' | 'colorSpace' | 'colorProfile' | 'dpi' | 'bitDepth'
>;

/** Reads the technical properties of a file from exiftool's tags. A picture counts as 1 page. */
export function propertiesFromTags(tags: Tags, category: FileCategory): TagProperties {
  const isImage = category === FILE_CATEGORIES.image;
  const isVideo = category === FILE_CATEGORIES.video;
  const isPlayed = isVideo || category === FILE_CATEGORIES.audio;
  return {
    ...(isImage || isVideo ? sizeAsSeen(tags, isVideo) : { width: 0, height: 0 }),
    pages: isImage ? 1 : category === FILE_CATEGORIES.document ? pageCount(tags) : 0,
    durationSeconds: isPlayed ? duration(tags) : 0,
    colorSpace: isImage ? colorSpace(tags) : '',
    colorProfile: isImage ? (tagText(tags, 'ICC_Profile:ProfileDescription') ?? '') : '',
    dpi: isImage ? dotsPerInch(tags) : 0,
    bitDepth: isImage ? bitsPerChannel(tags) : 0,
  };
}

/**
 * Returns the size as shown, after rotation. HEIF has its own rotation property (in quarter turns) and requires that
 * the EXIF orientation be ignored.
 */
function sizeAsSeen(tags: Tags, isVideo: boolean): { width: number; height: number } {
  const [width = 0, height = 0] = (tagText(tags, 'Composite:ImageSize') ?? '').split(/[\sx]+/).map(Number);
  if (!(width > 0 && height > 0 && width < 1e9 && height < 1e9)) return { width: 0, height: 0 };
  const isTurned = isVideo
    ? (tagNumber(tags, 'Composite:Rotation') ?? 0) % 180 !== 0
    : isHeif(tags)
      ? (tagNumber(tags, 'QuickTime:Rotation') ?? 0) % 2 !== 0
      : orientationOf(tags) >= 5;
  const across = isVideo ? Math.max(1, Math.round(width * pixelAspect(tags, width, height))) : width;
  return isTurned ? { width: height, height: across } : { width: across, height };
}

/** Their pixels are upright whatever EXIF that was copied into them says. */
const UPRIGHT = /^(?:JXL|PS[DB]|J(?:P2|PX|PM|PH|2C))$/;

/** Returns the orientation of EXIF, 1 to 8, by which a picture is to be turned: 1, not at all, where EXIF doesn't decide. */
export function orientationOf(tags: Tags): number {
  if (isHeif(tags) || UPRIGHT.test(tagText(tags, 'File:FileType') ?? '')) return 1;
  const stated = tagNumber(tags, 'IFD0:Orientation') ?? 1;
  return stated >= 1 && stated <= 8 ? stated : 1;
}

/** Greatest believable ratio of the sides of a pixel. */
const MAX_ASPECT = 10;

/** Returns the width of a pixel of a film divided by its height, as far as its container says so; else 1. */
function pixelAspect(tags: Tags, width: number, height: number): number {
  const named = (suffix: string) => endingWith(tags, suffix)[0] ?? '';
  const ratioOf = (across: string, down: string) =>
    (tagNumber(tags, named(across)) ?? 0) / (tagNumber(tags, named(down)) ?? 0);
  // In MP4 the size of the track is the size as seen, in QuickTime that of the pixels.
  const isStored = tagNumber(tags, named(':SourceImageWidth')) === width;
  const written = isStored ? (tagText(tags, named(':PixelAspectRatio')) ?? '') : '';
  const [left = 0, right = 0] = written.split(':').map(Number);
  const ratio = [
    left / right,
    ratioOf(':AspectRatioX', ':AspectRatioY'),
    (ratioOf(':DisplayWidth', ':DisplayHeight') * height) / width,
  ].find((each) => each > 1 / MAX_ASPECT && each < MAX_ASPECT);
  return ratio ?? 1;
}

function isHeif(tags: Tags): boolean {
  return /^(?:HEI[CF]S?|HIF|AVIF)$/.test(tagText(tags, 'File:FileType') ?? '');
}

function pageCount(tags: Tags): number {
  const pages = firstOf(
    ['PDF:PageCount', 'FlashPix:Pages', 'FlashPix:Slides', 'XMP-xmpTPg:NPages', 'PostScript:Pages'],
    (name) => tagNumber(tags, name),
  );
  return pages !== undefined && pages > 0 && pages < 1e6 ? Math.floor(pages) : 0;
}

function duration(tags: Tags): number {
  const names = [
    'Composite:Duration',
    'QuickTime:Duration',
    'Info:Duration',
    ...endingWith(tags, ':Duration'),
    ...endingWith(tags, ':PlayDuration'),
  ];
  const seconds = firstOf(names, (name) => {
    const number = tagNumber(tags, name);
    return number !== undefined && number > 0 && number < 1e8 ? number : undefined;
  });
  return seconds === undefined ? 0 : Math.round(seconds * 1000) / 1000;
}

const ICC_SPACES: ReadonlyMap<string, string> = new Map(
  Object.entries({ GRAY: 'Gray', CMYK: 'CMYK', Lab: 'Lab', RGB: 'RGB' }),
);
/** Colour spaces by their numbers in Photoshop files; all others are RGB. */
const PHOTOSHOP_SPACES: Readonly<Record<number, string>> = { 0: 'Gray', 1: 'Gray', 4: 'CMYK', 8: 'Gray', 9: 'Lab' };

/**
 * RGB counts as `sRGB` if its profile says so, or if it has no profile, as on the web; with any other profile it is
 * `RGB`.
 */
function colorSpace(tags: Tags): string {
  if (tagText(tags, 'Composite:ImageSize') === undefined) return '';
  const profile = tagText(tags, 'ICC_Profile:ProfileDescription');
  const written = tagText(tags, 'ICC-header:ColorSpaceData')?.trim();
  const space = (written === undefined ? undefined : ICC_SPACES.get(written)) ?? pixelSpace(tags);
  if (space !== 'RGB') return space;
  if (profile !== undefined) return /srgb/i.test(profile) ? 'sRGB' : 'RGB';
  const stated = [tagNumber(tags, 'ExifIFD:ColorSpace'), tagText(tags, 'InteropIFD:InteropIndex')] as const;
  return !STATES_COLOURS.test(tagText(tags, 'File:FileType') ?? '') && meanAdobeRgb(...stated) ? 'RGB' : 'sRGB';
}

/** Formats whose colours EXIF says nothing about, because they always state them. */
const STATES_COLOURS = /^(?:JXL|JP2|JPX|JPM|J2C|PSD|PSB)\b/;

function pixelSpace(tags: Tags): string {
  const components = tagNumber(tags, 'File:ColorComponents');
  if (components === 1) return 'Gray';
  if (components === 4) return 'CMYK';
  if (components !== undefined) return 'RGB';
  const png = tagNumber(tags, 'PNG:ColorType');
  if (png === 0 || png === 4) return 'Gray';
  const photoshop = tagNumber(tags, 'Photoshop:ColorMode');
  if (photoshop !== undefined) return PHOTOSHOP_SPACES[photoshop] ?? 'RGB';
  return TIFF_SPACES[tagNumber(tags, 'IFD0:PhotometricInterpretation') ?? -1] ?? 'RGB';
}

const CENTIMETRES_PER_INCH = 2.54;

/**
 * One pixel per millimetre, and per something: what programs write where they know no resolution. Others are rounded to
 * hundredths.
 */
const NO_RESOLUTIONS: readonly number[] = [0, 1, 25.4];
const MAX_DPI = 1e5;

function dotsPerInch(tags: Tags): number {
  const dpi = Math.round(statedDpi(tags) * 100) / 100;
  return NO_RESOLUTIONS.includes(dpi) || dpi >= MAX_DPI ? 0 : dpi;
}

function statedDpi(tags: Tags): number {
  const perMetre =
    tagNumber(tags, 'PNG-pHYs:PixelUnits') === 1 ? tagNumber(tags, 'PNG-pHYs:PixelsPerUnitX') : undefined;
  if (perMetre !== undefined) return (perMetre * CENTIMETRES_PER_INCH) / 100;
  for (const [group, inch, centimetre] of [
    ['IFD0', 2, 3],
    ['JFIF', 1, 2],
    ['Photoshop', 1, 2],
  ] as const) {
    const resolution = tagNumber(tags, `${group}:XResolution`);
    const unit = tagNumber(tags, `${group}:ResolutionUnit`) ?? inch;
    if (resolution === undefined || resolution <= 0) continue;
    if (unit === inch || group === 'Photoshop') return resolution;
    if (unit === centimetre) return resolution * CENTIMETRES_PER_INCH;
  }
  return 0;
}

function bitsPerChannel(tags: Tags): number {
  const perComponent = tagNumber(tags, 'Jpeg2000:BitsPerComponent');
  if (perComponent !== undefined) return (perComponent & 0x7f) + 1; // stored as bits - 1; the top bit is the sign
  const perPixel = tagNumber(tags, 'File:BitDepth'); // BMP counts all channels
  if (perPixel !== undefined) return perPixel <= 8 ? perPixel : 8;
  if (tagNumber(tags, 'PNG:ColorType') === 3) return 8; // a palette: the stored bits are those of the index
  const names = [
    'File:BitsPerSample',
    'IFD0:BitsPerSample',
    'PNG:BitDepth',
    'Photoshop:BitDepth',
    'QuickTime:ImagePixelDepth',
    'QuickTime:BitDepthLuma',
    ...endingWith(tags, ':BitsPerSample'),
  ];
  const bits = firstOf(names, (name) => tagNumber(tags, name));
  if (bits !== undefined && bits >= 1 && bits <= 64) return bits;
  return /^image\/(?:gif|webp)$/.test(tagText(tags, 'File:MIMEType') ?? '') ? 8 : 0;
}

function endingWith(tags: Tags, suffix: string): string[] {
  return [...tags.keys()].filter((name) => name.endsWith(suffix));
}
