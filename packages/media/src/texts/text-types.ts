/** Which files have a text, by media type. This file loads no reader, so every thread may import it. */
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { SUBTITLE_TYPES } from '../pictures/drawn-types.ts';

/** Larger PDFs have no text. */
export const MAX_PDF_BYTES = 512 * 2 ** 20;

/** How the text of a file is read. */
export type TextFormat =
  | 'pdf'
  | 'office'
  | 'open document'
  | 'flat document'
  | 'printed'
  | 'book'
  | 'html'
  | 'markup'
  | 'mail'
  | 'subtitles'
  | 'sami'
  | 'plain';

const OPEN_XML =
  /^application\/vnd\.(?:openxmlformats-officedocument|ms-(?:word|excel|powerpoint))\..*(?:ml\.\w+|macroenabled\.12)$/;
const OPEN_DOCUMENT =
  /^application\/vnd\.(?:oasis\.opendocument|sun\.xml)\.(?:text|spreadsheet|presentation|graphics|writer|calc|impress|draw)(?:[-.]\w+)*$/;

const FORMATS: ReadonlyMap<string, TextFormat> = new Map<string, TextFormat>([
  ['application/pdf', 'pdf'],
  ['application/epub+zip', 'book'],
  ['application/x-fictionbook+xml', 'markup'],
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/xml', 'markup'],
  ['message/rfc822', 'mail'],
  ...SUBTITLE_TYPES.map((type) => [type, type === 'text/x-sami' ? 'sami' : 'subtitles'] as const),
  ...['application/json', 'application/geo+json', 'application/yaml'].map((type) => [type, 'plain'] as const),
]);

/** Returns how the text of files of a media type is read; undefined if they have none. */
export function textFormatOf(mediaType: string): TextFormat | undefined {
  const known = FORMATS.get(mediaType);
  if (known) return known;
  if (mediaType.endsWith('-flat-xml')) return 'flat document';
  if (OPEN_DOCUMENT.test(mediaType)) return 'open document';
  // Files in Excel's binary format have no XML.
  if (OPEN_XML.test(mediaType) && !mediaType.includes('.binary.')) return 'office';
  if (OFFICE_TYPES.has(mediaType)) return 'printed';
  return mediaType.startsWith('text/') ? 'plain' : undefined;
}

/** Pictures that are photographs or scans, in which text can be recognised. */
const SCANS =
  /^image\/(?:jpeg|a?png|tiff|webp|bmp|gif|heic|heif|avif|jp[2x]|jxl|vnd\.adobe\.photoshop|x-portable-anymap|x-tga|x-pcx|x-dcx)$/;

/** True for pictures that may show a text. */
export function isScan(mediaType: string): boolean {
  return SCANS.test(mediaType);
}
