/** The visible part of a row: the index of its first item, and the index after its last one. */
export interface StripWindow {
  readonly first: number;
  readonly end: number;
}

/** Items beyond each edge that are drawn as well, so that scrolling reveals no gap. */
const BEYOND = 4;

/** Returns which items of a row to draw. All lengths are in pixels; `step` is the length of an item. */
export function stripWindow(scrolled: number, length: number, step: number, count: number): StripWindow {
  const first = Math.floor(Math.max(0, scrolled) / step) - BEYOND;
  const end = Math.ceil((Math.max(0, scrolled) + length) / step) + BEYOND;
  return { first: Math.max(0, Math.min(first, count - 1)), end: Math.max(0, Math.min(end, count)) };
}

/** Returns where to scroll so that an item is in the middle, as far as the row allows. */
export function scrollToMiddle(item: number, length: number, step: number, count: number): number {
  return Math.max(0, Math.min(item * step + step / 2 - length / 2, count * step - length));
}

/** How a film's picture of scenes is divided: tiles from left to right and from top to bottom. */
export interface SceneTiles {
  readonly columns: number;
  readonly rows: number;
  readonly count: number;
  /** Seconds between two tiles. */
  readonly interval: number;
}

/** The service draws one tile per second, up to these numbers; a longer film has longer intervals. */
const MAX_TILES = 100;
const MAX_COLUMNS = 10;

/** Returns the tiles of a film that lasts `seconds`; undefined if its length is unknown. */
export function sceneTiles(seconds: number): SceneTiles | undefined {
  if (!(seconds > 0 && Number.isFinite(seconds))) return undefined;
  const count = Math.min(MAX_TILES, Math.max(1, Math.ceil(seconds)));
  const columns = Math.min(MAX_COLUMNS, count);
  return { columns, rows: Math.ceil(count / columns), count, interval: seconds / count };
}
