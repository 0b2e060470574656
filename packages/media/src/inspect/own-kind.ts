// What formats with a reader of their own say of themselves.
import type { FileHandle } from 'node:fs/promises';
import { FILE_CATEGORIES, type FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { audioTags } from './audio-tags.ts';
import type { WrittenMetadata } from './descriptive-metadata.ts';
import type { Detected } from './detect.ts';
import type { ExtractJob } from './extract-job.ts';
import { headerSize } from './header-size.ts';
import { metadataFromHtmlHead } from './html-head.ts';
import { flatProperties, officeProperties, ZIPPED_OFFICE } from './office-properties.ts';
import { pictureProperties } from './picture-size.ts';
import { metadataFromSvg } from './svg-metadata.ts';
import { svgSize } from './svg-size.ts';
import { tableRows, tableSheet } from './table-shape.ts';
import { withWholeLines } from './text-content.ts';
import { messageOf, sentence } from './warnings.ts';
import { brokenLine } from './well-formed.ts';
import { readXmlFile } from './xml-file.ts';

/** A file that is being read, and what was wrong with it so far. */
export interface Reading {
  readonly file: FileHandle;
  readonly head: Buffer;
  readonly size: number;
  readonly job: ExtractJob;
  readonly extension: string;
  readonly trouble: string[];
}

export interface Found {
  readonly properties: Partial<FileProperties>;
  readonly metadata: readonly WrittenMetadata[];
}

const TABLE = /^text\/(?:csv|tab-separated-values)$/;
/** Pages in HTML are no XML, for browsers understand any. */
const XML =
  /^(?:(?:application|image|model)\/(?:xml|.*\+xml|.*-flat-xml|vnd\.adobe\.xfdf|x-indesign-interchange)|model\/amf)$/;

/** Reads formats that have their own reader. */
export async function readOwnKind(
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
      const drawn = await svgDrawnSize(reading, text ?? '');
      const metadata = xml === undefined || line !== undefined ? [] : [metadataFromSvg(xml)];
      const marks = metadata[0]?.marks;
      const properties = { width: 0, height: 0, ...(drawn && { drawn }), pages: 1, colorSpace: 'sRGB' };
      return { properties: { ...properties, ...(marks && { marks }) }, metadata };
    }
    if (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)) {
      return { properties: {}, metadata: [metadataFromHtmlHead(text ?? '')] };
    }
    if (ZIPPED_OFFICE.test(mediaType)) {
      const { brokenPart, ...found } = await officeProperties(job.path);
      if (brokenPart !== undefined) trouble.push(`The file seems damaged: ${sentence(brokenPart)} in it is broken.`);
      return found;
    }
    if (mediaType.endsWith('-flat-xml') && xml && line === undefined) return flatProperties(xml);
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

/**
 * Returns the size that an SVG states, else that of what it draws; it has no pixels (interface decisions 7). Rejects if a
 * gzipped one does not unpack.
 */
async function svgDrawnSize({ job, head }: Reading, text: string): Promise<Size | undefined> {
  const stated = svgSize(text);
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  if (stated && !isPacked) return stated;
  // Loads the image library only for these few files.
  const { confineImageLibrary } = await import('./image-library.ts');
  const { svgFileSize } = await import('./svg-file.ts');
  confineImageLibrary();
  return (await svgFileSize(job.path).catch(unlessTooLarge)) ?? stated;
}

/** Undefined for what is not read because it is too large, which is no damage. */
function unlessTooLarge(error: unknown): undefined {
  if (!(error instanceof CannotMake && error.reason === 'too_large')) throw error;
}
