// What exiftool says of a file, as far as it is to be believed.
import { FILE_CATEGORIES, UNKNOWN_TYPE } from '../../../core/src/domain/file-properties.ts';
import { isAmongOthers, writeBarePdf } from './bare-pdf.ts';
import { categoryOfMediaType } from './categories.ts';
import type { Detected } from './detect.ts';
import type { TagReader } from './exiftool.ts';
import { ZIPPED_OFFICE } from './office-properties.ts';
import type { Reading } from './own-kind.ts';
import { NO_TAGS, type Tags, tagText } from './tags.ts';
import { messageOf } from './warnings.ts';

/** Returns undefined if the tags could not be read. */
export async function readTags(
  reading: Reading,
  { category, mediaType, text }: Detected,
  exiftool: TagReader | undefined,
): Promise<Tags | undefined> {
  const { job, extension, trouble } = reading;
  const isZip = ZIPPED_OFFICE.test(mediaType);
  const isPlain = category === FILE_CATEGORIES.text || category === FILE_CATEGORIES['3d'];
  const isHopeless =
    category === FILE_CATEGORIES.unknown && (reading.size === 0 || mediaType !== UNKNOWN_TYPE || text !== undefined);
  if (isZip || isPlain || isHopeless) return NO_TAGS;
  if (exiftool === undefined) return undefined;
  try {
    // For an unknown file, exiftool sees only the content: it would trust any extension.
    const isPdf = mediaType === 'application/pdf';
    return await exiftool.read(job.path, {
      extension: category === FILE_CATEGORIES.unknown ? '' : isPdf ? 'pdf' : extension,
      metadata: job.metadata,
      head: mediaType === 'image/jpeg',
      ...(isPdf && (await isAmongOthers(reading.file, reading.size)) && { write: writeBarePdf }),
    });
  } catch (error) {
    trouble.push(`Its metadata could not be read: ${messageOf(error)}.`);
    return undefined;
  }
}

/** Types that exiftool tells by two bytes, where our own checks are stricter. */
const WEAK: ReadonlySet<string> = new Set(['audio/mpeg', 'image/tiff']);

/**
 * Refines the detected type with exiftool's, which knows further formats of pictures, sound and film, and raw files by
 * camera maker.
 */
export function settleType(detected: Detected, tags: Tags): Detected {
  const mediaType = tagText(tags, 'File:MIMEType')?.toLowerCase();
  if (mediaType === undefined || tags.has('ExifTool:Error')) return detected;
  const category = categoryOfMediaType(mediaType);
  const isMedia = ([FILE_CATEGORIES.image, FILE_CATEGORIES.video, FILE_CATEGORIES.audio] as number[]).includes(
    category,
  );
  if (detected.category === FILE_CATEGORIES.unknown && detected.mediaType === UNKNOWN_TYPE) {
    return isMedia && !WEAK.has(mediaType) ? { category, mediaType } : detected;
  }
  const isMoreExact =
    category === detected.category && detected.mediaType === 'image/tiff' && mediaType !== 'image/x-tiff-big';
  return isMoreExact ? { ...detected, mediaType } : detected;
}

/**
 * Returns true if exiftool mistook the file: a picture for audio, as with all Amiga formats, a PDF with an odd start for
 * nothing at all, or any file for DICOM, whose signature is weak.
 */
export function isMistaken(tags: Tags, { category, mediaType }: Detected): boolean {
  const taken = tagText(tags, 'File:MIMEType');
  if (taken === undefined) return mediaType === 'application/pdf';
  const isTakenForSound = category === FILE_CATEGORIES.image && categoryOfMediaType(taken) === FILE_CATEGORIES.audio;
  return isTakenForSound || (taken === 'application/dicom' && mediaType !== taken);
}
