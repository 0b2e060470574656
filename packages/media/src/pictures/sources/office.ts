import { type FileHandle, open } from 'node:fs/promises';
import { isSpreadsheet, OFFICE_TYPES } from '../../../../core/src/domain/office-types.ts';
import { withZip } from '../../../../core/src/platform/zip-file.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { countPdfPages } from '../../ffmpeg/pdfium.ts';
import { withFirstRows } from '../office/first-rows.ts';
import { convertToPdf, officeSetup } from '../office/sandbox.ts';
import type { DrawableFile, Pdf } from '../renderer.ts';
import { SHEET_PAGES } from '../sheet-pages.ts';
import type { OpenSource, Picture, Wanted } from './picture.ts';
import { openRasterBytes } from './raster.ts';

const MOST_THUMBNAIL_BYTES = 16 * 2 ** 20;
const THUMBNAILS = [
  'Thumbnails/thumbnail.png',
  'docProps/thumbnail.jpeg',
  'docProps/thumbnail.jpg',
  'docProps/thumbnail.png',
];

/** The share of a conversion's time that a copy with the first rows may take. */
const SHARE_OF_COPY = 0.5;
/** What a conversion has at least, after a copy's was in vain. */
const LEAST_SECONDS = 0.1;

/** Opens the small picture that an Office file may contain. The file's pages are drawn from its PDF instead. */
export const openOffice: OpenSource = async (source) => {
  const picture = source.page === 0 ? await thumbnailIn(source) : undefined;
  if (picture === undefined) throw new CannotMake('unsupported', 'an Office file, and no picture of this page in it');
  return picture;
};

/** Converts an Office file; unless `isWhole`, only the first pages of a spreadsheet. Rejects with CannotMake. */
export async function officeToPdf({ path, properties }: DrawableFile, isWhole: boolean): Promise<Pdf> {
  const setup = officeSetup();
  if (setup === undefined) throw new CannotMake('unsupported', 'LibreOffice is not at hand');
  const extension = OFFICE_TYPES.get(properties.mediaType);
  if (extension === undefined) throw new CannotMake('unsupported', properties.mediaType);
  if (!(await looksIntact(path))) throw new CannotMake('corrupt', 'no Office file');
  const until = performance.now() + setup.seconds * 1000;
  const convert = async (file: { readonly pages?: number; readonly content?: Uint8Array }): Promise<Pdf> => {
    const seconds = Math.max(LEAST_SECONDS, (until - performance.now()) / 1000);
    const bytes = await convertToPdf({ path, extension, ...file }, { ...setup, seconds });
    return { bytes, pages: await countPdfPages(bytes) };
  };
  if (isWhole || !isSpreadsheet(properties.mediaType)) return await convert({});
  const content = await withFirstRows(path, setup.seconds * SHARE_OF_COPY);
  if (content !== undefined) {
    const pdf = await convert({ pages: SHEET_PAGES, content }).catch(() => undefined);
    // Fewer pages may lack some that the rows left out would have had.
    if (pdf?.pages === SHEET_PAGES) return pdf;
  }
  return await convert({ pages: SHEET_PAGES });
}

async function thumbnailIn({
  path,
  properties,
  box,
}: DrawableFile & Pick<Wanted, 'box'>): Promise<Picture | undefined> {
  try {
    const picture = await withZip(path, async (parts) => {
      const name = THUMBNAILS.find((each) => parts.names.includes(each));
      const bytes = name === undefined ? undefined : await parts.read(name, MOST_THUMBNAIL_BYTES);
      return bytes && (await openRasterBytes(bytes, box));
    });
    return picture && { ...picture, pages: Math.max(1, properties.pages) };
  } catch {
    return undefined; // not an archive, a damaged one, or one without a picture
  }
}

/**
 * Number of allocation table sectors that the header lists itself: enough for files up to 7 MB, and for the beginning
 * of larger ones.
 */
const NAMED_SECTORS = 109;
const FREE = 0xffffffff;

/**
 * Returns true for a file that starts like an Office file and isn't obviously truncated: a ZIP archive with Office
 * parts, a compound file of older programs with all its sectors, or RTF, and needs no password. LibreOffice would print
 * anything else as text.
 */
export async function looksIntact(path: string): Promise<boolean> {
  await using file = await open(path);
  const head = Buffer.alloc(512);
  await file.read(head, 0, head.length, 0);
  const start = head.toString('latin1', 0, 8);
  if (start.startsWith('{\\rtf')) return true;
  if (start.startsWith('PK')) return await hasOfficeParts(path);
  return start === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' && (await hasAllSectors(file, head));
}

const MANIFEST = 'META-INF/manifest.xml';
/** Name of the part that holds a whole file of Office Open XML with a password. */
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le');
const DIRECTORY_BYTES = 4096;

async function hasOfficeParts(path: string): Promise<boolean> {
  try {
    return await withZip(path, async ({ names, text }) => {
      const isLocked = names.includes(MANIFEST) && (await text(MANIFEST)).includes(':encryption-data');
      return !isLocked && ['[Content_Types].xml', 'content.xml'].some((part) => names.includes(part));
    });
  } catch {
    return false;
  }
}

async function hasAllSectors(file: FileHandle, head: Buffer): Promise<boolean> {
  const { size } = await file.stat();
  const sectorBytes = head.readUInt16LE(30) === 12 ? 4096 : 512;
  const isThere = (sector: number) => (sector + 1) * sectorBytes < size;
  const table = Buffer.alloc(sectorBytes);
  for (let n = 0; n < NAMED_SECTORS; n++) {
    const place = head.readUInt32LE(76 + n * 4);
    if (place === FREE) break;
    if (!isThere(place)) return false;
    await file.read(table, 0, sectorBytes, (place + 1) * sectorBytes);
    const first = (n * sectorBytes) / 4;
    for (let at = 0; at < sectorBytes; at += 4) {
      if (table.readUInt32LE(at) !== FREE && !isThere(first + at / 4)) return false;
    }
  }
  const directory = head.readUInt32LE(48);
  const entries = Buffer.alloc(DIRECTORY_BYTES);
  await file.read(entries, 0, entries.length, (directory + 1) * sectorBytes);
  return isThere(directory) && !entries.includes(LOCKED);
}
