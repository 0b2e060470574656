import { OFFICE_TYPES } from '../../../domain/office-types.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { convertToPdf } from '../office/convert.ts';
import { officeSetup } from '../office/environment.ts';
import { looksIntact } from '../office/intact.ts';
import type { DrawableFile } from '../renderer.ts';
import { withZip } from '../zip-parts.ts';
import type { OpenSource, Picture, Wanted } from './picture.ts';
import { openRasterBytes } from './raster.ts';

const MOST_THUMBNAIL_BYTES = 16 * 2 ** 20;
const THUMBNAILS = [
  'Thumbnails/thumbnail.png',
  'docProps/thumbnail.jpeg',
  'docProps/thumbnail.jpg',
  'docProps/thumbnail.png',
];

/** Opens the small picture that an Office file may contain. The file's pages are drawn from its PDF instead. */
export const openOffice: OpenSource = async (source) => {
  const picture = source.page === 0 ? await thumbnailIn(source) : undefined;
  if (picture === undefined) throw new CannotMake('unsupported', 'an Office file, and no picture of this page in it');
  return picture;
};

/** Converts the file to PDF; rejects with CannotMake. */
export async function officeToPdf({ path, properties }: DrawableFile): Promise<Buffer> {
  const setup = officeSetup();
  if (setup === undefined) throw new CannotMake('unsupported', 'LibreOffice is not at hand');
  const extension = OFFICE_TYPES.get(properties.mediaType);
  if (extension === undefined) throw new CannotMake('unsupported', properties.mediaType);
  if (!(await looksIntact(path))) throw new CannotMake('corrupt', 'no Office file');
  return await convertToPdf(path, extension, setup);
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
