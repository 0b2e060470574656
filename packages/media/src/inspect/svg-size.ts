/** Sides of this many pixels and more are no size that anyone means. */
const MAX_PIXELS = 1e7;

/**
 * Returns the exact size of an SVG if `svgSize` rounds it, or leaves it out because it is beyond all pictures; undefined
 * for others. Lists need it, because a preview is drawn in exactly this proportion.
 */
export function svgExactSize(text: string): { width: number; height: number } | undefined {
  const exact = svgExtent(svgRoot(text)?.[1] ?? '');
  const { width, height } = exact;
  if (!(width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height))) return undefined;
  const rounded = whole(width, height);
  return rounded.width === width && rounded.height === height ? undefined : exact;
}

/**
 * Returns the size of an SVG in pixels at 96 per inch: its width and height; if one is missing, it follows from the
 * other and the viewBox; if both are missing, the size of the viewBox. 0 means unknown.
 */
export function svgSize(text: string): { width: number; height: number } {
  const { width, height } = svgExtent(svgRoot(text)?.[1] ?? '');
  return whole(width, height);
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

/**
 * Returns the size like `svgSize`, from the attributes of the root element, but without an upper limit or rounding. 0
 * means unknown.
 */
export function svgExtent(root: string): { width: number; height: number } {
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

function whole(width: number, height: number): { width: number; height: number } {
  if (width === 0 || height === 0) return { width: 0, height: 0 };
  const isSane = width < MAX_PIXELS && height < MAX_PIXELS;
  return isSane
    ? { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
    : { width: 0, height: 0 };
}
