import { OFFICE_TYPES } from '../../domain/office-types.ts';
import {
  CannotRender,
  type DrawableFile,
  type Pdf,
  type Plan,
  type Rendered,
  type Renderer,
  type RenderOptions,
} from './renderer.ts';

/**
 * Draws a page of a file. That of an Office file comes from `toPdf`, which gives undefined where the file can't be converted;
 * the small picture that such a file may carry stands for its first page then.
 */
export async function drawPage(
  renderer: Pick<Renderer, 'render'>,
  plan: Plan,
  file: DrawableFile,
  options: RenderOptions & { readonly toPdf: () => Promise<Pdf | undefined> },
): Promise<Rendered> {
  const { toPdf, ...how } = options;
  const pdf = OFFICE_TYPES.has(file.facts.mediaType) ? await toPdf() : undefined;
  if (pdf === undefined) return await renderer.render(plan, file, how);
  try {
    return await renderer.render(plan, pdf, how);
  } catch (error) {
    if (!(error instanceof CannotRender) || error.reason === 'no_such_page' || plan.page > 0) throw error;
    return await renderer.render(plan, file, how);
  }
}
