import { isSpreadsheet, OFFICE_TYPES } from '../../../../core/src/domain/office-types.ts';
import { withZip } from '../../../../core/src/platform/zip-file.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { countPdfPages } from '../../ffmpeg/pdfium.ts';
import { withFirstRows } from '../office/first-rows.ts';
import { officeCondition } from '../office/intact.ts';
import { convertToPdf } from '../office/libre-office.ts';
import { officeSetup } from '../office/sandbox.ts';
import type { DrawableFile, Pdf } from '../renderer.ts';
import { SHEET_PAGES } from '../sheet-pages.ts';
import type { OpenSource, Picture, Wanted } from './picture.ts';
import { openRasterBytes } from './raster.ts';

const MAX_THUMBNAIL_BYTES = 16 * 2 ** 20;
const THUMBNAILS = [
  'Thumbnails/thumbnail.png',
  'docProps/thumbnail.jpeg',
  'docProps/thumbnail.jpg',
  'docProps/thumbnail.png',
];

/** The share of a conversion's time that a copy with the first rows may take. */
const SHARE_OF_COPY = 0.5;
/** What a conversion has at least, after a copy's was in vain. */
const MIN_SECONDS = 0.1;

/** Opens the small picture that an Office file may contain. The file's pages are drawn from its PDF instead. */
export const openOffice: OpenSource = async (source) => {
  const picture = source.page === 0 ? await thumbnailIn(source) : undefined;
  if (picture !== undefined) return picture;
  // Where a program of LibreOffice is at hand for it, it has made no PDF of the file.
  throw new CannotMake(
    officeSetup(source.properties.mediaType) ? 'corrupt' : 'unsupported',
    'an Office file, and no picture of this page in it',
  );
};

/** Converts an Office file; unless `isWhole`, only the first pages of a spreadsheet. Rejects with CannotMake. */
export async function officeToPdf({ path, properties }: DrawableFile, isWhole: boolean): Promise<Pdf> {
  const setup = officeSetup(properties.mediaType);
  if (setup === undefined) throw new CannotMake('unsupported', 'no program of LibreOffice is at hand for it');
  const extension = OFFICE_TYPES.get(properties.mediaType);
  if (extension === undefined) throw new CannotMake('unsupported', properties.mediaType);
  // A password that all programs know may open what looks locked.
  if ((await officeCondition(path)) === 'damaged') throw new CannotMake('corrupt', 'no Office file');
  const until = performance.now() + setup.seconds * 1000;
  const convert = async (file: { readonly pages?: number; readonly content?: Uint8Array }): Promise<Pdf> => {
    const seconds = Math.max(MIN_SECONDS, (until - performance.now()) / 1000);
    const bytes = await convertToPdf({ path, extension, ...file }, setup, seconds);
    return { bytes, pages: await countPdfPages(bytes) };
  };
  if (isWhole || !isSpreadsheet(properties.mediaType)) return await convert({});
  const content = await withFirstRows(path, properties.mediaType, setup.seconds * SHARE_OF_COPY);
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
      const bytes = name === undefined ? undefined : await parts.read(name, MAX_THUMBNAIL_BYTES);
      return bytes && (await openRasterBytes(bytes, box));
    });
    return picture && { ...picture, pages: Math.max(1, properties.pages) };
  } catch {
    return undefined; // not an archive, a damaged one, or one without a picture
  }
}
