/** The calls of the process that decodes files for an import: to count pages, and to see whether they are damaged. */
import { readFile } from 'node:fs/promises';
import type { DescriptiveMetadata } from '../../../core/src/domain/descriptive-metadata.ts';
import { NO_FEATURES } from '../../../core/src/domain/features.ts';
import { FILE_CATEGORIES, type FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { CannotMake, type CannotMakeReason } from '../derived/cannot-make.ts';
import { readFrame } from '../ffmpeg/frame.ts';
import { countPages, infoOf, sizeOfPage, withPdf } from '../ffmpeg/pdfium.ts';
import { probe } from '../ffmpeg/probe.ts';
import { requireTools } from '../ffmpeg/tools.ts';
import { JXL } from '../pictures/drawn-types.ts';
import type { DrawableFile } from '../pictures/renderer.ts';
import type { Picture } from '../pictures/sources/picture.ts';
import { categoryOfMediaType } from './categories.ts';
import { metadataOfInfo } from './pdf-info.ts';
import { PLACEHOLDER } from './played.ts';
import { isSeenThrough } from './transparency.ts';

const MAX_PAGES = 1_000_000;

/** Properties that are known only after opening a PDF. */
export interface PdfPages {
  /** Page count of the library that also draws the pages; 0 if the PDF can't be opened. */
  readonly pages: number;
  /** Size of the first page in points; absent if there is no page. */
  readonly first?: { readonly width: number; readonly height: number };
  /** What the information of the document says; absent if the PDF can't be opened. */
  readonly info?: DescriptiveMetadata;
}

export const openCalls = { readPages, judge, isTransparent, features };

/** Sides of a picture that is only drawn to see whether it can be. */
const GLANCE = 64;
const DRAWN_AT_ANY_SIZE = /^(?:image\/svg\+xml|model\/.*)$/;
/** Reasons that say nothing about the file. */
const FOR_NOW: ReadonlySet<CannotMakeReason> = new Set(['missing', 'no_tool', 'too_slow']);
/** More than any picture has, so that it is decoded whole. */
const ANY_SIZE = 1_000_000;
const USUAL_BOX = 256;

/** What decoding a file tells: whether it is damaged, or else the size of what is drawn of it, how many pages it has and whether it is transparent. */
export type Judgement =
  | { readonly isDamaged: true; readonly warning?: string; readonly isUndrawn?: boolean }
  | {
      readonly isDamaged: false;
      readonly size?: Size;
      readonly pages?: number;
      readonly isTransparent?: boolean;
      /** True if no program draws such content. */
      readonly isUndrawn?: boolean;
    };

const NEEDS_PASSWORD = 'The file needs a password.';

/** Finds out whether a picture, a model, a book or an Office file can't be converted, because its content is damaged. */
async function judge(source: DrawableFile & { readonly properties: FileProperties }): Promise<Judgement> {
  const { mediaType } = source.properties;
  if (OFFICE_TYPES.has(mediaType)) {
    const { officeCondition } = await import('../pictures/office/intact.ts');
    const condition = await officeCondition(source.path);
    if (condition === 'intact') return { isDamaged: false };
    // A password that all programs know may open what looks locked.
    if (condition === 'locked') return { isDamaged: true, warning: NEEDS_PASSWORD };
    return { isDamaged: true, isUndrawn: !(await isOpened(source)) };
  }
  if (source.properties.category === FILE_CATEGORIES.audio) return await sizeOfCover(source);
  if (source.properties.category === FILE_CATEGORIES.video) return { isDamaged: !(await hasPicture(source.path)) };
  try {
    const picture = await opened(source, true);
    if (picture === undefined) return { isDamaged: false };
    const { pixels, width, height, pages } = picture;
    await pixels.clone().resize({ width: GLANCE, height: GLANCE, fit: 'inside' }).raw().toBuffer();
    const isPicture = categoryOfMediaType(mediaType) === FILE_CATEGORIES.image;
    const isTransparent = isPicture && (await isSeenThrough(picture));
    return { isDamaged: false, size: { width, height }, pages, isTransparent };
  } catch (error) {
    // What is too large, takes too long or needs a file or a program that is not here, is not damaged.
    if (!(error instanceof CannotMake) || error.reason === 'corrupt') return { isDamaged: true };
    if (error.reason === 'too_large' && mediaType === JXL && (await isOpened(source))) return { isDamaged: false };
    return { isDamaged: false, ...(!FOR_NOW.has(error.reason) && { isUndrawn: true }) };
  }
}

/** Returns true for what is opened as a thumbnail. */
async function isOpened(source: DrawableFile): Promise<boolean> {
  return await opened(source, true, USUAL_BOX).then(
    () => true,
    () => false,
  );
}

/** A cover that can't be decoded is not drawn: the waveform is, or a placeholder. */
async function sizeOfCover(source: DrawableFile): Promise<Judgement> {
  try {
    const picture = await opened(source, false);
    return { isDamaged: false, ...(picture && { size: { width: picture.width, height: picture.height } }) };
  } catch (error) {
    if (!(error instanceof CannotMake)) throw error;
    return { isDamaged: false, ...(error.reason === 'corrupt' && { size: PLACEHOLDER }) };
  }
}

const FRAME_SECONDS = 10;

/** Returns false for a film of which no frame can be decoded, so that it has no poster. */
async function hasPicture(path: string): Promise<boolean> {
  try {
    const tools = requireTools('no_tool', 'ffmpeg is not there');
    const { video } = await probe(tools, path);
    if (video === undefined) return true; // it is drawn by its cover or its sound
    return (await readFrame(tools, path, { stream: video.index, filters: [], seconds: FRAME_SECONDS })) !== undefined;
  } catch (error) {
    if (!(error instanceof CannotMake)) throw error;
    return error.reason !== 'corrupt';
  }
}

/** Returns false for what can't be decoded. */
async function isTransparent(source: DrawableFile): Promise<boolean> {
  try {
    const picture = await opened(source, false);
    return picture !== undefined && (await isSeenThrough(picture));
  } catch {
    return false;
  }
}

async function opened(source: DrawableFile, isSound: boolean, largest = ANY_SIZE): Promise<Picture | undefined> {
  const { mediaType } = source.properties;
  const { confineImageLibrary } = await import('./image-library.ts');
  const { sourceOpener } = await import('../pictures/sources.ts');
  confineImageLibrary();
  const box = DRAWN_AT_ANY_SIZE.test(mediaType) ? GLANCE : largest;
  return await sourceOpener(mediaType)?.({ ...source, page: 0, box, isAsStored: true, isSound });
}

/** Opens a PDF and reads its page count, its size and its information. */
async function readPages(path: string): Promise<PdfPages> {
  try {
    return await withPdf(await readFile(path), async (document) => {
      const pages = countPages(document);
      const info = metadataOfInfo(infoOf(document));
      if (pages < 1 || pages >= MAX_PAGES) return { pages: 0, info };
      const first = sizeOfPage(document, 0);
      return { pages, info, ...(first.width > 0 && first.height > 0 ? { first } : {}) };
    });
  } catch {
    // Damaged or locked. Drawing its pages reports the reason.
    return { pages: 0 };
  }
}

/**
 * Draws a file as a thumbnail and returns its features, and whether it is damaged: in part, or so that nothing is drawn.
 * Undefined if drawing takes something that may be there later.
 */
async function features(source: DrawableFile): Promise<{ features: string; isDamaged: boolean } | undefined> {
  const { confineImageLibrary } = await import('./image-library.ts');
  const { pictureCalls } = await import('../pictures/picture-calls.ts');
  confineImageLibrary();
  let isDamaged = false;
  for (const isSound of [true, false]) {
    try {
      return { features: await pictureCalls.featuresOfFile({ ...source, isSound }), isDamaged };
    } catch (error) {
      if (!(error instanceof CannotMake)) throw error;
      if (FOR_NOW.has(error.reason)) return undefined;
      isDamaged = error.reason === 'corrupt';
      if (!isDamaged) break;
    }
  }
  return { features: NO_FEATURES, isDamaged };
}
