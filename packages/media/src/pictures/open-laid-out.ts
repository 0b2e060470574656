import type { Size } from '../../../core/src/domain/geometry.ts';
import { type LaidOut, laidOut, layOutOrRefuse } from './encode.ts';
import { type Layout, layOut } from './layout.ts';
import { type Drawable, drawableOf } from './natural-size.ts';
import { MAX_DRAWN, PAGE_DPI, pageSize } from './plan.ts';
import type { DrawableFile, Plan } from './renderer.ts';
import type { Picture, Wanted } from './sources/picture.ts';

/**
 * Limit of pixels of a whole page of which a part is shown; more are made by enlarging the part. With 100 megapixels an AVIF of
 * 3000 pixels a side needs more than the usual limit of memory.
 */
const MAX_DRAWN_PIXELS = 40_000_000;

type Open = (wanted: Pick<Wanted, 'page' | 'box'>) => Promise<Picture>;

/** Opens a source as large as the plan needs it, and lays it out. Rejects with CannotMake. */
export async function openLaidOut(
  source: DrawableFile | { readonly pdf: Uint8Array },
  plan: Plan,
  open: Open,
): Promise<LaidOut> {
  const { page, box, frame, crop } = plan;
  if (!frame && !crop) return laidOut(await open({ page, box }), plan);
  const drawable = await drawableOf(source, PAGE_DPI, page);
  if (drawable) return await drawn(drawable, plan, open);
  return laidOut(await open({ page, box: 'pdf' in source ? MAX_DRAWN : sideNeeded(source, plan) }), plan);
}

/** Draws a source without pixels of its own as large as the plan needs it. */
async function drawn({ side, shape }: Drawable, plan: Plan, open: Open): Promise<LaidOut> {
  const { page } = plan;
  const found = (shape && pageSize(shape.width, shape.height, side)) ?? naturalOf(await open({ page, box: side }));
  const layout = layOutOrRefuse(plan, found, true);
  const most = Math.min(MAX_DRAWN, side * Math.sqrt(MAX_DRAWN_PIXELS / (found.width * found.height)));
  const box = Math.max(1, Math.min(sideAt(layout, found), Math.floor(most)));
  return { picture: await open({ page, box }), layout, found };
}

function naturalOf({ natural, width, height }: Picture): Size {
  return natural ?? { width, height };
}

/** Longer side in pixels of the whole picture that a plan needs; more than any has if that isn't known yet. */
function sideNeeded({ properties: { width, height } }: DrawableFile, plan: Plan): number {
  const layout = plan.page === 0 && width > 0 && height > 0 ? layOut(plan, { width, height }) : undefined;
  return layout ? sideAt(layout, { width, height }) : MAX_DRAWN;
}

function sideAt({ area, scaled }: Layout, { width, height }: Size): number {
  const factor = Math.max(scaled.width / area.width, scaled.height / area.height);
  return Math.ceil(Math.max(width, height) * factor);
}
