import { FileTypeParser } from 'file-type';
import { FILE_CATEGORIES, type FileCategory, UNKNOWN_TYPE } from '../../../core/src/domain/file-properties.ts';
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { categoryOfExtension, categoryOfMediaType } from './categories.ts';
import { binarySignature, isPdf, textSignature } from './signatures.ts';
import { closerType } from './sound-or-film.ts';
import { decodeText, gunzipHead } from './text-content.ts';

/** Bytes read from the beginning of a file to look for text. */
export const HEAD_BYTES = 64 * 1024;

/** Category and media type of a file, determined by its content. */
export interface Detected {
  readonly category: FileCategory;
  readonly mediaType: string;
  /** The decoded beginning of a text file; includes pictures and models that are written as text. */
  readonly text?: string;
}

/** Office types whose files are ZIP archives. */
const ZIPPED = /\.(?:openxmlformats-|oasis\.(?!.*-flat-xml))|\.12$/;

/**
 * Containers that many formats share, so that the extension decides. Word files and Thumbs.db share one, for example.
 */
const CONTAINERS: Record<string, Record<string, string>> = {
  'application/x-cfb': {
    // Office files with a password are wrapped in this container too.
    ...allAs('application/msword', 'doc dot docx'),
    ...allAs('application/vnd.ms-excel', 'xls xlt xlsx'),
    ...allAs('application/vnd.ms-powerpoint', 'ppt pps pot pptx'),
    vsd: 'application/vnd.visio',
    pub: 'application/vnd.ms-publisher',
    mpp: 'application/vnd.ms-project',
    msg: 'application/vnd.ms-outlook',
    max: 'model/x-3ds-max',
    ...allAs('model/x-solidworks', 'sldprt sldasm'),
    ...allAs('model/x-inventor', 'ipt iam'),
    ...allAs('model/x-revit', 'rvt rfa'),
  },
  'application/zip': {
    // General detection recognises intact Office files by their parts. Only damaged ones get here, and they still count
    // as documents.
    ...Object.fromEntries([...OFFICE_TYPES].filter(([type]) => ZIPPED.test(type)).map(([type, name]) => [name, type])),
    dotm: 'application/vnd.ms-word.template.macroenabled.12',
    xltm: 'application/vnd.ms-excel.template.macroenabled.12',
    ppsm: 'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
    potm: 'application/vnd.ms-powerpoint.template.macroenabled.12',
    vsdx: 'application/vnd.ms-visio.drawing',
    epub: 'application/epub+zip',
    usdz: 'model/vnd.usdz+zip',
    '3mf': 'model/3mf',
    f3d: 'model/x-fusion',
    idml: 'application/vnd.adobe.indesign-idml-package',
    pages: 'application/vnd.apple.pages',
    numbers: 'application/vnd.apple.numbers',
    key: 'application/vnd.apple.keynote',
    sxw: 'application/vnd.sun.xml.writer',
    sxc: 'application/vnd.sun.xml.calc',
    sxi: 'application/vnd.sun.xml.impress',
    ...allAs('application/vnd.ms-xpsdocument', 'xps oxps'),
    kra: 'image/x-krita',
    ora: 'image/openraster',
    sketch: 'image/x-sketch',
    procreate: 'image/x-procreate',
    cdr: 'image/x-coreldraw',
  },
  // Raw files of most camera makers.
  'image/tiff': {
    '3fr': 'image/x-hasselblad-3fr',
    arw: 'image/x-sony-arw',
    dcr: 'image/x-kodak-dcr',
    dng: 'image/x-adobe-dng',
    erf: 'image/x-epson-erf',
    fff: 'image/x-hasselblad-fff',
    gpr: 'image/x-gopro-gpr',
    k25: 'image/x-kodak-k25',
    kdc: 'image/x-kodak-kdc',
    mef: 'image/x-mamiya-mef',
    ...allAs('image/x-raw', 'iiq mos'),
    nef: 'image/x-nikon-nef',
    nrw: 'image/x-nikon-nrw',
    pef: 'image/x-pentax-pef',
    rwl: 'image/x-leica-rwl',
    sr2: 'image/x-sony-sr2',
    srf: 'image/x-sony-srf',
    srw: 'image/x-samsung-srw',
  },
  'application/gzip': {
    emz: 'image/emf',
    wmz: 'image/wmf',
    blend: 'application/x-blender',
  },
  'application/zstd': { blend: 'application/x-blender' },
  'application/xml': {
    ...Object.fromEntries(
      [...OFFICE_TYPES].filter(([type]) => type.endsWith('-flat-xml')).map(([type, name]) => [name, type]),
    ),
    fb2: 'application/x-fictionbook+xml',
    ...allAs('application/x-indesign-interchange', 'icml incx inx'),
    xfdf: 'application/vnd.adobe.xfdf',
    amf: 'model/amf',
    ...allAs('text/html', 'html htm'),
    xhtml: 'application/xhtml+xml',
  },
};
/** Extensions of point clouds and solids that are written as plain text without a signature. */
const PLAIN_MODELS = new Set(['pts', 'x_t', 'sat', 'asc']);
/** Such models begin with numbers or with the lines of a Parasolid header; signed letters (.asc) begin differently. */
const PLAIN_MODEL = /^[\ufeff\s]*(?:[-+.]?\d|\*\*|#)/;
const TEXT_TYPES: Record<string, string> = {
  ...allAs('text/markdown', 'md markdown'),
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  ...allAs('text/html', 'html htm'),
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
  json: 'application/json',
  eml: 'message/rfc822',
  geojson: 'application/geo+json',
  ...allAs('application/yaml', 'yaml yml'),
  css: 'text/css',
  ...allAs('text/javascript', 'js mjs'),
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  ...allAs('text/x-ssa', 'ass ssa'),
  ...allAs('text/x-sami', 'smi sami'),
  sub: 'text/x-microdvd',
  sbv: 'text/x-sbv',
  lrc: 'text/x-lrc',
  rtf: 'application/rtf',
};

/** Types whose files may be text from their first byte to their last. */
const WRITTEN = /^(?:$|text\/|image\/(?:svg|x-portable-anymap)|application\/(?:xml|postscript|eps|pdf|rtf)$)/;

/**
 * Determines what a file is by its first bytes. The extension decides only within a container and among texts. Never
 * throws for bad content.
 */
export async function detect(path: string, head: Buffer, size: number, extension: string): Promise<Detected> {
  if (size === 0) return unknown();
  const isNamedSound = categoryOfExtension(extension) === FILE_CATEGORIES.audio;
  const text = decodeText(head);
  // A text may begin with the letters of a binary format (`BMW`, `MAC `, `P6 `), unless its name promises one that is cut.
  const isByChance = (type: string) =>
    text !== undefined && !WRITTEN.test(type) && categoryOfExtension(extension) !== categoryOfMediaType(type);
  const general = closerType((await generalDetection(path)) ?? '', head, isNamedSound);
  const mediaType = isByChance(general) ? '' : general;
  // Targa files can begin like an icon, so our own signature is checked as well.
  const targa = /^image\/x-(?:icon|cursor)$/.test(mediaType) ? binarySignature(head, size, extension) : undefined;
  if (targa === 'image/x-tga') return ofKnown(targa, extension);
  const isTextual = mediaType === '' || /^(?:text\/|application\/(?:xml|postscript|eps))/.test(mediaType);
  if (mediaType === 'application/gzip' && /^svgz?$/.test(extension)) {
    const packed = decodeText(await gunzipHead(head));
    const isSvg = extension === 'svgz' || textSignature(packed ?? '', 'svg') === 'image/svg+xml';
    if (isSvg) return { ...ofKnown('image/svg+xml', extension), ...(packed === undefined ? {} : { text: packed }) };
  }
  // Its readers find one behind the first bytes of any other format.
  const mayBePdf = isTextual || extension === 'pdf';
  if (mayBePdf && isPdf(head.toString('latin1'), extension)) return ofKnown('application/pdf', extension);
  if (!isTextual) {
    const known = ofKnown(named(mediaType, extension), extension);
    // Keys and settings of programs have their own media types, but are plain text.
    const isPlain = known.category === FILE_CATEGORIES.unknown && text !== undefined;
    return isPlain ? { ...ofPlainText(text, extension), text } : known;
  }
  const binary = binarySignature(head, size, extension);
  if (binary !== undefined && !isByChance(binary)) return ofKnown(named(binary, extension), extension);
  if (text === undefined) return mediaType === '' ? unknown() : ofKnown(mediaType, extension);
  const written = textSignature(text, extension) ?? named(mediaType, extension);
  if (written !== '') return { ...ofKnown(written, extension), text };
  return { ...ofPlainText(text, extension), text };
}

async function generalDetection(path: string): Promise<string | undefined> {
  try {
    const found = await new FileTypeParser().fromFile(path);
    return found?.mime.split(';', 1)[0]?.toLowerCase();
  } catch {
    return undefined; // the file ends within a structure that its first bytes announce
  }
}

function ofKnown(mediaType: string, extension: string): Detected {
  // Illustrator writes PDF or PostScript, but its files count as drawings. Audio files share containers with films, so
  // the extension decides between them.
  if (
    /^application\/(?:pdf|postscript|eps)$/.test(mediaType) &&
    ['ai', 'ait', 'eps', 'epsf', 'epsi'].includes(extension)
  ) {
    return { category: FILE_CATEGORIES.image, mediaType };
  }
  if (['video/matroska', 'video/webm', 'video/mp4', 'application/vnd.ms-asf', 'application/ogg'].includes(mediaType)) {
    const claimed = categoryOfExtension(extension);
    if (claimed === FILE_CATEGORIES.audio || claimed === FILE_CATEGORIES.video) return { category: claimed, mediaType };
  }
  return { category: categoryOfMediaType(mediaType), mediaType };
}

/** Plain text is of category text whatever its extension, except for models written as text. */
function ofPlainText(text: string, extension: string): Detected {
  const mediaType = lookUp(TEXT_TYPES, extension) ?? 'text/plain';
  const isModel = PLAIN_MODELS.has(extension) && PLAIN_MODEL.test(text);
  return { category: isModel ? FILE_CATEGORIES['3d'] : FILE_CATEGORIES.text, mediaType };
}

function named(mediaType: string, extension: string): string {
  const container = lookUp(CONTAINERS, mediaType);
  return (container === undefined ? undefined : lookUp(container, extension)) ?? mediaType;
}

function unknown(): Detected {
  return { category: FILE_CATEGORIES.unknown, mediaType: UNKNOWN_TYPE };
}

function allAs(mediaType: string, extensions: string): Record<string, string> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, mediaType]));
}

function lookUp<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
