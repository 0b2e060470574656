import type { Size } from '../../../core/src/domain/geometry.ts';

/**
 * Returns the size at which an SVG is drawn, in pixels at 96 per inch, which need not be whole: its width and height; if one
 * is missing, it follows from the other and the viewBox; if both are missing, the size of the viewBox. Undefined if it states
 * none.
 */
export function svgSize(text: string): Size | undefined {
  const { width, height } = svgExtent(svgRoot(text)?.[1] ?? '');
  return width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height) ? { width, height } : undefined;
}

const ROOT = /<(?:[\w.-]+:)?svg\b((?:[^<>"']|"[^"]*"|'[^']*')*)>/i;
/**
 * Matches comments. An unterminated comment extends to the end of the text: searching for the end of each one again
 * would take quadratic time.
 */
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/** Finds the root element of an SVG; the match has its position, and its attributes as the only group. */
export function svgRoot(text: string): RegExpExecArray | null {
  return ROOT.exec(text.replaceAll(COMMENT, (comment) => ' '.repeat(comment.length)));
}

/** Returns the size like `svgSize`, from the attributes of the root element. 0 means unknown. */
export function svgExtent(root: string): Size {
  const box = (attribute(root, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , boxWidth = 0, boxHeight = 0] = box.every(Number.isFinite) ? box : [];
  const width = pixels(attribute(root, 'width'));
  const height = pixels(attribute(root, 'height'));
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : 0;
  if (width > 0 && height > 0) return { width, height };
  if (width > 0 && ratio > 0) return { width, height: width / ratio };
  if (height > 0 && ratio > 0) return { width: height * ratio, height };
  return ratio > 0 ? { width: boxWidth, height: boxHeight } : { width: 0, height: 0 };
}

const PIXELS_PER_UNIT = new Map(
  Object.entries({
    ...{ '': 1, px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6 },
    ...{ em: 16, ex: 8 },
  }),
);

function pixels(length: string | undefined): number {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z%]*)\s*$/i.exec(length ?? '');
  const unit = PIXELS_PER_UNIT.get((match?.[2] ?? '%').toLowerCase());
  return unit === undefined ? 0 : Number(match?.[1]) * unit;
}

function attribute(root: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(root);
  return match?.[1] ?? match?.[2];
}
