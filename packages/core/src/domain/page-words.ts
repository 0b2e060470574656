/** The words of one page of a file, and where they stand on its picture. */
export interface PageWords {
  readonly text: string;
  /** The words and their parts, in the order of the text. */
  readonly runs: readonly Run[];
}

/**
 * A part of the text in one line: where it begins and ends in UTF-16 units, then left, top, right and bottom from the top
 * left of the page as pictures show it, in ten-thousandths of its width and height.
 */
export type Run = readonly [start: number, end: number, left: number, top: number, right: number, bottom: number];

/** What `Run` counts in: the width and the height of a page. */
export const WHOLE = 10_000;

/** A rectangle on a page, from 0 to 1 of its width and height. */
export type Box = [left: number, top: number, width: number, height: number];

/** Returns where a part of the text stands on the page: a rectangle for each line, in order. */
export function boxesOf({ runs }: PageWords, start: number, end: number): readonly Box[] {
  const lines: [left: number, top: number, right: number, bottom: number][] = [];
  for (const run of runs) {
    const [from, to, left, top, right, bottom] = run;
    if (to <= start || from >= end) continue;
    // The letters of a word that is found in part are about equally wide.
    const at = (place: number) => left + ((right - left) * (place - from)) / (to - from);
    const part = { left: at(Math.max(start, from)), right: at(Math.min(end, to)) };
    const line = lines.at(-1);
    if (line && isNextInLine(line, [part.left, top, part.right, bottom])) {
      line[0] = Math.min(line[0], part.left);
      line[1] = Math.min(line[1], top);
      line[2] = Math.max(line[2], part.right);
      line[3] = Math.max(line[3], bottom);
    } else lines.push([part.left, top, part.right, bottom]);
  }
  const share = (length: number) => Math.round(length) / WHOLE;
  return lines.map(([left, top, right, bottom]) => [share(left), share(top), share(right - left), share(bottom - top)]);
}

type Sides = readonly [left: number, top: number, right: number, bottom: number];

/** True for words with a gap between them that is no wider than their line is high. */
function isNextInLine([left, top, right, bottom]: Sides, [nextLeft, nextTop, nextRight, nextBottom]: Sides): boolean {
  const height = Math.min(bottom - top, nextBottom - nextTop);
  const overlap = Math.min(bottom, nextBottom) - Math.max(top, nextTop);
  const gap = Math.max(nextLeft - right, left - nextRight);
  return overlap > height / 2 && gap < 2 * height;
}
