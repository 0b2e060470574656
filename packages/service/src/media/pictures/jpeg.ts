import { fitInside } from './plan.ts';
import type { Plan, Rendered } from './renderer.ts';
import type { Picture } from './sources/picture.ts';

/** The last step of every rendition: upright, scaled, on the background, in sRGB, as baseline JPEG without metadata. */
export async function encodeJpeg({ pixels, width, height, pages }: Picture, plan: Plan): Promise<Rendered> {
  // The exact size, since "inside" of the image library may round the other way.
  const size = fitInside(width, height, plan.box);
  const { data, info } = await pixels
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: plan.background })
    .toColourspace('srgb')
    // Optimised tables would cost a tenth of the time for a few percent of the bytes.
    .jpeg({ quality: plan.quality, progressive: false, optimiseCoding: false })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height, pages };
}
