import { open } from 'node:fs/promises';
import { FILE_CATEGORIES, type FileProperties } from '../../../core/src/domain/file-properties.ts';
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { BARS } from '../ffmpeg/waveform.ts';
import { EMBEDDED_TYPES } from '../pictures/drawn-types.ts';
import { endOfPdf } from './bare-pdf.ts';
import { categoryOfExtension, extensionOf } from './categories.ts';
import { cleanLine } from './clean-text.ts';
import { isSurelyCut, mayBeCut, reasonToOpen } from './cut-files.ts';
import { isRecordingCut } from './cut-films.ts';
import { mergeMetadata, NO_METADATA, type WrittenMetadata } from './descriptive-metadata.ts';
import { type Detected, detect, HEAD_BYTES } from './detect.ts';
import type { TagReader } from './exiftool.ts';
import type { ExtractAnswer, Extracted, ExtractJob } from './extract-job.ts';
import { focusAsSeen, type WrittenFocus } from './focus-from-tags.ts';
import { marksFromTags } from './marks-from-tags.ts';
import { metadataFromTags } from './metadata-from-tags.ts';
import { type Found, type Reading, readOwnKind } from './own-kind.ts';
import { readPlayed, type StreamProbe } from './played.ts';
import { orientationOf, propertiesFromTags } from './properties-from-tags.ts';
import { isMistaken, readTags, settleType } from './read-tags.ts';
import { readSidecar } from './sidecar.ts';
import { NO_TAGS, type Tags, tagTexts } from './tags.ts';
import { mayBeTransparent } from './transparency.ts';
import { unreadValidity } from './validity-from-tags.ts';
import { damageWarning, withoutPaths } from './warnings.ts';

/**
 * Reads a file's properties and descriptive metadata, in the worker process. Throws only if the file can't be opened or
 * read; other problems become a warning.
 */
export async function extract(
  job: ExtractJob,
  exiftool: TagReader | undefined,
  openStreams: StreamProbe,
): Promise<ExtractAnswer> {
  const file = await open(job.path, 'r');
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error('not a file');
    const head = Buffer.alloc(Math.min(HEAD_BYTES, stat.size));
    await file.read(head, 0, head.length, 0);
    const reading: Reading = { file, head, size: stat.size, job, extension: extensionOf(job.name), trouble: [] };
    const detected = await detect(job.path, head, stat.size, reading.extension);
    if (job.only === 'type') return finish(reading, detected, undefined, { properties: {}, metadata: [] }, []);

    const tags = await readTags(reading, detected, exiftool);
    const told = {
      detected: settleType(detected, tags ?? NO_TAGS),
      extension: reading.extension,
      isSizeKnown: tags?.has('Composite:ImageSize') ?? false,
    };
    const played = await readPlayed(job.path, told, openStreams);
    const settled = played.kind;
    const read = await readOwnKind(reading, settled, tags === undefined && exiftool === undefined);
    const own = {
      properties: { ...read.properties, ...played.properties },
      // Without tags too little is known to count as all that there is.
      metadata: tags === undefined ? read.metadata : [...read.metadata, ...played.metadata],
    };
    const isPdf = settled.mediaType === 'application/pdf';
    // Exiftool does not notice that a PDF is truncated.
    if (isPdf && (await endOfPdf(file, stat.size)) === undefined)
      reading.trouble.push('The file seems damaged: it ends before the table of its objects.');
    const isSound = settled.category === FILE_CATEGORIES.audio;
    if (isSound && (await isRecordingCut(settled.mediaType, reading))) reading.trouble.push(CUT_SOUND);
    const isBeside = job.metadata && exiftool !== undefined && job.sidecar !== undefined;
    const sidecar = isBeside ? await readSidecar(job.sidecar, exiftool) : { metadata: [], trouble: [] };
    // Illustrator files usually are PDFs, so their pages are read too. Those that aren't cause no warning, because
    // exiftool's warnings are used only for real PDFs.
    const isPages = isPdf || settled.mediaType === 'application/vnd.adobe.illustrator';
    const warnings = isPdf ? tagTexts(tags ?? NO_TAGS, 'ExifTool:Warning') : [];
    const isCut = await isSurelyCut(settled.mediaType, reading);
    if (isCut) reading.trouble.push('The file seems damaged: it ends before its picture does.');
    const unread = job.metadata ? unreadValidity(tags ?? NO_TAGS) : undefined;
    const besides = [...(unread === undefined ? [] : [unread]), ...sidecar.trouble];
    const finished = { ...finish(reading, settled, tags, own, sidecar.metadata), besides };
    if (isCut) return { ...finished, properties: { ...finished.properties, isDamaged: true } };
    const isDoubtful = !isPages && (finished.warning !== undefined || (await mayBeCut(settled.mediaType, reading)));
    const reason = isPages ? reasonToOpen({ size: reading.size, warnings }) : undefined;
    const isAlphaAsked =
      settled.category === FILE_CATEGORIES.image && (await mayBeTransparent(settled.mediaType, file));
    const { category } = finished.properties;
    const isFilm = category === FILE_CATEGORIES.video;
    // Films that ffmpeg does not know are not damaged for that.
    const isKnown = played.properties.width !== undefined || KNOWN_FILM.test(settled.mediaType);
    const isOpened = isFilm && (isKnown || finished.warning !== undefined);
    const hasCover = category === FILE_CATEGORIES.audio && (finished.properties.drawn ?? BARS).width !== BARS.width;
    const isAlwaysJudged = EMBEDDED_TYPES.has(settled.mediaType) || JUDGED.has(settled.mediaType);
    const toJudge = isOpened || hasCover || isAlwaysJudged || (isDoubtful && isDecoded(settled));
    const toOpen = reason ?? (toJudge ? ('damage' as const) : isAlphaAsked ? ('alpha' as const) : undefined);
    const opening = toOpen && { toOpen };
    if (!isFilm || !(await isRecordingCut(settled.mediaType, reading))) return { ...finished, ...opening };
    const properties = { ...finished.properties, isDamaged: true };
    return { ...finished, ...opening, warning: finished.warning ?? CUT_FILM, properties };
  } finally {
    await file.close();
  }
}

