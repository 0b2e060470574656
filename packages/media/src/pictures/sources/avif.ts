import sharp from 'sharp';
import { needsMapping, readCicp } from './cicp.ts';
import { cicpToSrgb } from './cicp-to-srgb.ts';
import { heifStill } from './heif-still.ts';
import type { Picture, Wanted } from './picture.ts';
import { openWithLibrary } from './raster.ts';

/** Opens an AVIF file, which may use colours other than sRGB without an ICC profile. */
export async function openAvif({
  path,
  ...wanted
}: { readonly path: string } & Omit<Wanted, 'page'>): Promise<Picture> {
  const input = await heifStill(path);
  const picture = await openWithLibrary(input, wanted, {});
  const cicp = await readCicp(input);
  const { hasProfile } = await picture.pixels.metadata();
  if (!needsMapping(cicp, hasProfile)) return picture;
  if (wanted.keepsCicp) return { ...picture, cicp };
  const failOn = wanted.isSound ? 'error' : 'none';
  const stored = sharp(input, { failOn, limitInputPixels: false, ignoreIcc: true });
  return { ...picture, pixels: await cicpToSrgb(stored, cicp, wanted.box) };
}
