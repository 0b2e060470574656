import { FileTypeParser } from 'file-type';
import { FILE_CATEGORIES, type FileCategory } from '../../domain/facts.ts';
import { categoryOfExtension, categoryOfMediaType } from './categories.ts';
import { binarySignature, textSignature } from './signatures.ts';
import { decodeText } from './text-content.ts';

/** How much of a file's beginning is looked at for text. */
export const HEAD_BYTES = 64 * 1024;

export const UNKNOWN_TYPE = 'application/octet-stream';

/** What a file is by its content. */
export interface Detected {
  readonly category: FileCategory;
  readonly mediaType: string;
  /** The decoded beginning of a file that is text, pictures and models written as text included. */
  readonly text?: string;
}

/** Containers of many kinds of file: inside them the extension decides. Office files and Thumbs.db share one, for example. */
const COMPOUND: Record<string, string> = {
  doc: 'application/msword',
  dot: 'application/msword',
  xls: 'application/vnd.ms-excel',
  xlt: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  pps: 'application/vnd.ms-powerpoint',
  pot: 'application/vnd.ms-powerpoint',
  vsd: 'application/vnd.visio',
  pub: 'application/vnd.ms-publisher',
  mpp: 'application/vnd.ms-project',
  msg: 'application/vnd.ms-outlook',
  max: 'model/x-3ds-max',
  fla: UNKNOWN_TYPE,
};
const ZIPPED: Record<string, string> = {
  usdz: 'model/vnd.usdz+zip',
  '3mf': 'model/3mf',
  idml: 'application/vnd.adobe.indesign-idml-package',
  pages: 'application/vnd.apple.pages',
  numbers: 'application/vnd.apple.numbers',
  key: 'application/vnd.apple.keynote',
  kra: 'application/x-krita',
  ora: 'image/openraster',
  xps: 'application/vnd.ms-xpsdocument',
  dwfx: 'model/vnd.dwfx+xps',
};
const TEXT_TYPES: Record<string, string> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
  json: 'application/json',
  geojson: 'application/geo+json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  rtf: 'application/rtf',
};

/** Decides what a file is: by its first bytes, by the extension only within a container and among texts. Never throws for bad content. */
export async function detect(path: string, head: Uint8Array, size: number, extension: string): Promise<Detected> {
  if (size === 0) return unknown();
  const mediaType = (await generalDetection(path)) ?? '';
  if (mediaType === 'application/x-cfb') return ofKnown(lookUp(COMPOUND, extension) ?? mediaType, extension);
  if (mediaType === 'application/zip') return ofKnown(lookUp(ZIPPED, extension) ?? mediaType, extension);
  const isTextual = mediaType === '' || /^(?:text\/|application\/(?:xml|postscript|eps))/.test(mediaType);
  if (!isTextual) return ofKnown(mediaType, extension);
  const binary = binarySignature(head, size, extension);
  if (binary !== undefined) return ofKnown(binary.mediaType, extension);
  const text = decodeText(head);
  if (text === undefined) return mediaType === '' ? unknown() : ofKnown(mediaType, extension);
  const written =
    textSignature(text, extension)?.mediaType ?? (mediaType === 'application/xml' ? xmlType(extension) : mediaType);
  if (written !== '') return { ...ofKnown(written, extension), text };
  return { ...ofPlainText(extension), text };
}

async function generalDetection(path: string): Promise<string | undefined> {
  try {
    const found = await new FileTypeParser().fromFile(path);
    return found?.mime.split(';', 1)[0]?.toLowerCase();
  } catch {
    return undefined; // cut in the middle of what its first bytes announce
  }
}

function ofKnown(mediaType: string, extension: string): Detected {
  // Illustrator writes PDF or PostScript; a drawing it is all the same. Sound alone shares containers with film.
  if (
    /^application\/(?:pdf|postscript|eps)$/.test(mediaType) &&
    ['ai', 'ait', 'eps', 'epsf', 'epsi'].includes(extension)
  ) {
    return { category: FILE_CATEGORIES.image, mediaType };
  }
  if (['video/matroska', 'video/webm', 'video/mp4', 'application/vnd.ms-asf', 'application/ogg'].includes(mediaType)) {
    const named = categoryOfExtension(extension);
    if (named === FILE_CATEGORIES.audio || named === FILE_CATEGORIES.video) return { category: named, mediaType };
  }
  return { category: categoryOfMediaType(mediaType), mediaType };
}

function ofPlainText(extension: string): Detected {
  const mediaType = lookUp(TEXT_TYPES, extension) ?? 'text/plain';
  // `ts` and `sub` name films or texts; here the content has decided. Keywords of an unknown kind of text are not guessed.
  const isTextName = categoryOfExtension(extension) === FILE_CATEGORIES.text || ['ts', 'mts'].includes(extension);
  return isTextName ? { category: FILE_CATEGORIES.text, mediaType } : unknown();
}

function xmlType(extension: string): string {
  const named = lookUp(TEXT_TYPES, extension);
  return named !== undefined && /html/.test(named) ? named : 'application/xml';
}

function unknown(): Detected {
  return { category: FILE_CATEGORIES.unknown, mediaType: UNKNOWN_TYPE };
}

function lookUp(table: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
