import { CannotRender, type DrawableFile } from '../../ports/renderer.ts';
import { convertToPdf } from '../office/convert.ts';
import { officeSetup } from '../office/environment.ts';
import { looksIntact } from '../office/intact.ts';
import { withZip } from '../zip-parts.ts';
import { openPdfBytes } from './pdf.ts';
import type { OpenSource, Picture, Wanted } from './picture.ts';
import { openRasterBytes } from './raster.ts';

const MOST_THUMBNAIL_BYTES = 16 * 2 ** 20;
const THUMBNAILS = [
  'Thumbnails/thumbnail.png',
  'docProps/thumbnail.jpeg',
  'docProps/thumbnail.jpg',
  'docProps/thumbnail.png',
];

/** Extension under which LibreOffice is given a file, by media type: it goes by names where content leaves a doubt. */
export const OFFICE_TYPES: ReadonlyMap<string, string> = new Map([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.template', 'dotx'],
  ['application/vnd.ms-word.document.macroenabled.12', 'docm'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.template', 'xltx'],
  ['application/vnd.ms-excel.sheet.macroenabled.12', 'xlsm'],
  ['application/vnd.ms-excel.sheet.binary.macroenabled.12', 'xlsb'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.slideshow', 'ppsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.template', 'potx'],
  ['application/vnd.ms-powerpoint.presentation.macroenabled.12', 'pptm'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.text-template', 'ott'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.spreadsheet-template', 'ots'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
  ['application/vnd.oasis.opendocument.presentation-template', 'otp'],
  ['application/vnd.oasis.opendocument.graphics', 'odg'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.ms-powerpoint', 'ppt'],
  ['application/rtf', 'rtf'],
  ['text/rtf', 'rtf'],
]);

/** Opens a page of an Office file as LibreOffice prints it; without LibreOffice the small picture that the file may carry. */
export const openOffice: OpenSource = async (source) => {
  try {
    return await openPdfBytes(await officeToPdf(source), source);
  } catch (error) {
    // Whatever failed, a picture that the file brings along is better than none.
    const picture = source.page === 0 && isRefusal(error) ? await thumbnailIn(source) : undefined;
    if (picture === undefined) throw error;
    return picture;
  }
};

/** The file as a PDF; rejects with CannotRender. */
export async function officeToPdf({ path, facts }: DrawableFile): Promise<Buffer> {
  const setup = officeSetup();
  if (setup === undefined) throw new CannotRender('unsupported', 'LibreOffice is not at hand');
  const extension = OFFICE_TYPES.get(facts.mediaType);
  if (extension === undefined) throw new CannotRender('unsupported', facts.mediaType);
  if (!(await looksIntact(path))) throw new CannotRender('corrupt', 'no Office file');
  return await convertToPdf(path, extension, setup);
}

function isRefusal(error: unknown): boolean {
  return error instanceof CannotRender && error.reason !== 'no_such_page';
}

async function thumbnailIn({ path, facts, box }: DrawableFile & Pick<Wanted, 'box'>): Promise<Picture | undefined> {
  try {
    const picture = await withZip(path, async (parts) => {
      const name = THUMBNAILS.find((each) => parts.names.includes(each));
      const bytes = name === undefined ? undefined : await parts.read(name, MOST_THUMBNAIL_BYTES);
      return bytes && (await openRasterBytes(bytes, box));
    });
    return picture && { ...picture, pages: Math.max(1, facts.pages) };
  } catch {
    return undefined; // no archive, a damaged one, or no picture in it
  }
}
