/** Decides which colours a converted picture keeps: those that its format can hold; others become sRGB. */
import type { Metadata, Sharp } from 'sharp';
import type { PicturePlan, PictureTarget } from './conversion-plan.ts';

interface SupportedColours {
  readonly cmyk: boolean;
  readonly grey: boolean;
  readonly deep: boolean;
  readonly alpha: boolean;
  /** Can state a colour space by code points (CICP). */
  readonly cicp: boolean;
}

/** What each format can hold in addition to 8-bit sRGB. */
export const SUPPORTED_COLOURS: Readonly<Record<PictureTarget, SupportedColours>> = {
  jpg: { cmyk: true, grey: true, deep: false, alpha: false, cicp: false },
  pdf: { cmyk: true, grey: true, deep: false, alpha: false, cicp: false },
  tif: { cmyk: true, grey: true, deep: true, alpha: true, cicp: false },
  png: { cmyk: false, grey: true, deep: true, alpha: true, cicp: false },
  webp: { cmyk: false, grey: false, deep: false, alpha: true, cicp: false },
  avif: { cmyk: false, grey: false, deep: false, alpha: true, cicp: true },
  tiles: { cmyk: false, grey: false, deep: false, alpha: false, cicp: false },
};

type Stored = Pick<Metadata, 'space' | 'icc' | 'hasAlpha'>;

export interface ColourWay {
  readonly space: 'srgb' | 'cmyk' | 'rgb16' | 'b-w' | 'grey16';
  /** If true, the pixel values and the profile are kept; otherwise they are converted to `space`. */
  readonly isKept: boolean;
  readonly hasAlpha: boolean;
}

/** Decides by the stored colour space. Colours that the target can't hold are converted to sRGB. */
export function colourWay({ color, to }: Pick<PicturePlan, 'color' | 'to'>, stored: Stored): ColourWay {
  const supported = SUPPORTED_COLOURS[to];
  const hasAlpha = stored.hasAlpha === true && supported.alpha;
  const isInk = stored.space === 'cmyk';
  const keeps = color === 'keep' || (color === 'unprofiled' && stored.icc === undefined);
  // CMYK pictures are ready for print, so their separation is kept.
  if (supported.cmyk && (color === 'cmyk' || (isInk && keeps)))
    return { space: 'cmyk', isKept: isInk, hasAlpha: false };
  const kept = keeps ? keptSpace(stored.space, supported) : undefined;
  return kept ? { space: kept, isKept: true, hasAlpha } : { space: 'srgb', isKept: false, hasAlpha };
}

function keptSpace(space: Stored['space'], { grey, deep }: SupportedColours): ColourWay['space'] | undefined {
  switch (space) {
    case 'srgb':
      return 'srgb';
    case 'rgb16':
      return deep ? 'rgb16' : 'srgb';
    case 'b-w':
      return grey ? 'b-w' : undefined;
    case 'grey16':
      return grey ? (deep ? 'grey16' : 'b-w') : undefined;
    default:
      return undefined;
  }
}

/** Background of transparent pixels (interface decisions 7). */
const WHITE = '#ffffff';

/** Converts the picture to its colours and attaches the profile that they need. */
export function inColour(pixels: Sharp, { space, isKept, hasAlpha }: ColourWay, { icc, space: from }: Stored): Sharp {
  // The image library can't flatten CMYK onto white.
  if (isKept && space === 'cmyk') {
    return pixels.removeAlpha().pipelineColourspace('cmyk').toColourspace('cmyk').keepIccProfile();
  }
  const solid = hasAlpha ? pixels : pixels.flatten({ background: WHITE });
  if (isKept) return solid.toColourspace(space).keepIccProfile();
  if (space === 'cmyk') return solid.withIccProfile('cmyk');
  // By itself, the image library converts 16-bit RGB only as far as Display P3.
  const plain = from === 'rgb16' && icc !== undefined ? solid.withIccProfile('srgb', { attach: false }) : solid;
  // It ignores the profile of 16-bit grey.
  if (from === 'grey16' && icc !== undefined) return plain.pipelineColourspace('b-w').toColourspace('srgb');
  return plain.toColourspace('srgb');
}
