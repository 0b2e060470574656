/** Plans the picture of an asset that a caller may see, and says how large it is and what its address ends with. */
import type { Asset, Version } from '../../../../core/src/domain/model.ts';
import { planRendition, planRequested } from '../../../../media/src/pictures/plan.ts';
import { plannedSize } from '../../../../media/src/pictures/preview-size.ts';
import type { Frame, Plan } from '../../../../media/src/pictures/renderer.ts';
import { getsOriginal } from '../formats.ts';
import type { Context } from '../operation.ts';
import type { AcceptedFormat } from './accepted-format.ts';
import { marksOf } from './marks.ts';
import { pictureTag } from './picture-tag.ts';
import { type GrantedWish, grantWish, type Wish } from './wish.ts';

/** How the picture of a request is drawn. */
interface Planned {
  readonly plan: Plan;
  /** Draws it from the usual preview, while the largest one can't be drawn; undefined if it is drawn from the file. */
  readonly otherwise: Plan | undefined;
  /** True if its format depends on what the caller accepts. */
  readonly isNegotiated: boolean;
}

/** Plans the picture that a request asks for. Throws as `grantWish`. */
export function planPicture(
  asset: Asset,
  version: Version,
  { page, accepted, ...given }: Wish & { readonly page: number; readonly accepted: AcceptedFormat },
  context: Context,
): Planned {
  const { settings, caller, services } = context;
  const marks = marksOf(asset, version, context.model);
  const marked = marks === undefined ? {} : { marks };
  const source = sourcePlan(asset, page, context);
  // As a preview is stored.
  const from = source && { ...source, ...marked };
  const widthAt = (height: number) => {
    const frame: Frame = { width: Number.MAX_SAFE_INTEGER, height, fit: 'inside' };
    const plan = { page, box: height, quality: 1, background: '', frame, ...(from ? { from } : {}) };
    return plannedSize(version, plan, services).width;
  };
  const wish = grantWish(given, { settings, isSigned: caller.signedAs !== undefined, widthAt });
  const { fit, format, background, animated, crop, quality, box } = wish;
  const focus = fit === 'cover' ? focusOf(asset, wish) : undefined;
  const request = {
    page,
    frame: { ...box, fit, ...(focus === undefined ? {} : { focus }) },
    format: format === 'auto' ? negotiated(accepted, version, from !== undefined) : format,
    background: `#${background}`,
    quality,
    ...(crop ? { crop } : {}),
    ...(animated ? { maxFramePixels: settings.picture.maxFramePixels } : {}),
    ...marked,
  };
  const smaller = from && { ...from, box: Math.min(settings.preview.size, from.box) };
  return {
    plan: planRequested(request, from),
    otherwise: smaller && planRequested(request, smaller),
    isNegotiated: format === 'auto',
  };
}

/**
 * Returns the rendition from which a caller's pictures are drawn: the largest preview for whoever may not have the
 * original as it is; undefined for all others, whose pictures are drawn from the file.
 */
export function sourcePlan(asset: Asset, page: number, context: Context): Plan | undefined {
  if (getsOriginal(asset, context)) return undefined;
  return planRendition({ kind: 'preview', big: true, page }, context.settings);
}

/** Returns the value of `img` in addresses of the pictures of a version, as this caller gets them. */
export function tagFor(asset: Asset, version: Version, context: Context): string {
  const isOriginal = getsOriginal(asset, context);
  return pictureTag({
    ...{ sha256: version.file?.sha256, version: version.version, focus: asset.focus },
    marks: marksOf(asset, version, context.model) ?? '',
    source: isOriginal ? 'original' : context.settings.preview.big,
  });
}

function focusOf({ focus }: Asset, wish: GrantedWish): Frame['focus'] {
  if (wish.focus === 'auto') return focus ?? 'striking';
  return wish.focus === 'center' ? undefined : wish.focus;
}

function negotiated(
  accepted: AcceptedFormat,
  { properties }: Version,
  isDrawnAgain: boolean,
): NonNullable<Plan['format']> {
  if (accepted !== 'other') return accepted;
  // Previews are opaque. Drawing tells where import didn't.
  return isDrawnAgain ? 'jpg' : properties.isTransparent ? 'png' : 'jpg-or-png';
}
