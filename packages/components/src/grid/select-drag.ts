import { Drag } from './drag.ts';
import { type Band, bandBetween } from './rubber-band.ts';
import { positionsOfRange } from './selection.ts';
import type { Selector } from './selector.ts';
import type { Viewport } from './viewport.ts';

/** What a drag changes. */
export interface DragTarget {
  readonly viewport: Viewport;
  readonly selector: Selector;
  /** Called with the rectangle, and without one at the end. */
  readonly drawn: (band: Band | undefined) => void;
}

/** Opens a drag, which selects a range from the position `first` on, or what a rectangle touches. Loaded after the list. */
export function openDrag(
  start: PointerEvent,
  scroller: HTMLElement,
  first: number | undefined,
  { viewport, selector, drawn }: DragTarget,
): Drag {
  let covered: readonly number[] = [];
  return new Drag(start, scroller, {
    pointOf: ({ clientX, clientY }, { left, top }) => ({ x: clientX - left, y: clientY - top + viewport.top }),
    scrollBy: (pixels) => viewport.moveBy(pixels),
    starts: () => selector.startCovering(),
    moved: (from, to) => {
      const area = bandBetween(first === undefined ? from : to, to);
      const touched = viewport.boxesIn(area).map(({ position }) => position);
      if (first === undefined) {
        covered = touched;
        drawn(area);
      } else if (touched[0] !== undefined && (covered.length > 0 || touched[0] !== first)) {
        // It begins on another tile, because fingers tremble. Between tiles, it stays as it is.
        covered = positionsOfRange(first, touched[0], Number.POSITIVE_INFINITY);
      }
      selector.cover(covered, false);
    },
    ends: () => {
      drawn(undefined);
      selector.cover(covered, true);
    },
  });
}
