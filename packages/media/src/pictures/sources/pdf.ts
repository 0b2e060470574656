import type { PDFiumDocument } from '@hyzyla/pdfium';
import type { Size } from '../../../../core/src/domain/geometry.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { countPages, sizeOfPage, sizesOfPages, withPdf } from '../../ffmpeg/pdfium.ts';
import { readBounded } from '../../inspect/bytes.ts';
import { naturalPageSize, pageSize } from '../plan.ts';
import { withoutAlpha } from '../without-alpha.ts';
import { type Picture, pictureOf, type Wanted } from './picture.ts';

/** Limited because the whole file is in memory twice while it is drawn. */
const MAX_BYTES = 256 * 2 ** 20;

/** Opens one page of a PDF. A page has no pixels of its own, so it is drawn to fill the box; blank areas are white. */
export async function openPdf({ path, ...wanted }: { readonly path: string } & Wanted): Promise<Picture> {
  return await openPdfBytes(await readBounded(path, MAX_BYTES), wanted);
}

/** Opens one page of a PDF in memory like `openPdf`. */
export async function openPdfBytes(bytes: Uint8Array, { page, box }: Wanted): Promise<Picture> {
  return await withPdf(bytes, async (document) => {
    const pages = countPages(document);
    if (pages < 1) throw new CannotMake('corrupt', 'a PDF without pages');
    if (page >= pages) throw new CannotMake('no_such_page', `page ${page} of ${pages}`);
    return { ...(await drawPage(document, page, box)), pages };
  });
}

/** Returns the sizes of all pages of a PDF in points; `file` is a path or the PDF itself. */
export async function pdfPageSizes(file: string | Uint8Array): Promise<readonly Size[]> {
  const bytes = typeof file === 'string' ? await readBounded(file, MAX_BYTES) : file;
  return await withPdf(bytes, async (document) => sizesOfPages(document));
}

/** Returns the size of a page of a PDF in points; `file` is a path or the PDF itself. */
export async function pdfPageSize(file: string | Uint8Array, page = 0): Promise<{ width: number; height: number }> {
  return await withPdf(typeof file === 'string' ? await readBounded(file, MAX_BYTES) : file, async (document) => {
    const pages = countPages(document);
    if (pages < 1) throw new CannotMake('corrupt', 'a PDF without pages');
    if (page >= pages) throw new CannotMake('no_such_page', `page ${page} of ${pages}`);
    const { width, height } = sizeOfPage(document, page);
    if (!(width > 0 && height > 0)) throw new CannotMake('corrupt', 'a page without a size');
    return { width, height };
  });
}

async function drawPage(document: PDFiumDocument, index: number, box: number): Promise<Omit<Picture, 'pages'>> {
  const points = sizeOfPage(document, index);
  const size = pageSize(points.width, points.height, box);
  if (size === undefined) throw new CannotMake('corrupt', `page ${index} has no size`);
  const { data, width, height } = await document
    .getPage(index)
    .render({ ...size, render: 'bitmap', renderFormFields: true });
  // The page is drawn on white, so alpha is opaque everywhere.
  const natural = naturalPageSize(points.width, points.height) ?? size;
  return { ...pictureOf(withoutAlpha(data), { width, height }, 3), natural };
}
