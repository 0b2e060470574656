import sharp from 'sharp';
import { readPngColours } from '../../inspect/colours/png-colours.ts';
import { cicpToSrgb } from './cicp-to-srgb.ts';
import type { Picture, Wanted } from './picture.ts';
import { openRaster } from './raster.ts';

/** Opens a PNG, whose colours may be HDR; of an animation, the first frame. */
export async function openPng({ path, ...wanted }: { readonly path: string } & Omit<Wanted, 'page'>): Promise<Picture> {
  const picture = await openRaster({ path, ...wanted });
  const { cicp } = await readPngColours(path);
  if (cicp === undefined) return picture;
  const failOn = wanted.isSound ? 'error' : 'none';
  const stored = sharp(path, { failOn, limitInputPixels: false, ignoreIcc: true });
  if (wanted.keepsCicp) return { ...picture, pixels: stored, cicp };
  return { ...picture, pixels: await cicpToSrgb(stored, cicp, wanted.box) };
}
