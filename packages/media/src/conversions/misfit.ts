/** Says from what is known of a file, and from the programs at hand, which conversions can't be made of it. */
import { FILE_CATEGORIES, type FileProperties } from '../../../core/src/domain/file-properties.ts';
import { MAX_TEXT_BYTES } from '../../../core/src/domain/formats.ts';
import type { Conversion, Version } from '../../../core/src/domain/model.ts';
import { OFFICE_TYPES, officeProgramOf } from '../../../core/src/domain/office-types.ts';
import { EMBEDDED_TYPES } from '../pictures/drawn-types.ts';
import { maxPixels } from '../pictures/most-pixels.ts';
import { ALL_MEANS, isPlaceholder, type Means, sizeAtDensity } from '../pictures/preview-size.ts';
import { type Chosen, MAX_PDF_PAGES, planFilm, planPicture, sizeInPixels } from './conversion-plan.ts';
import { layOut } from './page-layout.ts';

const PDF = 'application/pdf';

type KnownFile = Pick<Version, 'properties'> & Partial<Pick<Version, 'size'>>;

/** Predictions of pictures are for versions with a file. */
const ANY_FILE = { sha256: '', size: 0, crc32: 0 };

/** Returns why the file can't be converted, in the chosen size or that of the format; undefined if it can. */
export function misfitOf(
  conversion: Conversion,
  file: KnownFile,
  { programs = ALL_MEANS, chosen = {} }: { readonly programs?: Means; readonly chosen?: Chosen } = {},
): string | undefined {
  return (
    (conversion.to === 'mp4' ? filmMisfit(conversion, file, programs) : kindMisfit(conversion.to, file, programs)) ??
    sizeMisfit(conversion, file.properties, chosen)
  );
}

/**
 * Target of a resize or crop without a conversion in the format: the same file type if it can be written. Any other
 * picture becomes a `jpg`.
 */
const SAME_KIND: Readonly<Record<string, Conversion['to']>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/tiff': 'tif',
  'image/avif': 'avif',
};

/** Returns what a file becomes if it is only resized or cropped; undefined if it can be neither. */
export function ownKind({ mediaType, category }: FileProperties): Conversion['to'] | undefined {
  if (category === FILE_CATEGORIES.video) return 'mp4';
  return category === FILE_CATEGORIES.image ? (SAME_KIND[mediaType] ?? 'jpg') : undefined;
}

function filmMisfit(conversion: Conversion, { properties }: KnownFile, programs: Means): string | undefined {
  if (properties.category !== FILE_CATEGORIES.video) return 'it is no video';
  if (isNeverDrawn(properties, ALL_MEANS)) return 'no program here converts such videos';
  const mayStay = planFilm(conversion, properties, {}).mayStay === true;
  return programs.hasFfmpeg || mayStay ? undefined : 'no program here converts videos';
}

function kindMisfit(to: Conversion['to'], { properties, size = 0 }: KnownFile, programs: Means): string | undefined {
  const { category, mediaType, drawn, isDamaged } = properties;
  const { unknown, audio, image, document, text } = FILE_CATEGORIES;
  if (category === unknown) return 'its kind is unknown';
  if (category === audio) return `a sound can't become ${to}`;
  const isOffice = OFFICE_TYPES.has(mediaType);
  if (isOffice && !programs.officePrograms.includes(officeProgramOf(mediaType)))
    return 'no program here converts Office files';
  if (to === 'pdf' && category === text) {
    const isTooLong = size > MAX_TEXT_BYTES;
    return isTooLong ? `a text of more than ${MAX_TEXT_BYTES / 2 ** 20} MB can't become pdf` : undefined;
  }
  if (to === 'pdf' && category === document) {
    return isOffice || mediaType === PDF ? undefined : "documents of this kind can't become pdf";
  }
  if (to === 'pdf' && category !== image) return 'only pictures, documents and texts become pdf';
  if (isOffice || isDamaged) return undefined;
  const isWithoutPicture = EMBEDDED_TYPES.has(mediaType) && drawn === undefined;
  return isWithoutPicture || isNeverDrawn(properties, programs) ? 'nothing here draws such files' : undefined;
}

function isNeverDrawn(properties: FileProperties, programs: Means): boolean {
  return !properties.isDamaged && isPlaceholder({ file: ANY_FILE, properties }, programs);
}

/** Returns why the result would be too large for its format. */
function sizeMisfit(conversion: Conversion, properties: FileProperties, chosen: Chosen): string | undefined {
  const { to } = conversion;
  if (to === 'mp4' || (to === 'pdf' && properties.category !== FILE_CATEGORIES.image)) return undefined;
  const pixels = sizeInPixels(properties);
  if (pixels && pixels.width * pixels.height > maxPixels(properties.mediaType)) return 'it has too many pixels';
  const plan = planPicture({ ...conversion, to }, properties, chosen);
  if ((plan.pages ?? 0) > MAX_PDF_PAGES) return `a picture of more than ${MAX_PDF_PAGES} pages can't become pdf`;
  const found = pixels ?? sizeAtDensity({ file: ANY_FILE, properties }, plan.pageDpi);
  // What has no pixels is drawn as large as its box.
  const box =
    plan.box && !pixels && !EMBEDDED_TYPES.has(properties.mediaType) ? { box: { ...plan.box, enlarge: true } } : {};
  const isTooLarge = found !== undefined && layOut({ ...plan, ...box }, found) === 'too_large';
  return isTooLarge ? `the picture would have more pixels than a ${to} file may` : undefined;
}
