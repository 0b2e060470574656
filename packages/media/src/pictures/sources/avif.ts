import sharp from 'sharp';
import { needsMapping, readCicp } from '../../inspect/colours/cicp.ts';
import { throughProfile } from '../../inspect/image-library.ts';
import { cicpToSrgb, withProfile } from './cicp-to-srgb.ts';
import { heifStill } from './heif-still.ts';
import type { Picture, Wanted } from './picture.ts';
import { openWithLibrary } from './raster.ts';
import { adobeProfileOf } from './stated-colours.ts';

/** Opens an AVIF file, which may use colours other than sRGB without an ICC profile. */
export async function openAvif({
  path,
  ...wanted
}: { readonly path: string } & Omit<Wanted, 'page'>): Promise<Picture> {
  const input = await heifStill(path);
  const picture = await openWithLibrary(input, wanted, {});
  const cicp = await readCicp(input);
  const metadata = await picture.pixels.metadata();
  const failOn = wanted.isSound ? 'error' : 'none';
  const stored = sharp(input, { failOn, limitInputPixels: false, ignoreIcc: true });
  const profile = await adobeProfileOf(metadata, cicp);
  if (profile) {
    const pixels = await withProfile(stored, profile, wanted.box);
    return { ...picture, pixels: wanted.isAsStored ? pixels : throughProfile(pixels, await pixels.metadata()) };
  }
  if (!needsMapping(cicp, metadata.hasProfile)) return picture;
  if (wanted.keepsCicp) return { ...picture, cicp };
  return { ...picture, pixels: await cicpToSrgb(stored, cicp, wanted.box) };
}
