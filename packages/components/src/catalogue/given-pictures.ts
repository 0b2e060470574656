/** The pictures that lists give each of their assets, in several widths from which the browser chooses. */
import type { Asset } from '@asset-browsing-service/client';

/** What a list says of the picture of an asset; see `pictures` in the reference of the service. */
export interface GivenPicture {
  readonly src: string;
  readonly srcset?: string;
  /** Size in pixels of the picture at `src`; 0 where only drawing tells it. */
  readonly width: number;
  readonly height: number;
  readonly focus: { readonly x: number; readonly y: number } | null;
  readonly thumbhash?: string;
  readonly color?: string;
  /** When signed addresses end, epoch seconds. */
  readonly expires?: number;
}

/** Identifies the picture of an asset. Each version has its own picture. */
export type Pictured = Pick<Asset, 'id' | 'version'> & { readonly picture?: GivenPicture };

/** A picture as attributes of an `<img>`. */
export interface ChosenPicture {
  /** The same for the same picture. */
  readonly key: string;
  readonly src: string;
  readonly srcset: string;
  readonly sizes: string;
  /** The `object-position` that keeps the focus of the asset in sight where the picture is cut. */
  readonly position: string;
}

/** The widths for which lists ask, in pixels: a step is at most half as wide again, so that a picture has few pixels in vain. */
export const PICTURE_WIDTHS = [128, 192, 288, 432, 640, 960, 1440] as const;

/** Pixels a point beyond which nobody sees more of a small picture, and every file is larger. */
const MAX_DENSITY = 2;

/** A picture may be drawn this much larger than it is. Nobody sees it, and the next larger one has about twice the bytes. */
export const STRETCH = 1.35;

/** Seconds before the end of a signed address from which on it is no longer used. */
const MARGIN = 60;

/** Returns the list's picture of an asset; undefined without one, for another version, and once its signed addresses have ended. */
export function givenPicture({ version, picture }: Pictured): GivenPicture | undefined {
  if (!picture || !new RegExp(`[?&]version=${version}(?:&|$)`).test(picture.src)) return undefined;
  return hasEnded(picture) ? undefined : picture;
}

/** True if the addresses are signed, and their time is over. */
export function hasEnded({ expires }: GivenPicture): boolean {
  return expires !== undefined && expires - MARGIN < Date.now() / 1000;
}

/**
 * The attributes of an `<img>` that shows a picture with `longest` CSS pixels on its longer side. Addresses are taken below `base`,
 * because a proxy may give the service another address than the one that it knows.
 */
export function choose(picture: GivenPicture, longest: number, base: string): ChosenPicture {
  const { src, srcset = '', width, height, focus } = picture;
  const below = (addresses: string) => addresses.replaceAll(/(?<=^|, )\S*?(?=asset\.do\?)/g, base);
  const ratio = width && height ? width / height : 1;
  const density = Math.min(1, MAX_DENSITY / devicePixelRatio) / STRETCH;
  return {
    key: src,
    src: below(src),
    srcset: below(srcset),
    sizes: `${Math.ceil(longest * Math.min(1, ratio) * density)}px`,
    position: focus ? `${100 * focus.x}% ${100 * focus.y}%` : '',
  };
}

/** The address of the smallest picture that fills a longer side of so many pixels; undefined if none does. */
export function addressFor(picture: GivenPicture, pixels: number, base: string): string | undefined {
  const width = (pixels * Math.min(1, picture.width / (picture.height || 1))) / STRETCH;
  const candidates = [...choose(picture, 0, base).srcset.matchAll(/(\S+) (\d+)w(?:, |$)/g)];
  return candidates.find(([, , own]) => Number(own) >= width)?.[1];
}