/** Films that every ffmpeg knows. */
const KNOWN_FILM = /^video\/(?:mp4|quicktime|x-m4v|3gpp2?|(?:x-)?matroska|webm|ogg|mpeg|mp2t|vnd\.avi|x-flv|x-ms-asf)$/;
const CUT_FILM = 'The file seems damaged: the film ends before its time.';
const CUT_SOUND = 'The file seems damaged: the sound ends before its time.';

/** Some can't be drawn though they are whole: locked ones, and those with own entities or colours unknown to ffmpeg. */
const JUDGED: ReadonlySet<string> = new Set([
  ...OFFICE_TYPES.keys(),
  'image/svg+xml',
  'image/x-tga',
  'image/x-xpixmap',
]);
const DECODED = /^(?:model\/(?:gltf-binary|gltf\+json|obj|ply|stl)|application\/epub\+zip)$/;

/** Returns true for files whose content only a decoder can judge: pictures, models, books and Office files. */
function isDecoded({ category, mediaType }: Detected): boolean {
  return category === FILE_CATEGORIES.image || DECODED.test(mediaType) || OFFICE_TYPES.has(mediaType);
}

function finish(
  reading: Reading,
  detected: Detected,
  read: Tags | undefined,
  own: Found,
  sidecar: readonly WrittenMetadata[],
): Extracted {
  const { job, extension, size, trouble } = reading;
  const { category, mediaType } = detected;
  const tags = read ?? NO_TAGS;
  const written = [...sidecar, metadataFromTags(tags), ...own.metadata];
  const marks = marksFromTags(tags);
  const areUnknown = read === undefined && written.length === 1;
  const properties: FileProperties = {
    extension,
    ...propertiesFromTags(tags, category),
    ...own.properties,
    category,
    mediaType,
    ...(marks && { marks: { ...own.properties.marks, ...marks } }),
  };
  const asSeen = (focus: WrittenFocus) => focusAsSeen(focus, properties, orientationOf(tags));
  // Exiftool's XML reader takes a `>` within a value, as in data: addresses, for the end of the tag, so its complaints
  // about SVG are ignored.
  const complaints = mediaType === 'image/svg+xml' || isMistaken(tags, detected) ? NO_TAGS : tags;
  const warning = damageWarning({
    properties,
    size,
    namedCategory: categoryOfExtension(extension),
    errors: tagTexts(complaints, 'ExifTool:Error'),
    warnings: tagTexts(complaints, 'ExifTool:Warning'),
    trouble,
    isSizeExpected: tags.size > 0,
  });
  return {
    properties: { ...properties, colorProfile: cleanLine(properties.colorProfile, 200) },
    ...(areUnknown ? {} : { metadata: job.metadata ? mergeMetadata(written, asSeen) : NO_METADATA }),
    ...(warning === undefined ? {} : { warning: withoutPaths(warning, job) }),
  };
}
