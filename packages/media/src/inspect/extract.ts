import { type FileHandle, open } from 'node:fs/promises';
import { FILE_CATEGORIES, type FileProperties, UNKNOWN_TYPE } from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { BARS } from '../ffmpeg/waveform.ts';
import { EMBEDDED_TYPES } from '../pictures/drawn-types.ts';
import { audioTags } from './audio-tags.ts';
import { endOfPdf, isAmongOthers, writeBarePdf } from './bare-pdf.ts';
import { categoryOfExtension, categoryOfMediaType, extensionOf } from './categories.ts';
import { cleanLine } from './clean-text.ts';
import { isSurelyCut, mayBeCut, reasonToOpen } from './cut-files.ts';
import { isFilmCut } from './cut-films.ts';
import { mergeMetadata, NO_METADATA, type WrittenMetadata } from './descriptive-metadata.ts';
import { type Detected, detect, HEAD_BYTES } from './detect.ts';
import type { TagReader } from './exiftool.ts';
import type { ExtractAnswer, Extracted, ExtractJob } from './extract-job.ts';
import { focusAsSeen, type WrittenFocus } from './focus-from-tags.ts';
import { headerSize } from './header-size.ts';
import { metadataFromHtmlHead } from './html-head.ts';
import { marksFromTags } from './marks-from-tags.ts';
import { metadataFromTags } from './metadata-from-tags.ts';
import { officeProperties } from './office-properties.ts';
import { pictureProperties } from './picture-size.ts';
import { readPlayed, type StreamProbe } from './played.ts';
import { orientationOf, propertiesFromTags } from './properties-from-tags.ts';
import { readSidecar } from './sidecar.ts';
import { metadataFromSvg } from './svg-metadata.ts';
import { svgExactSize, svgSize } from './svg-size.ts';
import { tableRows, tableSheet } from './table-shape.ts';
import { NO_TAGS, type Tags, tagText, tagTexts } from './tags.ts';
import { withWholeLines } from './text-content.ts';
import { mayBeTransparent } from './transparency.ts';
import { damageWarning, sentence, withoutPaths } from './warnings.ts';
import { brokenLine } from './well-formed.ts';
import { readXmlFile } from './xml-file.ts';

interface Reading {
  readonly file: FileHandle;
  readonly head: Buffer;
  readonly size: number;
  readonly job: ExtractJob;
  readonly extension: string;
  readonly trouble: string[];
}

interface Found {
  readonly properties: Partial<FileProperties>;
  readonly metadata: readonly WrittenMetadata[];
}

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
    const isBeside = job.metadata && exiftool !== undefined && job.sidecar !== undefined;
    const sidecar = isBeside ? await readSidecar(job.sidecar, exiftool) : { metadata: [], trouble: [] };
    // Illustrator files usually are PDFs, so their pages are read too. Those that aren't cause no warning, because
    // exiftool's warnings are used only for real PDFs.
    const isPages = isPdf || settled.mediaType === 'application/vnd.adobe.illustrator';
    const warnings = isPdf ? tagTexts(tags ?? NO_TAGS, 'ExifTool:Warning') : [];
    const isCut = await isSurelyCut(settled.mediaType, reading);
    if (isCut) reading.trouble.push('The file seems damaged: it ends before its picture does.');
    const finished = { ...finish(reading, settled, tags, own, sidecar.metadata), besides: sidecar.trouble };
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
    if (!isFilm || !(await isFilmCut(settled.mediaType, reading))) return { ...finished, ...opening };
    const properties = { ...finished.properties, isDamaged: true };
    return { ...finished, ...opening, warning: finished.warning ?? CUT_FILM, properties };
  } finally {
    await file.close();
  }
}

/** Films that every ffmpeg knows. */
const KNOWN_FILM = /^video\/(?:mp4|quicktime|x-m4v|3gpp2?|(?:x-)?matroska|webm|ogg|mpeg|mp2t|vnd\.avi|x-flv|x-ms-asf)$/;
const CUT_FILM = 'The file seems damaged: the film ends before its time.';

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

