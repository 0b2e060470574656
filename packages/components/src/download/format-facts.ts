import type { Asset, SystemInformation } from '@asset-browsing-service/client';
import { formatBytes, type Say } from '../texts/texts.ts';
import type { PixelSize } from './crop.ts';
import { scaled } from './size.ts';

/** What a format makes of a file; undefined delivers the original. */
export type Conversion = SystemInformation['downloadConversions'][string];

/** The asset that a format is of, as far as it is known. */
export interface Converted {
  readonly asset: Pick<Asset, 'extension' | 'size'> | undefined;
  readonly picture: PixelSize | undefined;
}

/** Says what a format gives of an asset: its type, its size in pixels, and the bytes of an original. */
export function formatFacts(
  conversion: Conversion | undefined,
  { asset, picture }: Converted,
  { say, locale }: { readonly say: Say; readonly locale: string },
): string {
  const pixels = picture && pixelsGiven(conversion, picture);
  const bytes = conversion ? 0 : (asset?.size ?? 0);
  return [
    (conversion?.to ?? asset?.extension ?? '').toUpperCase(),
    pixels ? say('download.format.pixels', { width: pixels.width, height: pixels.height }) : '',
    bytes > 0 ? formatBytes(bytes, locale) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The size in pixels that a format gives a picture, as the service fits it; undefined for what has no pixels. */
export function pixelsGiven(conversion: Conversion | undefined, picture: PixelSize): PixelSize | undefined {
  if (!conversion) return picture;
  const { to, width, height, fit, enlarge } = conversion;
  if (to === 'pdf' || to === 'mp4') return undefined;
  const most = enlarge ? Number.POSITIVE_INFINITY : 1;
  const [across, down] = [(width ?? Infinity) / picture.width, (height ?? Infinity) / picture.height];
  if (width === undefined && height === undefined) return picture;
  if (width === undefined || height === undefined || fit === 'inside')
    return scaled(picture, Math.min(across, down, most));
  if (fit === 'contain') return { width, height };
  if (fit === 'fill') {
    return { width: Math.min(width, picture.width * most), height: Math.min(height, picture.height * most) };
  }
  const covering = scaled(picture, Math.min(Math.max(across, down), most));
  if (fit === 'outside') return covering;
  return { width: Math.min(width, covering.width), height: Math.min(height, covering.height) };
}
