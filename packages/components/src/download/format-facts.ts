import type { Asset, SystemInformation } from '@asset-browsing-service/client';
import { formatBytes } from '../texts/bytes.ts';
import type { Say } from '../texts/texts.ts';
import type { PixelSize } from './crop.ts';
import { inDigits, scaled } from './size.ts';

/** How a format converts a file. A format without a conversion delivers the original. */
export type Conversion = SystemInformation['downloadConversions'][string];

/** What is known of the asset to convert. */
export interface Converted {
  readonly asset: Pick<Asset, 'extension' | 'size'> | undefined;
  readonly picture: PixelSize | undefined;
  /** The sizes of all pictures to convert; empty if one is unknown. */
  readonly pictures: readonly PixelSize[];
}

/** Bytes that a pixel of a photo takes, on average. Of photos, half take a quarter more or less. */
const PIXEL_BYTES: Readonly<Record<string, number>> = { jpg: 0.27, webp: 0.25, avif: 0.15, png: 2.5, tif: 2.3 };

/** Characters of the longest fact that has room in one line of a phone. A longer one is not broken within a size, either. */
const MAX_UNBROKEN = 24;

/** Describes the file of a format as far as it is known: type, size in pixels and bytes, of a conversion about how many. */
export function formatFacts(
  conversion: Conversion | undefined,
  { asset, picture, pictures }: Converted,
  { say, locale }: { readonly say: Say; readonly locale: string },
): string {
  const pixels = picture && pixelsGiven(conversion, picture);
  const bytes = conversion ? aboutBytes(conversion, pictures) : (asset?.size ?? 0);
  const size = bytes > 0 ? formatBytes(bytes, locale) : '';
  return [
    (conversion?.to ?? asset?.extension ?? '').toUpperCase(),
    pixels ? pixelsText(say, pixels, { conversion, picture }) : '',
    size && conversion ? say('download.format.about', { size }) : size,
  ]
    .filter(Boolean)
    .map((fact) => fact.replaceAll(fact.length > MAX_UNBROKEN ? / (?=[\d×])|(?<=[\d×]) /g : ' ', '\u00A0'))
    .join('\u00A0· ');
}

/** About how many bytes these pictures take in a format, to one digit; 0 if that is unknown. */
function aboutBytes(conversion: Conversion, pictures: readonly PixelSize[]): number {
  const pixels = pictures.map((picture) => pixelsGiven(conversion, picture) ?? { width: 0, height: 0 });
  const bytes = pixels.reduce((sum, { width, height }) => sum + width * height, 0) * (PIXEL_BYTES[conversion.to] ?? 0);
  return Number(bytes.toPrecision(1));
}

/** Names the size, and why the format leaves it as it is: pictures are not enlarged. */
function pixelsText(
  say: Say,
  { width, height }: PixelSize,
  { conversion, picture }: { readonly conversion: Conversion | undefined; readonly picture: PixelSize },
): string {
  const limit = Math.max(conversion?.width ?? 0, conversion?.height ?? 0);
  return staysAsItIs(limit, { width, height }, picture)
    ? say('download.format.stays', inDigits({ limit, width, height }))
    : say('download.format.pixels', inDigits({ width, height }));
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
