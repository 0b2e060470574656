import { placeOf } from './place-of.ts';

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
  /** Height of a heading, with the space around it. */
  readonly heading: number;
  /** Above which assets a heading stands. Default: above none. */
  readonly heads?: Heads;
  /** Width divided by height of an asset's picture; undefined until it is known. */
  readonly ratioAt: (position: number) => number | undefined;
}

/** The first asset of each group of a list, such as a month, above which a heading stands. */
export interface Heads {
  /** The positions, in order. */
  readonly all: readonly number[];
  has(position: number): boolean;
  /** Those from `first` up to `end`, which is excluded. */
  within(first: number, end: number): readonly number[];
  /**
   * Looks again at the assets from `first` up to `end`, and at the one after them. What was known of others stays. Returns true if
   * something has changed.
   */
  learn(first: number, end: number): boolean;
}

/** Those of a list without groups. */
export const NO_HEADS: Heads = { all: [], has: () => false, within: () => [], learn: () => false };

/** A tile: its corner, relative to the start of the whole content, and its size. */
export interface Box {
  readonly position: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Height of the heading above its row; 0 without one. */
  readonly above: number;
}

/** A heading: its upper edge and the first asset below it. */
export interface Heading {
  readonly position: number;
  readonly y: number;
}

/** The places of all tiles. */
export interface Layout {
  /** Number of tiles. */
  readonly total: number;
  /** Height of the whole content. */
  readonly height: number;
  /** The tiles that touch the band from `top` to `bottom`, in order. */
  boxesIn(top: number, bottom: number): readonly Box[];
  /** The headings that touch the band, in order. */
  headingsIn(top: number, bottom: number): readonly Heading[];
  /** The tile of an asset. */
  boxAt(position: number): Box;
  /** The asset one row above (-1) or below (1), nearest to the middle of the given one; itself if there is no such row. */
  neighbour(position: number, rows: -1 | 1): number;
  /** Computes again what depends on the assets from `first` up to `end`, which is excluded. The height may change. */
  refine(first: number, end: number): void;
}

/** Assets below a heading, or before the first one, whose places follow from the position. */
interface Run {
  readonly first: number;
  readonly count: number;
  /** Upper edge of the heading, or of the first row without one. */
  readonly y: number;
  /** Height of the heading; 0 without one. */
  readonly above: number;
}

/** Squares and lines. */
export function layOutEvenly(options: LayoutOptions): Layout {
  const { view, total, width, tile, line, caption, gap, heading, heads = NO_HEADS } = options;
  const columns = view === 'list' ? 1 : Math.max(1, Math.floor((width + gap) / (tile + gap)));
  const edge = (width - gap * (columns - 1)) / columns;
  const rowHeight = view === 'list' ? line : edge + caption;
  const space = view === 'list' ? 0 : gap;
  const pitch = rowHeight + space;
  let runs: readonly Run[] = [];
  let firsts: readonly number[] = [];
  let tops: readonly number[] = [];
  let height = 0;
  arrange();

  function arrange(): void {
    firsts = heads.has(0) || total === 0 ? heads.all : [0, ...heads.all];
    let y = 0;
    runs = firsts.map((first, index) => {
      const run = { first, count: (firsts[index + 1] ?? total) - first, y, above: heads.has(first) ? heading : 0 };
      y += run.above + rowsIn(run) * pitch;
      return run;
    });
    tops = runs.map((run) => run.y);
    height = Math.max(0, y - space);
  }

  function rowsIn({ count }: Run): number {
    return Math.ceil(count / columns);
  }

  /** Index of the last of these ascending numbers that is at most `most`; 0 if none is. */
  const lastUpTo = (numbers: readonly number[], most: number) => Math.max(0, placeOf(numbers, most + 1e-9) - 1);

  function boxIn({ first, y, above }: Run, index: number): Box {
    const row = Math.floor(index / columns);
    return {
      position: first + index,
      x: (index % columns) * (edge + gap),
      y: y + above + row * pitch,
      width: edge,
      height: rowHeight,
      above: row === 0 ? above : 0,
    };
  }

  const runOf = (position: number) => runs[lastUpTo(firsts, position)];

  function boxAt(position: number): Box {
    const run = runOf(position);
    if (!run) throw new RangeError(`no tile ${position} among ${total}`);
    return boxIn(run, position - run.first);
  }

  /** The runs that touch a band. */
  function runsIn(top: number, bottom: number): readonly Run[] {
    const end = placeOf(tops, bottom);
    return runs.slice(lastUpTo(tops, top), end);
  }

  return {
    total,
    get height() {
      return height;
    },
    boxAt,
    boxesIn: (top, bottom) =>
      runsIn(top, bottom).flatMap((run) => {
        const [from, to] = [top - run.y - run.above, bottom - run.y - run.above];
        const above = Math.max(0, Math.floor(from / pitch));
        // If a row begins exactly at `top`, rounding may make the quotient a little less than its index.
        const first = ((above + 1) * pitch <= from ? above + 1 : above) * columns;
        const end = Math.min(run.count, Math.ceil(to / pitch) * columns);
        return Array.from({ length: Math.max(0, end - first) }, (_, index) => boxIn(run, first + index));
      }),
    headingsIn: (top, bottom) =>
      runsIn(top, bottom).flatMap(({ first, y, above }) =>
        above > 0 && y + above > top ? [{ position: first, y }] : [],
      ),
    neighbour: (position, direction) => {
      const run = runOf(position);
      if (!run) return position;
      const index = position - run.first;
      const row = Math.floor(index / columns) + direction;
      const other = row < 0 || row >= rowsIn(run) ? runs[runs.indexOf(run) + direction] : run;
      if (!other) return position;
      const target = other === run ? row : direction < 0 ? rowsIn(other) - 1 : 0;
      // Below a column that a short last row lacks is its last tile.
      return other.first + Math.min(target * columns + (index % columns), other.count - 1);
    },
    refine: (first, end) => {
      if (heads.learn(first, end)) arrange();
    },
  };
}
