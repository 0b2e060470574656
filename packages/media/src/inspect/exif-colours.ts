import { type TiffDirectory, tiffDirectories } from './tiff-directories.ts';

const TAGS = { exif: 34_665, interoperability: 40_965, index: 1, colourSpace: 40_961 } as const;
const SRGB = 1;
/** Not in the standard, but some programs write it. */
const ADOBE_RGB = 2;
const PREFIX = 'Exif\0\0';

/** Returns true if EXIF says that colours are Adobe RGB, which cameras say as option R03 (DCF 2.0) instead of with a profile. */
export async function isAdobeRgb(directory: TiffDirectory | undefined): Promise<boolean> {
  const exif = await directory?.directory(TAGS.exif);
  const [space] = (await exif?.numbers(TAGS.colourSpace)) ?? [];
  if (exif === undefined || space === SRGB || space === ADOBE_RGB) return space === ADOBE_RGB;
  const index = await (await exif.directory(TAGS.interoperability))?.bytes(TAGS.index);
  return index?.toString('latin1', 0, 3) === 'R03';
}

/** Returns true if a block of EXIF says so. */
export async function saysAdobeRgb(block: Buffer): Promise<boolean> {
  const tiff = block.toString('latin1', 0, PREFIX.length) === PREFIX ? block.subarray(PREFIX.length) : block;
  for await (const directory of tiffDirectories(tiff)) return await isAdobeRgb(directory);
  return false;
}
