import type { Client } from './client.ts';
import type { Asset, AssetDetails } from './interface.ts';

/** Longest sides in pixels of the pictures that the service draws, as configured (settings `thumb` and `preview`). */
export interface PictureBoxes {
  readonly thumb: number;
  readonly thumbMiddle: number;
  readonly thumbBig: number;
  readonly preview: number;
  readonly previewBig: number;
}

const BOXES: PictureBoxes = { thumb: 256, thumbMiddle: 512, thumbBig: 1024, preview: 1024, previewBig: 3000 };

/** Attributes of an `<img>` that shows thumbnails and previews. */
export interface Previews {
  readonly src: string;
  readonly srcset: string;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/**
 * Returns the attributes of an `<img>` for which the browser loads the picture that is as large as the page needs it. Width and
 * height are known for assets of a request with `extended: true`. Addresses name the version, so that browsers keep the pictures
 * for ever. `page` counts from 0.
 */
export function previewsOf(
  client: Client,
  { id, version, preview_width: width, preview_height: height }: Asset,
  { page, token, boxes = BOXES }: { page?: number; token?: string; boxes?: PictureBoxes } = {},
): Previews {
  const query = { version, ...(page === undefined ? {} : { page }), ...(token === undefined ? {} : { token }) };
  const small = client.asset.thumb.url({ thumb: id, ...query });
  const middle = client.asset.thumb.url({ thumb: id, middle: true, ...query });
  const medium = client.asset.preview.url({ preview: id, ...query });
  const large = client.asset.preview.url({ preview: id, big: true, ...query });
  const known = width && height ? { width, height, longest: Math.max(width, height) } : undefined;
  // The service never enlarges a picture, so one that does not fill the box of the preview has no larger form.
  const hasLarge = !known || known.longest >= boxes.preview;
  const widthIn = (box: number) =>
    known
      ? Math.max(1, Math.round((known.width * Math.min(box, hasLarge ? box : known.longest)) / known.longest))
      : box;
  const choices = [
    `${small} ${widthIn(boxes.thumb)}w`,
    `${middle} ${widthIn(boxes.thumbMiddle)}w`,
    `${medium} ${widthIn(boxes.preview)}w`,
    ...(hasLarge ? [`${large} ${widthIn(boxes.previewBig)}w`] : []),
  ];
  return { src: medium, srcset: choices.join(', '), width: width || undefined, height: height || undefined };
}

/** What an entry of a request with `pictures` has. */
type Pictured = Pick<Asset, 'picture' | 'alt_name'> | Pick<AssetDetails, 'picture'>;

/** What the page knows of a picture. */
export interface PictureOptions {
  /** How wide the picture is in the page; default: as wide as the page, up to the width of the largest. Not for presets. */
  readonly sizes?: string;
  /** Text for whoever does not see the picture; default: `alt_name` of the entry, else none. */
  readonly alt?: string;
}

interface PictureBase {
  readonly src: string;
  readonly sizes?: string;
  readonly width?: number;
  readonly height?: number;
  readonly alt: string;
}

/** Attributes of an `<img>`. What is not known is missing. */
export interface PictureAttributes extends PictureBase {
  readonly srcset?: string;
}

/** Properties of an `<img>` in JSX, which spells `srcset` in another way. */
export interface PictureProps extends PictureBase {
  readonly srcSet?: string;
}

/**
 * Returns the attributes of an `<img>` for an entry of a request with `pictures`, with `jsx` as React's properties. Undefined
 * for an entry without a picture.
 */
export function pictureOf(asset: Pictured, options: PictureOptions & { readonly jsx: true }): PictureProps | undefined;
export function pictureOf(
  asset: Pictured,
  options?: PictureOptions & { readonly jsx?: false },
): PictureAttributes | undefined;
export function pictureOf(
  asset: Pictured,
  { sizes, alt, jsx = false }: PictureOptions & { readonly jsx?: boolean } = {},
): PictureAttributes | PictureProps | undefined {
  const { picture } = asset;
  if (!picture) return undefined;
  const { src, srcset, width, height } = picture;
  const hasWidths = srcset !== undefined && /\d+w$/.test(srcset);
  return {
    src,
    ...(srcset !== undefined && (jsx ? { srcSet: srcset } : { srcset })),
    ...(hasWidths && { sizes: sizes ?? `(max-width: ${width}px) 100vw, ${width}px` }),
    ...(width > 0 && { width, height }),
    alt: alt ?? ('alt_name' in asset ? asset.alt_name : undefined) ?? '',
  };
}
