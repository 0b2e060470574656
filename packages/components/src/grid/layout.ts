/** Where the tiles of a list are. Pure arithmetic in CSS pixels; knows neither the page nor the service. */

/** How a list is drawn: equal squares, rows of equal height with whole pictures, or one line for each asset. */
export type GridView = 'square' | 'justified' | 'list';

/** What a layout depends on. */
export interface LayoutOptions {
  readonly view: GridView;
  readonly total: number;
  /** Width of the area, in pixels. */
  readonly width: number;
  /** Wanted edge of a tile, in pixels: its width for squares, the height of rows for justified pictures. */
  readonly tile: number;
  /** Height of a line of the list view. */
  readonly line: number;
  /** Height of the caption below a picture; 0 without one. */
  readonly caption: number;
  readonly gap: number;
  /** Width divided by height of an asset's picture; undefined until it is known. */
  readonly ratioAt: (position: number) => number | undefined;
}

/** A tile: its corner, relative to the start of the whole content, and its size. */
export interface Box {
  readonly position: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The places of all tiles. */
export interface Layout {
  /** Number of tiles. */
  readonly total: number;
  /** Height of the whole content. */
  readonly height: number;
  /** The tiles that touch the band from `top` to `bottom`, in order. */
  boxesIn(top: number, bottom: number): readonly Box[];
  /** The tile of an asset. */
  boxAt(position: number): Box;
  /** The asset one row above (-1) or below (1), nearest to the middle of the given one; itself if there is no such row. */
  neighbour(position: number, rows: -1 | 1): number;
  /** Computes again what depends on the ratios from `first` up to `end`, which is excluded. The height may change. */
  refine(first: number, end: number): void;
}

/** Squares and lines: every place follows from the position. */
export function layOutEvenly({ view, total, width, tile, line, caption, gap }: LayoutOptions): Layout {
  const columns = view === 'list' ? 1 : Math.max(1, Math.floor((width + gap) / (tile + gap)));
  const edge = (width - gap * (columns - 1)) / columns;
  const rowHeight = view === 'list' ? line : edge + caption;
  const pitch = rowHeight + (view === 'list' ? 0 : gap);
  const rows = Math.ceil(total / columns);
  const boxAt = (position: number): Box => ({
    position,
    x: (position % columns) * (edge + gap),
    y: Math.floor(position / columns) * pitch,
    width: edge,
    height: rowHeight,
  });
  return {
    total,
    height: Math.max(0, rows * pitch - (view === 'list' ? 0 : gap)),
    boxAt,
    boxesIn: (top, bottom) => {
      const above = Math.max(0, Math.floor(top / pitch));
      // If a row begins exactly at `top`, rounding may make the quotient a little less than its index.
      const first = ((above + 1) * pitch <= top ? above + 1 : above) * columns;
      const end = Math.min(total, Math.ceil(bottom / pitch) * columns);
      return Array.from({ length: Math.max(0, end - first) }, (_, index) => boxAt(first + index));
    },
    neighbour: (position, direction) => {
      const row = Math.floor(position / columns) + direction;
      if (row < 0 || row >= rows) return position;
      // Below a column that a short last row lacks is its last tile.
      return Math.min(position + direction * columns, total - 1);
    },
    refine: () => {},
  };
}
