import { fitInside } from './plan.ts';
import type { Plan, Rendered } from './renderer.ts';
import type { Picture } from './sources/picture.ts';

/**
 * Encodes a rendition, the last step of every drawing: upright, scaled, on the background, as baseline sRGB JPEG
 * without metadata.
 */
export async function encodeJpeg({ pixels, width, height, pages }: Picture, plan: Plan): Promise<Rendered> {
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
