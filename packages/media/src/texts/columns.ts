/** Finds the order in which to read a page: of two columns that a PDF stores row by row across both, and of vertical writing. */

/** Place of a line, or of an area, on a page in points from the bottom left. */
export interface Line {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Number of pairs of lines beside each other from which the page may have columns. */
const MIN_PAIRS = 3;
/** Least share of its column that the width of a line of running text is, and of the wider column that of the other. */
const FILLED = 0.6;
/** Share of such lines in a column of running text, and of vertical lines on a page of vertical writing. */
const SHARE = 0.6;
/** Widest gap between two words of a line, as a multiple of its height; columns are farther apart. */
const MAX_GAP = 0.8;
/** A line that is more than this many times as high as wide is vertical. */
const LONG = 3;

/**
 * Returns the areas of a page in the order in which to read them. It is the whole page, unless the lines stored after each
 * other change between left and right and fill two columns of about the same width, as only running text does: a table,
 * whose rows are to be read across, has short cells. `parts` may be the words of lines.
 */
export function columnsOf(parts: readonly Line[], page: Line): readonly Line[] {
  const lines = joined(parts);
  const beside = (isLeft: (line: Line, next: Line) => boolean) =>
    lines.flatMap((line, at) => {
      const next = lines[at + 1];
      return next && isLevel(line, next) && isLeft(line, next) ? [[line, next] as const] : [];
    });
  const fromLeft = beside((line, next) => next.left > line.right);
  const fromRight = beside((line, next) => next.right < line.left).map(([right, left]) => [left, right] as const);
  const isRightToLeft = fromRight.length > fromLeft.length;
  const pairs = isRightToLeft ? fromRight : fromLeft;
  if (pairs.length < MIN_PAIRS) return [page];
  const gutterLeft = Math.max(...pairs.map(([left]) => left.right));
  const gutterRight = Math.min(...pairs.map(([, right]) => right.left));
  if (gutterLeft >= gutterRight) return [page];
  const gutter = (gutterLeft + gutterRight) / 2;
  const left = pairs.map(([line]) => line);
  const right = pairs.map(([, line]) => line);
  if (!isRunningText(left) || !isRunningText(right)) return [page];
  const widths = [left, right].map(widthOf);
  if (Math.min(...widths) < FILLED * Math.max(...widths)) return [page];
  // What goes across both, such as a headline, divides the page.
  const across = lines.filter((line) => line.left < gutter - 1 && line.right > gutter + 1);
  const areas: Line[] = [];
  let top = page.top;
  for (const line of across.toSorted((a, b) => b.top - a.top)) {
    areas.push(...halves({ ...page, top, bottom: line.top }, gutter, isRightToLeft), {
      ...page,
      top: line.top,
      bottom: line.bottom,
    });
    top = line.bottom;
  }
  areas.push(...halves({ ...page, top }, gutter, isRightToLeft));
  return areas.filter((area) => area.top > area.bottom);
}

/** Returns the lines of vertical writing in the order in which to read them; undefined if most of the page is something else. */
export function verticalLines(lines: readonly Line[]): readonly Line[] | undefined {
  const isVertical = ({ left, top, right, bottom }: Line) => top - bottom > LONG * (right - left);
  const lengthOf = (some: readonly Line[]) =>
    some.reduce((sum, { left, top, right, bottom }) => sum + Math.max(top - bottom, right - left), 0);
  if (lengthOf(lines.filter(isVertical)) <= SHARE * lengthOf(lines)) return undefined;
  /** Rows of lines, one below the other. */
  const rows: Line[][] = [];
  let low = Number.NEGATIVE_INFINITY;
  for (const line of lines.toSorted((a, b) => b.top - a.top)) {
    if (rows.length === 0 || line.top <= low) rows.push([]);
    low = rows.at(-1)?.length === 0 ? line.bottom : Math.min(low, line.bottom);
    rows.at(-1)?.push(line);
  }
  return rows.flatMap((row, at) => {
    const above = rows[at - 1]?.map(({ bottom }) => bottom) ?? [];
    const room = Math.min(...above) - Math.max(...row.map(({ top }) => top));
    // Without its font in the PDF, the top of the first letter is only estimated.
    const higher = row.map((line) => ({ ...line, top: line.top + Math.min((line.right - line.left) / 2, room) }));
    return higher.sort((a, b) => b.right - a.right);
  });
}

/** Joins words that follow each other in a line, as programs write them that place each word by itself. */
function joined(parts: readonly Line[]): readonly Line[] {
  const lines: Line[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    if (line && isLevel(line, part) && gapBetween(line, part) <= MAX_GAP * (line.top - line.bottom)) {
      lines[lines.length - 1] = {
        left: Math.min(line.left, part.left),
        top: Math.max(line.top, part.top),
        right: Math.max(line.right, part.right),
        bottom: Math.min(line.bottom, part.bottom),
      };
    } else lines.push(part);
  }
  return lines;
}

function gapBetween(one: Line, other: Line): number {
  return Math.max(one.left, other.left) - Math.min(one.right, other.right);
}

function halves(area: Line, gutter: number, isRightToLeft: boolean): readonly Line[] {
  const [left, right] = [
    { ...area, right: gutter },
    { ...area, left: gutter },
  ];
  return isRightToLeft ? [right, left] : [left, right];
}

function isLevel(line: Line, next: Line): boolean {
  const overlap = Math.min(line.top, next.top) - Math.max(line.bottom, next.bottom);
  return overlap > 0.5 * Math.min(line.top - line.bottom, next.top - next.bottom);
}

function widthOf(lines: readonly Line[]): number {
  return Math.max(...lines.map(({ right }) => right)) - Math.min(...lines.map(({ left }) => left));
}

function isRunningText(lines: readonly Line[]): boolean {
  const width = widthOf(lines);
  const height = lines.reduce((sum, { top, bottom }) => sum + top - bottom, 0) / lines.length;
  const full = lines.filter(({ left, right }) => right - left >= FILLED * width);
  // Even a narrow column of text has a dozen letters in a line.
  return full.length >= SHARE * lines.length && width > 8 * height;
}
