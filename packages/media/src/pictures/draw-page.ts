import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import type { DrawableFile, FileToPrepare, Pdf, Plan, Rendered, Renderer } from './renderer.ts';

/**
 * Draws a page of a file. Pages of Office files are drawn from the PDF that `toPdf` returns. If it returns undefined
 * (conversion failed), the small picture that the file may contain replaces its first page.
 */
export async function drawPage(
  renderer: Pick<Renderer, 'render'>,
  plan: Plan,
  file: DrawableFile | FileToPrepare,
  options: Waiter & { readonly toPdf: () => Promise<Pdf | undefined> },
): Promise<Rendered> {
  const { toPdf, ...how } = options;
  const pdf = OFFICE_TYPES.has(file.properties.mediaType) ? await toPdf() : undefined;
  if (pdf === undefined) return await renderer.render(plan, file, how);
  try {
    return await renderer.render(plan, pdf, how);
  } catch (error) {
    if (!(error instanceof CannotMake) || error.reason === 'no_such_page' || plan.page > 0) throw error;
    return await renderer.render(plan, file, how);
  }
}
