import { FILE_CATEGORIES } from '../../domain/file-properties.ts';
import { isGone } from '../../platform/system-errors.ts';
import { countPdfPages } from '../ffmpeg/pdfium.ts';
import { categoryOfMediaType } from '../inspect/categories.ts';
import { isNearlyBlank } from './blank.ts';
import { encodeJpeg } from './jpeg.ts';
import {
  CannotRender,
  type CannotRenderReason,
  type DrawableFile,
  type Drawing,
  type Pdf,
  type Plan,
  type Rendered,
} from './renderer.ts';
import { textToPdf } from './sheet/text-to-pdf.ts';
import { officeToPdf } from './sources/office.ts';
import { openPdfBytes } from './sources/pdf.ts';
import { openSvgText } from './sources/svg.ts';
import { sourceOpener } from './sources.ts';

/**
 * A job of a render process: to draw a file, a drawing made by this service, or a page of a PDF made by this service;
 * or to make a PDF of a file.
 */
export type RenderJob =
  | { readonly kind: 'file'; readonly plan: Plan; readonly source: DrawableFile }
  | { readonly kind: 'drawing'; readonly plan: Plan; readonly drawing: Drawing }
  | { readonly kind: 'page'; readonly plan: Plan; readonly pdf: Uint8Array }
  | { readonly kind: 'pdf'; readonly source: DrawableFile };

/**
 * The result for a source that can't be drawn. It is data, because error classes don't survive the transfer between
 * processes.
 */
export type Refused = { readonly cannot: CannotRenderReason; readonly message: string };

/** Does one job. Rejects only with errors that the source did not cause, such as a file without read permission. */
export async function draw(job: RenderJob): Promise<Rendered | Pdf | Refused> {
  if (job.kind === 'drawing')
    return await encodeJpeg(await openSvgText(Buffer.from(job.drawing.svg), job.plan.box), job.plan);
  if (job.kind === 'page') return await orRefused(async () => await drawPage(job.pdf, job.plan));
  if (await isGone(job.source.path)) return { cannot: 'missing', message: 'the file is gone' };
  return await orRefused(async () =>
    job.kind === 'pdf' ? await makePdf(job.source) : await drawFile(job.source, job.plan),
  );
}

async function orRefused<Result>(work: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CannotRender) return { cannot: error.reason, message: error.message };
    // The file is readable at this point, so decoder errors are caused by its content.
    return { cannot: 'corrupt', message: error instanceof Error ? error.message : String(error) };
  }
}

async function drawFile(source: DrawableFile, plan: Plan): Promise<Rendered> {
  const open = sourceOpener(source.properties.mediaType);
  if (open === undefined) throw new CannotRender('unsupported', source.properties.mediaType);
  const picture = await open({ ...source, page: plan.page, box: plan.box });
  const rendered = await encodeJpeg(picture, plan);
  // The strict check is slow, so it runs only for the few nearly blank pictures. A photograph of a white wall passes
  // it.
  if (picture.isIntact !== undefined && (await isNearlyBlank(rendered)) && !(await picture.isIntact()))
    throw new CannotRender('corrupt', 'next to nothing of the picture can be read');
  return rendered;
}

async function drawPage(pdf: Uint8Array, plan: Plan): Promise<Rendered> {
  return await encodeJpeg(await openPdfBytes(pdf, plan), plan);
}

async function makePdf(source: DrawableFile): Promise<Pdf> {
  const isText = categoryOfMediaType(source.properties.mediaType) === FILE_CATEGORIES.text;
  if (isText) return await textToPdf(source.path);
  const bytes = await officeToPdf(source);
  return { bytes, pages: await countPdfPages(bytes) };
}
