import type { Asset, SystemInformation } from '@asset-browsing-service/client';
import { formatBytes, type Say } from '../texts/texts.ts';
import type { PixelSize } from './crop.ts';
import { scaled } from './size.ts';

/** How a format converts a file. A format without a conversion delivers the original. */
export type Conversion = SystemInformation['downloadConversions'][string];

/** What is known of the asset to convert. */
export interface Converted {
  readonly asset: Pick<Asset, 'extension' | 'size'> | undefined;
  readonly picture: PixelSize | undefined;
}

/** Describes the file of a format, as far as it is known: its type, its size in pixels, and the bytes of an original. */
export function formatFacts(
  conversion: Conversion | undefined,
  { asset, picture }: Converted,
  { say, locale }: { readonly say: Say; readonly locale: string },
): string {
  const pixels = picture && pixelsGiven(conversion, picture);
  const bytes = conversion ? 0 : (asset?.size ?? 0);
  return [
    (conversion?.to ?? asset?.extension ?? '').toUpperCase(),
    pixels ? pixelsText(say, pixels, { conversion, picture }) : '',
    bytes > 0 ? formatBytes(bytes, locale) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Names the size, and why the format leaves it as it is: pictures are not enlarged. */
function pixelsText(
  say: Say,
  { width, height }: PixelSize,
  { conversion, picture }: { readonly conversion: Conversion | undefined; readonly picture: PixelSize },
): string {
  const limit = Math.max(conversion?.width ?? 0, conversion?.height ?? 0);
  return staysAsItIs(limit, { width, height }, picture)
    ? say('download.format.stays', { limit, width, height })
    : say('download.format.pixels', { width, height });
}

/** True if a picture is too small for a format or a size of `limit` pixels, and so keeps its size. */
export function staysAsItIs(limit: number, given: PixelSize, picture: PixelSize): boolean {
  return (
    given.width === picture.width && given.height === picture.height && limit > Math.max(given.width, given.height)
  );
}

/** The size of a picture in a format, as the service computes it; undefined for formats that have no pixels. */
export function pixelsGiven(conversion: Conversion | undefined, picture: PixelSize): PixelSize | undefined {
  if (!conversion) return picture;
  const { to, width, height, fit, enlarge } = conversion;
  if (to === 'pdf' || to === 'mp4') return undefined;
  const maxFactor = enlarge ? Number.POSITIVE_INFINITY : 1;
  const [across, down] = [(width ?? Infinity) / picture.width, (height ?? Infinity) / picture.height];
  if (width === undefined && height === undefined) return picture;
  if (width === undefined || height === undefined || fit === 'inside')
    return scaled(picture, Math.min(across, down, maxFactor));
  if (fit === 'contain') return { width, height };
  if (fit === 'fill') {
    return { width: Math.min(width, picture.width * maxFactor), height: Math.min(height, picture.height * maxFactor) };
  }
  const covering = scaled(picture, Math.min(Math.max(across, down), maxFactor));
  if (fit === 'outside') return covering;
  return { width: Math.min(width, covering.width), height: Math.min(height, covering.height) };
}
