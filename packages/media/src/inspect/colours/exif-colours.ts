import { type TiffDirectory, tiffDirectories } from '../tiff-directories.ts';

const TAGS = { exif: 34_665, interoperability: 40_965, index: 1, colourSpace: 40_961 } as const;
const SRGB = 1;
/** Not in the standard, but some programs write it. */
const ADOBE_RGB = 2;
const PREFIX = 'Exif\0\0';

/**
 * Returns true if these two values of EXIF say that colours are Adobe RGB, which cameras say as option R03 (DCF 2.0) instead of
 * with a profile.
 */
export function meanAdobeRgb(colourSpace: number | undefined, interoperabilityIndex: string | undefined): boolean {
  return colourSpace === ADOBE_RGB || (colourSpace !== SRGB && interoperabilityIndex?.startsWith('R03') === true);
}

/** Returns true if a directory of EXIF says so. */
export async function isAdobeRgb(directory: TiffDirectory | undefined): Promise<boolean> {
  const exif = await directory?.directory(TAGS.exif);
  const [space] = (await exif?.numbers(TAGS.colourSpace)) ?? [];
  const index = await (await exif?.directory(TAGS.interoperability))?.bytes(TAGS.index);
  return meanAdobeRgb(space, index?.toString('latin1'));
}

/** Returns true if a block of EXIF says so. */
export async function saysAdobeRgb(block: Buffer): Promise<boolean> {
  const tiff = block.toString('latin1', 0, PREFIX.length) === PREFIX ? block.subarray(PREFIX.length) : block;
  for await (const directory of tiffDirectories(tiff)) return await isAdobeRgb(directory);
  return false;
}
