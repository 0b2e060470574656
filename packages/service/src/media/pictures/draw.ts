import { FILE_CATEGORIES } from '../../domain/facts.ts';
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

/** What a render process is asked: the picture of a file, the picture of a drawing of ours or of a PDF that was made here, or a file as PDF. */
export type RenderJob =
  | { readonly kind: 'file'; readonly plan: Plan; readonly source: DrawableFile }
  | { readonly kind: 'drawing'; readonly plan: Plan; readonly drawing: Drawing }
  | { readonly kind: 'page'; readonly plan: Plan; readonly pdf: Uint8Array }
  | { readonly kind: 'pdf'; readonly source: DrawableFile };

/** A source that can't be drawn is an answer too, since classes of errors don't cross processes. */
export type Refused = { readonly cannot: CannotRenderReason; readonly message: string };

/** Does one job. Rejects only on trouble that isn't the source's, such as a file that may not be read. */
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
    // What is drawn can be read, so what the decoders complain about is its content.
    return { cannot: 'corrupt', message: error instanceof Error ? error.message : String(error) };
  }
}

async function drawFile(source: DrawableFile, plan: Plan): Promise<Rendered> {
  const open = sourceOpener(source.facts.mediaType);
  if (open === undefined) throw new CannotRender('unsupported', source.facts.mediaType);
  const picture = await open({ ...source, page: plan.page, box: plan.box });
  const rendered = await encodeJpeg(picture, plan);
  // Only the few pictures that show next to nothing are worth a second look: one of a white wall passes it.
  if (picture.isIntact !== undefined && (await isNearlyBlank(rendered)) && !(await picture.isIntact()))
    throw new CannotRender('corrupt', 'next to nothing of the picture can be read');
  return rendered;
}

async function drawPage(pdf: Uint8Array, plan: Plan): Promise<Rendered> {
  return await encodeJpeg(await openPdfBytes(pdf, plan), plan);
}

async function makePdf(source: DrawableFile): Promise<Pdf> {
  const isText = categoryOfMediaType(source.facts.mediaType) === FILE_CATEGORIES.text;
  if (isText) return await textToPdf(source.path);
  const bytes = await officeToPdf(source);
  return { bytes, pages: await countPdfPages(bytes) };
}
