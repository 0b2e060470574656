/** Names of what is downloaded, without their extensions, which the service adds. */
import type { Asset } from '@asset-browsing-service/client';
import { isVisible } from '../catalogue/visible-name.ts';
import { dateValue } from '../share/link-ends.ts';
import type { PixelSize } from './crop.ts';
import { type Conversion, pixelsGiven } from './format-facts.ts';
import type { Choice } from './plan.ts';
import { atDensity, resultingSize } from './size.ts';

/** Maximum number of characters of a name; the service also cuts it to what systems allow in bytes. */
const MAX_CHARACTERS = 120;

/** The name of a ZIP: what is in it, and today's date by the clock of this device. */
export function zipName(content: string, now = Date.now()): string {
  return `${cut(content)} ${dateValue(now)}`;
}

/** The part of a picture that is kept. */
export interface CutPart {
  /** Such as `16:9`; undefined for a free choice. */
  readonly ratio: string | undefined;
  /** Its size as delivered; undefined if unknown. */
  readonly pixels: PixelSize | undefined;
}

/** What of a picture a choice keeps; undefined for all of it. */
export function cutPart(
  { crop, size }: Pick<Choice, 'crop' | 'size'>,
  ratio: string,
  { conversion, density }: { readonly conversion: Conversion | undefined; readonly density: number | undefined },
): CutPart | undefined {
  if (!crop) return undefined;
  const pixels = size
    ? resultingSize(crop, atDensity(size, density), conversion?.enlarge)
    : pixelsGiven(conversion, crop);
  return { ratio: ratio.includes(':') ? ratio : undefined, pixels };
}

/** The name of a file after its title, with what was cut out of it; undefined if it has its own name. */
export function fileName(
  { alt_name: title, name }: Pick<Asset, 'alt_name' | 'name'>,
  part: CutPart | undefined,
): string | undefined {
  const hasTitle = isVisible(title) && title !== name;
  if (!part) return hasTitle ? cut(title) : undefined;
  const base = hasTitle ? title : name.replace(/(.)\.[^.]{1,8}$/, '$1');
  const { ratio, pixels } = part;
  return [cut(base), ratio?.replace(':', 'x'), pixels && `${pixels.width}x${pixels.height}`].filter(Boolean).join(' ');
}

function cut(text: string): string {
  return [...text.trim()].slice(0, MAX_CHARACTERS).join('').trimEnd();
}
