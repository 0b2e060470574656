import { type Asset, type Client, type DownloadFormat, previewsOf } from '@asset-browsing-service/client';
import type { PixelSize } from '../download/crop.ts';
import { type Conversion, pixelsGiven } from '../download/format-facts.ts';
import { mediaTypeOf } from './media-types.ts';

/** An address of an asset in one format. It contains no token. What the service does not tell is absent. */
export interface Rendition {
  /** The requested format: `thumb`, `preview`, `download` (the default download), or the ID of a download format. */
  readonly format: string;
  /** The name of the download format, in the language of the catalogue. */
  readonly name?: string;
  readonly url: string;
  /** The same picture in several widths, for `<img srcset>`; of `preview` only. */
  readonly srcset?: string;
  /** Media type, such as `image/jpeg`. */
  readonly type?: string;
  /** Size in pixels, of `preview` and of downloads that are pictures or films. */
  readonly width?: number;
  readonly height?: number;
  /** Size of the file, of downloads that are the original. */
  readonly bytes?: number;
}

/** An asset, and what is known of its downloads. */
export interface RenditionSource {
  readonly asset: Asset;
  /** By the ID of the download format. */
  readonly conversions: Readonly<Record<string, Conversion>>;
  /** The download formats of the asset. */
  readonly offered: readonly DownloadFormat[];
  /** Media type of the original; empty if unknown. */
  readonly mediaType: string;
  /** Size of the original; undefined if it has no pixels. */
  readonly pixels: PixelSize | undefined;
}

/** Type of thumbs and previews, also of placeholders. */
const DRAWN = { type: 'image/jpeg' };

/** Pictures with a size of their own. For vector graphics and raw pictures, only the conversion tells the size. */
const HAS_OWN_SIZE = /^image\/(?!svg|x-)/;

/** Returns an asset in a format; undefined if the person may not download it so. */
export function renditionOf(client: Client, format: string, source: RenditionSource): Rendition | undefined {
  const { asset, conversions, offered } = source;
  const { id, version } = asset;
  if (format === 'thumb') return { format, url: client.asset.thumb.url({ thumb: id, version }), ...DRAWN };
  if (format === 'preview') {
    const { src: url, srcset, width, height } = previewsOf(client, asset);
    return { format, url, srcset, ...DRAWN, ...(width && { width }), ...(height && { height }) };
  }
  if (format === 'download') {
    if (!asset.downloadable) return undefined;
    const url = client.asset.download.url({ download: id, version });
    // The service does not tell which of the formats is the default one.
    const isOriginal = offered.every((offer) => !conversions[offer.id]);
    return { format, url, ...(isOriginal && factsOf(undefined, source)) };
  }
  const offer = offered.find((one) => String(one.id) === format);
  // A format with an address of its own cannot be downloaded directly.
  if (!offer || offer.url) return undefined;
  const url = client.asset.download.url({ download: `${id}:${format}`, version });
  return { format, name: offer.name, url, ...factsOf(conversions[format], source) };
}

function factsOf(
  conversion: Conversion | undefined,
  { asset, mediaType, pixels }: RenditionSource,
): Pick<Rendition, 'type' | 'width' | 'height' | 'bytes'> {
  const hasOwnSize = HAS_OWN_SIZE.test(mediaType);
  if (conversion) {
    const type = mediaTypeOf(conversion.to);
    return { ...(type && { type }), ...(hasOwnSize && pixels && pixelsGiven(conversion, pixels)) };
  }
  const { size: bytes } = asset;
  const hasPixels = hasOwnSize || mediaType.startsWith('video/');
  return { ...(mediaType && { type: mediaType }), ...(hasPixels && pixels), ...(bytes && { bytes }) };
}
