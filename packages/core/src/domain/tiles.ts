/** How a large picture is cut into square tiles at several sizes, so that a viewer loads only what it shows. Pure. */

import type { Area, Size } from './geometry.ts';

/**
 * Side of a tile in pixels. A screen of 1920 × 1080 pixels shows about twenty, of some 50 kB each. Stored files depend
 * on it: whoever changes it must also raise the revision of the conversions.
 */
export const TILE_SIDE = 512;

/** The picture at one size, cut into tiles. Those in the last column and row may be smaller than the others. */
export interface TileLevel extends Size {
  readonly columns: number;
  readonly rows: number;
}

/** Identifies a tile. All numbers count from 0: levels from the smallest, columns from the left, rows from the top. */
export interface TilePlace {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/**
 * Returns the levels of a picture, the smallest first: the last one has its full size, each of the others half the sides
 * of the next, rounded up, and the first one fits into one tile.
 */
export function tileLevels({ width, height }: Size): readonly TileLevel[] {
  const level = { width, height, columns: Math.ceil(width / TILE_SIDE), rows: Math.ceil(height / TILE_SIDE) };
  if (level.columns <= 1 && level.rows <= 1) return [level];
  return [...tileLevels({ width: Math.ceil(width / 2), height: Math.ceil(height / 2) }), level];
}

/** Returns the number of a tile in the order of `tilePlaces`, from 0; undefined if there is no such tile. */
export function tileNumber(levels: readonly TileLevel[], { level, column, row }: TilePlace): number | undefined {
  const own = levels[level];
  if (!own || column >= own.columns || row >= own.rows || column < 0 || row < 0) return undefined;
  return countTiles(levels.slice(0, level)) + row * own.columns + column;
}

/** Returns the tiles of all levels, the smallest level first, each row by row. */
export function tilePlaces(levels: readonly TileLevel[]): readonly TilePlace[] {
  return levels.flatMap(({ columns, rows }, level) =>
    Array.from({ length: columns * rows }, (_, place) => ({
      level,
      column: place % columns,
      row: Math.floor(place / columns),
    })),
  );
}

/** Returns by how much each level is smaller than the picture, the smallest factor first: 1, 2, 4 and so on. */
export function scaleFactors(levels: readonly TileLevel[]): readonly number[] {
  return levels.map((_, index) => 2 ** index);
}

/** Returns the tile that shows a part of a picture at a size; undefined if none shows exactly that. */
export function tileShowing(
  levels: readonly TileLevel[],
  { left, top, width, height }: Area,
  size: Size,
): TilePlace | undefined {
  const whole = levels.at(-1);
  if (!whole) return undefined;
  for (const [index, factor] of scaleFactors(levels).entries()) {
    const side = TILE_SIDE * factor;
    const isOnGrid =
      left % side === 0 &&
      top % side === 0 &&
      width === Math.min(side, whole.width - left) &&
      height === Math.min(side, whole.height - top);
    if (isOnGrid && size.width === Math.ceil(width / factor) && size.height === Math.ceil(height / factor)) {
      return { level: levels.length - 1 - index, column: left / side, row: top / side };
    }
  }
  return undefined;
}

/** Returns the number of tiles of all levels together. */
export function countTiles(levels: readonly TileLevel[]): number {
  return levels.reduce((count, { columns, rows }) => count + columns * rows, 0);
}
