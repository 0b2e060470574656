import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import type { PageWords } from '../../../core/src/domain/page-words.ts';
import { isFullDisk, isGone, lacksResources } from '../../../core/src/platform/system-errors.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { categoryOfMediaType } from '../inspect/categories.ts';
import { type WordsJob, wordsOfPage } from '../texts/page-words.ts';
import { isNearlyBlank } from './blank.ts';
import { drawMoving } from './draw-moving.ts';
import { DCX, INDESIGN, SHEET_TYPES, TIFF_TYPE } from './drawn-types.ts';
import { encode, laidOut } from './encode.ts';
import { featuresOf } from './features.ts';
import { withLook } from './look.ts';
import { stopWaiting } from './office/libre-office.ts';
import { openLaidOut } from './open-laid-out.ts';
import { planRendition } from './plan.ts';
import type { DrawableFile, Pdf, Plan, Rendered } from './renderer.ts';
import { textToPdf } from './sheet/text-to-pdf.ts';
import { layoutPageSizes } from './sources/indesign.ts';
import { officeToPdf } from './sources/office.ts';
import { openPdfBytes, pdfPageSizes } from './sources/pdf.ts';
import type { Wanted } from './sources/picture.ts';
import { openRasterBytes } from './sources/raster.ts';
import { dcxPageSizes } from './sources/still.ts';
import { openSvgText } from './sources/svg.ts';
import { tiffPageSizes } from './sources/tiff/tiff.ts';
import { sourceOpener } from './sources.ts';

/** What is drawn to be compared: a usual thumbnail. */
const COMPARED: Plan = planRendition(
  { kind: 'thumb', big: false, page: 0 },
  { thumb: { size: 256, big: 256 }, preview: { size: 256, big: 256 } },
);

/** The calls of a render process. They reject with other errors than CannotMake only if the source is not the cause. */
export const pictureCalls = {
  drawFile: ({ plan, source }: { readonly plan: Plan; readonly source: DrawableFile }): Promise<Rendered> =>
    blamingTheSource(source.path, () => drawFile(source, plan)),
  /** Draws a page of a PDF made by this service. */
  drawPage: ({ plan, pdf }: { readonly plan: Plan; readonly pdf: Uint8Array }): Promise<Rendered> =>
    blamingTheSource(undefined, async () =>
      withLook(await encode(await openLaidOut({ pdf }, plan, (wanted) => openPdfBytes(pdf, wanted)), plan), plan),
    ),
  /** Draws a drawing made by this service. */
  drawSvg: async ({ plan, svg }: { readonly plan: Plan; readonly svg: string }): Promise<Rendered> =>
    await encode(laidOut(await openSvgText(Buffer.from(svg), plan.box), plan), plan),
  /** Draws a rendition again. */
  drawAgain: ({ plan, rendered }: { readonly plan: Plan; readonly rendered: Rendered }): Promise<Rendered> =>
    blamingTheSource(undefined, () => drawAgain(rendered, plan)),
  /** Computes the features of a rendition. */
  features: (picture: Uint8Array): Promise<string> => blamingTheSource(undefined, () => featuresOf(picture)),
  /** Draws a file as a small thumbnail and computes its features. */
  featuresOfFile: (source: DrawableFile & Pick<Wanted, 'isSound'>): Promise<string> =>
    blamingTheSource(source.path, async () => featuresOf((await drawFile(source, COMPARED)).bytes)),
  /** Returns the sizes of all pages of a file that tells them. */
  pageSizes: (source: DrawableFile | { readonly pdf: Uint8Array }): Promise<readonly Size[]> =>
    'pdf' in source
      ? blamingTheSource(undefined, () => pdfPageSizes(source.pdf))
      : blamingTheSource(source.path, () => pageSizesOf(source)),
  /** Returns the words of a page of a PDF, or those that a program recognises on a page without any. */
  pageWords: (job: WordsJob): Promise<PageWords> =>
    blamingTheSource('path' in job.source ? job.source.path : undefined, () => wordsOfPage(job)),
  toPdf: (source: DrawableFile): Promise<Pdf> => blamingTheSource(source.path, () => makePdf(source, false)),
  toWholePdf: (source: DrawableFile): Promise<Pdf> => blamingTheSource(source.path, () => makePdf(source, true)),
};

async function blamingTheSource<Result>(path: string | undefined, work: () => Promise<Result>): Promise<Result> {
  if (path !== undefined && (await isGone(path))) throw new CannotMake('missing', 'the file is gone');
  try {
    return await work();
  } catch (error) {
    if (error instanceof CannotMake || isFullDisk(error) || lacksResources(error)) throw error;
    // The file is readable at this point, so decoder errors are caused by its content.
    throw new CannotMake('corrupt', error instanceof Error ? error.message : String(error));
  }
}

const PAGE_SIZES: ReadonlyMap<string, (path: string) => Promise<readonly Size[]>> = new Map([
  [TIFF_TYPE, tiffPageSizes],
  [DCX, dcxPageSizes],
  [INDESIGN, layoutPageSizes],
]);

async function pageSizesOf({ path, properties }: DrawableFile): Promise<readonly Size[]> {
  return await (PAGE_SIZES.get(properties.mediaType) ?? pdfPageSizes)(path);
}

async function drawFile(source: DrawableFile & Pick<Wanted, 'isSound'>, plan: Plan): Promise<Rendered> {
  const open = sourceOpener(source.properties.mediaType);
  if (open === undefined) throw new CannotMake('unsupported', source.properties.mediaType);
  stopWaiting();
  const moving = plan.maxFramePixels === undefined ? undefined : await moved(source, plan, plan.maxFramePixels);
  if (moving) return moving;
  const opened = await openLaidOut(source, plan, (wanted) => open({ ...source, ...wanted }));
  const rendered = await withLook(await encode(opened, plan), plan);
  const { picture } = opened;
  // The strict check is slow, so it runs only for the few nearly blank pictures. A photograph of a white wall passes
  // it.
  if (picture.isIntact !== undefined && (await isNearlyBlank(rendered)) && !(await picture.isIntact()))
    throw new CannotMake('corrupt', 'next to nothing of the picture can be read');
  return rendered;
}

/** Draws what moves; undefined of what doesn't, or can't be read as more than a first frame. */
async function moved(source: DrawableFile, plan: Plan, maxFramePixels: number): Promise<Rendered | undefined> {
  try {
    return await drawMoving(source, { ...plan, maxFramePixels });
  } catch (error) {
    if (error instanceof CannotMake && error.reason === 'crop_outside') throw error;
    return undefined;
  }
}

async function drawAgain({ bytes, pages, natural }: Rendered, plan: Plan): Promise<Rendered> {
  const picture = await openRasterBytes(Buffer.from(bytes), plan.box);
  const measured = plan.crop && !plan.measured ? { measured: natural } : {};
  return { ...(await encode(laidOut(picture, { ...plan, ...measured }), plan)), pages, natural };
}

async function makePdf(source: DrawableFile, isWhole: boolean): Promise<Pdf> {
  const { mediaType } = source.properties;
  const isText = SHEET_TYPES.has(mediaType) || categoryOfMediaType(mediaType) === FILE_CATEGORIES.text;
  if (isText) return await textToPdf(source.path);
  return await officeToPdf(source, isWhole);
}
