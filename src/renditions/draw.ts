import { access, constants } from 'node:fs/promises';
import {
  CannotRender,
  type CannotRenderReason,
  type Drawing,
  type Plan,
  type Rendered,
  type SourceFile,
} from '../ports/renderer.ts';
import { encodeJpeg } from './jpeg.ts';
import { openSvgText } from './sources/svg.ts';
import { sourceOpener } from './sources.ts';

/** What a render process is asked. */
export interface RenderJob {
  readonly plan: Plan;
  readonly source: SourceFile | Drawing;
}

/** What it answers; a source that can't be drawn is an answer too, since classes of errors don't cross processes. */
export type RenderAnswer = Rendered | { readonly cannot: CannotRenderReason; readonly message: string };

/** Draws one job. Rejects only on trouble that isn't the source's, such as a file that may not be read. */
export async function draw({ plan, source }: RenderJob): Promise<RenderAnswer> {
  if ('svg' in source) return await encodeJpeg(await openSvgText(Buffer.from(source.svg)), plan);
  const open = sourceOpener(source.facts.mediaType);
  if (open === undefined) return { cannot: 'unsupported', message: source.facts.mediaType };
  const unreadable = await access(source.path, constants.R_OK).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
  if (unreadable?.code === 'ENOENT') return { cannot: 'missing', message: 'the file is gone' };
  if (unreadable !== undefined) throw unreadable;
  try {
    return await encodeJpeg(await open({ ...source, page: plan.page, box: plan.box }), plan);
  } catch (error) {
    if (error instanceof CannotRender) return { cannot: error.reason, message: error.message };
    // The file can be read, so what the decoders complain about is its content.
    return { cannot: 'corrupt', message: error instanceof Error ? error.message : String(error) };
  }
}
