import type { Client } from './client.ts';
import type { Asset } from './interface.ts';

/** Longest sides in pixels of the pictures that the service draws, as configured (settings `thumb` and `preview`). */
export interface PictureBoxes {
  readonly thumb: number;
  readonly thumbMiddle: number;
  readonly thumbBig: number;
  readonly preview: number;
  readonly previewBig: number;
}

const BOXES: PictureBoxes = { thumb: 256, thumbMiddle: 512, thumbBig: 1024, preview: 1024, previewBig: 3000 };

/** Attributes of an `<img>`. */
export interface Picture {
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
export function pictureOf(
  client: Client,
  { id, version, preview_width: width, preview_height: height }: Asset,
  { page, token, boxes = BOXES }: { page?: number; token?: string; boxes?: PictureBoxes } = {},
): Picture {
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
