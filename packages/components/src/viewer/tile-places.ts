import type { Tiles } from '@asset-browsing-service/client';
import type { Extent, PictureBox } from './zoom.ts';

/** Identifies a tile. All numbers count from 0: levels from the smallest, columns from the left, rows from the top. */
export interface Tile {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** What is seen of a picture. */
export interface PictureView {
  /** Where the whole picture is drawn. */
  readonly box: PictureBox;
  readonly stage: Extent;
  /** Pixels of the screen per CSS pixel. */
  readonly ratio: number;
}

/**
 * Most tiles of a level that are loaded at once. A screen of 5120 × 2880 pixels needs about 250 where the level has twice its
 * pixels a side. If more were needed, the next smaller level is drawn.
 */
export const MAX_TILES = 300;

/** Returns the tiles that are seen, at the level that is sharp on this screen, those in the middle of the stage first. */
export function visibleTiles(tiles: Tiles, view: PictureView): readonly Tile[] {
  for (let level = sharpLevel(tiles, view); level >= 0; level -= 1) {
    const columns = spanOf(tiles, level, view, 'width');
    const rows = spanOf(tiles, level, view, 'height');
    if ((columns.end - columns.first) * (rows.end - rows.first) <= MAX_TILES)
      return allOf(level, columns, rows).toSorted(
        (one, other) => fromMiddle(tiles, one, view) - fromMiddle(tiles, other, view),
      );
  }
  return [];
}

/** Returns the same view of a stage that is larger by a tile of this level on each side. */
export function viewAround(tiles: Tiles, level: number, { box, stage, ratio }: PictureView): PictureView {
  const margin = (tiles.side / levelSize(tiles, level).width) * box.width;
  return {
    box: { ...box, x: box.x + margin, y: box.y + margin },
    stage: { width: stage.width + 2 * margin, height: stage.height + 2 * margin },
    ratio,
  };
}

/** True if a part of this tile is on the stage. */
export function isSeen(tiles: Tiles, { level, column, row }: Tile, view: PictureView): boolean {
  const columns = spanOf(tiles, level, view, 'width');
  const rows = spanOf(tiles, level, view, 'height');
  return column >= columns.first && column < columns.end && row >= rows.first && row < rows.end;
}

/**
 * Returns where a tile is drawn, in CSS pixels from the corner of the picture. Its edges are on pixels of the screen, and
 * neighbours have the same edge, because the picture below would otherwise be seen between them.
 */
export function placeOf(tiles: Tiles, { level, column, row }: Tile, box: PictureBox, ratio: number): PictureBox {
  const size = levelSize(tiles, level);
  const edge = (index: number, side: 'width' | 'height') => {
    const part = Math.min(1, (index * tiles.side) / size[side]);
    return Math.round(part * box[side] * ratio) / ratio;
  };
  const [x, y] = [edge(column, 'width'), edge(row, 'height')];
  return { x, y, width: edge(column + 1, 'width') - x, height: edge(row + 1, 'height') - y };
}

/** Size of the picture at a level, in pixels. */
export function levelSize({ width, height, levels }: Tiles, level: number): Extent {
  const factor = 2 ** (levels - 1 - level);
  return { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
}

/** The smallest level with at least as many pixels as the screen has for the picture, or the largest one. */
function sharpLevel(tiles: Tiles, { box, ratio }: PictureView): number {
  const needed = Math.round(Math.max(box.width, box.height) * ratio);
  let level = tiles.levels - 1;
  for (; level > 0; level -= 1) {
    const { width, height } = levelSize(tiles, level - 1);
    if (Math.max(width, height) < needed) break;
  }
  return level;
}

/** Columns or rows, from `first` up to `end`, which is excluded. */
interface Span {
  readonly first: number;
  readonly end: number;
}

/** The columns (`width`) or rows (`height`) of a level that are on the stage. */
function spanOf(tiles: Tiles, level: number, { box, stage }: PictureView, side: 'width' | 'height'): Span {
  const before = side === 'width' ? box.x : box.y;
  // Length of a tile in CSS pixels.
  const length = (tiles.side / levelSize(tiles, level)[side]) * box[side];
  const from = Math.max(0, -before);
  const to = Math.min(box[side], stage[side] - before);
  const first = Math.floor(from / length);
  if (to <= from) return { first, end: first };
  // Rounding must not lead to a tile beyond the last one.
  const count = Math.ceil(levelSize(tiles, level)[side] / tiles.side);
  return { first, end: Math.min(count, Math.ceil(to / length)) };
}

function allOf(level: number, columns: Span, rows: Span): readonly Tile[] {
  const across = columns.end - columns.first;
  return Array.from({ length: Math.max(0, across * (rows.end - rows.first)) }, (_, place) => ({
    level,
    column: columns.first + (place % across),
    row: rows.first + Math.floor(place / across),
  }));
}

/** Distance of the middle of a tile from the middle of the stage, in CSS pixels. */
function fromMiddle(tiles: Tiles, tile: Tile, view: PictureView): number {
  const { x, y, width, height } = placeOf(tiles, tile, view.box, view.ratio);
  const { box, stage } = view;
  return Math.hypot(box.x + x + (width - stage.width) / 2, box.y + y + (height - stage.height) / 2);
}
