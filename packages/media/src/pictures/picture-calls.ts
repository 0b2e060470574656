import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import { isGone } from '../../../core/src/platform/system-errors.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { categoryOfMediaType } from '../inspect/categories.ts';
import { isNearlyBlank } from './blank.ts';
import { fitInside } from './plan.ts';
import type { DrawableFile, Pdf, Plan, Rendered } from './renderer.ts';
import { textToPdf } from './sheet/text-to-pdf.ts';
import { officeToPdf } from './sources/office.ts';
import { openPdfBytes } from './sources/pdf.ts';
import type { Picture } from './sources/picture.ts';
import { openSvgText } from './sources/svg.ts';
import { sourceOpener } from './sources.ts';

/** The calls of a render process. They reject with other errors than CannotMake only if the source is not the cause. */
export const pictureCalls = {
  drawFile: ({ plan, source }: { readonly plan: Plan; readonly source: DrawableFile }): Promise<Rendered> =>
    blamingTheSource(source.path, () => drawFile(source, plan)),
  /** Draws a page of a PDF made by this service. */
  drawPage: ({ plan, pdf }: { readonly plan: Plan; readonly pdf: Uint8Array }): Promise<Rendered> =>
    blamingTheSource(undefined, async () => await encodeJpeg(await openPdfBytes(pdf, plan), plan)),
  /** Draws a drawing made by this service. */
  drawSvg: async ({ plan, svg }: { readonly plan: Plan; readonly svg: string }): Promise<Rendered> =>
    await encodeJpeg(await openSvgText(Buffer.from(svg), plan.box), plan),
  toPdf: (source: DrawableFile): Promise<Pdf> => blamingTheSource(source.path, () => makePdf(source, false)),
  toWholePdf: (source: DrawableFile): Promise<Pdf> => blamingTheSource(source.path, () => makePdf(source, true)),
};

async function blamingTheSource<Result>(path: string | undefined, work: () => Promise<Result>): Promise<Result> {
  if (path !== undefined && (await isGone(path))) throw new CannotMake('missing', 'the file is gone');
  try {
    return await work();
  } catch (error) {
    if (error instanceof CannotMake) throw error;
    // The file is readable at this point, so decoder errors are caused by its content.
    throw new CannotMake('corrupt', error instanceof Error ? error.message : String(error));
  }
}

async function drawFile(source: DrawableFile, plan: Plan): Promise<Rendered> {
  const open = sourceOpener(source.properties.mediaType);
  if (open === undefined) throw new CannotMake('unsupported', source.properties.mediaType);
  const picture = await open({ ...source, page: plan.page, box: plan.box });
  const rendered = await encodeJpeg(picture, plan);
  // The strict check is slow, so it runs only for the few nearly blank pictures. A photograph of a white wall passes
  // it.
  if (picture.isIntact !== undefined && (await isNearlyBlank(rendered)) && !(await picture.isIntact()))
    throw new CannotMake('corrupt', 'next to nothing of the picture can be read');
  return rendered;
}

async function makePdf(source: DrawableFile, isWhole: boolean): Promise<Pdf> {
  const isText = categoryOfMediaType(source.properties.mediaType) === FILE_CATEGORIES.text;
  if (isText) return await textToPdf(source.path);
  return await officeToPdf(source, isWhole);
}

/**
 * Encodes a rendition, the last step of every drawing: upright, scaled, on the background, as baseline sRGB JPEG
 * without metadata.
 */
async function encodeJpeg({ pixels, width, height, pages }: Picture, plan: Plan): Promise<Rendered> {
  // Passes the exact size, because the image library's fit "inside" may round differently.
  const size = fitInside(width, height, plan.box);
  const { data, info } = await pixels
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: plan.background })
    .toColourspace('srgb')
    // Optimised Huffman tables would take a tenth more time and save only a few percent of the bytes.
    .jpeg({ quality: plan.quality, progressive: false, optimiseCoding: false })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height, pages };
}