/** Returns undefined if the tags could not be read. */
async function readTags(
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

/**
 * Refines the detected type with exiftool's, which knows further formats of pictures, sound and film, and raw files by
 * camera maker.
 */
function settleType(detected: Detected, tags: Tags): Detected {
  const mediaType = tagText(tags, 'File:MIMEType')?.toLowerCase();
  if (mediaType === undefined || tags.has('ExifTool:Error')) return detected;
  const category = categoryOfMediaType(mediaType);
  const isMedia = ([FILE_CATEGORIES.image, FILE_CATEGORIES.video, FILE_CATEGORIES.audio] as number[]).includes(
    category,
  );
  if (detected.category === FILE_CATEGORIES.unknown && detected.mediaType === UNKNOWN_TYPE) {
    // Our own check of MPEG audio is stricter than exiftool's.
    return isMedia && mediaType !== 'audio/mpeg' ? { category, mediaType } : detected;
  }
  const isMoreExact =
    category === detected.category && detected.mediaType === 'image/tiff' && mediaType !== 'image/x-tiff-big';
  return isMoreExact ? { ...detected, mediaType } : detected;
}

const TABLE = /^text\/(?:csv|tab-separated-values)$/;
const ZIPPED_OFFICE =
  /^application\/(?:vnd\.(?:openxmlformats|oasis\.opendocument(?!.*-flat-xml)|ms-(?:word|excel|powerpoint|visio)\.)|epub)/;

/** Pages in HTML are no XML, for browsers understand any. */
const XML =
  /^(?:(?:application|image|model)\/(?:xml|.*\+xml|.*-flat-xml|vnd\.adobe\.xfdf|x-indesign-interchange)|model\/amf)$/;

/** Reads formats that have their own reader. */
async function readOwnKind(
  reading: Reading,
  { category, mediaType, text }: Detected,
  withoutTags: boolean,
): Promise<Found> {
  const { file, head, size, job, trouble } = reading;
  try {
    const xml = XML.test(mediaType) ? await readXmlFile(job.path).catch(unlessTooLarge) : undefined;
    const line = xml && brokenLine(xml);
    if (line !== undefined) trouble.push(`The file seems damaged: its XML is broken in line ${line}.`);
    if (mediaType === 'image/svg+xml') {
      const sizes = await svgSizes(reading, text ?? '');
      const metadata = xml === undefined || line !== undefined ? [] : [metadataFromSvg(xml)];
      const marks = metadata[0]?.marks;
      return { properties: { ...sizes, pages: 1, colorSpace: 'sRGB', ...(marks && { marks }) }, metadata };
    }
    if (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)) {
      return { properties: {}, metadata: [metadataFromHtmlHead(text ?? '')] };
    }
    if (ZIPPED_OFFICE.test(mediaType)) {
      const { brokenPart, ...found } = await officeProperties(job.path);
      if (brokenPart !== undefined) trouble.push(`The file seems damaged: ${sentence(brokenPart)} in it is broken.`);
      return found;
    }
    if (category === FILE_CATEGORIES.audio) {
      const tags = await audioTags(job.path);
      if (tags === undefined) return { properties: {}, metadata: [] };
      const { durationSeconds, metadata, drawn } = tags;
      return { properties: { ...(durationSeconds > 0 ? { durationSeconds } : {}), drawn }, metadata: [metadata] };
    }
    if (TABLE.test(mediaType)) {
      return {
        properties: { drawn: tableSheet(await tableRows(withWholeLines(text ?? '', size > head.length))) },
        metadata: [],
      };
    }
    const properties = category === FILE_CATEGORIES.image && withoutTags ? await pictureProperties(file, size) : {};
    const own = await headerSize(mediaType, head, file);
    return { properties: { ...properties, ...own }, metadata: [] };
  } catch (error) {
    if (!withoutTags) trouble.push(`The file seems damaged: ${messageOf(error)}.`);
    return { properties: {}, metadata: [] };
  }
}

/** Returns the size that an SVG states, else that of what it draws. Rejects if a gzipped one does not unpack. */
async function svgSizes({ job, head }: Reading, text: string): Promise<Size & { readonly drawn?: Size }> {
  const stated = svgSize(text);
  const exact = svgExactSize(text);
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  if ((exact || stated.width > 0) && !isPacked) return { ...stated, ...(exact && { drawn: exact }) };
  // Loads the image library only for these few files.
  const { confineImageLibrary } = await import('./image-library.ts');
  const { svgFileSize } = await import('./svg-file.ts');
  confineImageLibrary();
  const drawn = await svgFileSize(job.path).catch(unlessTooLarge);
  return { ...stated, ...(drawn && { drawn }) };
}

/** Undefined for what is not read because it is too large, which is no damage. */
function unlessTooLarge(error: unknown): undefined {
  if (!(error instanceof CannotMake && error.reason === 'too_large')) throw error;
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

/**
 * Returns true if exiftool mistook the file: a picture for audio, as with all Amiga formats, a PDF with an odd start for
 * nothing at all, or any file for DICOM, whose signature is weak.
 */
function isMistaken(tags: Tags, { category, mediaType }: Detected): boolean {
  const taken = tagText(tags, 'File:MIMEType');
  if (taken === undefined) return mediaType === 'application/pdf';
  const isTakenForSound = category === FILE_CATEGORIES.image && categoryOfMediaType(taken) === FILE_CATEGORIES.audio;
  return isTakenForSound || (taken === 'application/dicom' && mediaType !== taken);
}

function messageOf(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error));
}
