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
  /** Height of the whole content. */
  readonly height: number;
  /** The tiles that touch the band from `top` to `bottom`, in order. */
  boxesIn(top: number, bottom: number): readonly Box[];
  /** The tile of an asset. */
  boxAt(position: number): Box;
  /** The asset one row above (-1) or below (1), nearest to the middle of the given one. */
  neighbour(position: number, rows: -1 | 1): number;
  /** Computes again what depends on the ratios of these positions. Returns by how much the content above `top` grew. */
  refine(first: number, end: number, top: number): number;
}

/** Makes the layout of a list. */
export function layOut(options: LayoutOptions): Layout {
  return options.view === 'justified' ? justified(options) : regular(options);
}

/** Height of a line of the list view. */
const LINE = 56;

/** Squares and lines: every place follows from the position. */
function regular({ view, total, width, tile, caption, gap }: LayoutOptions): Layout {
  const columns = view === 'list' ? 1 : Math.max(1, Math.floor((width + gap) / (tile + gap)));
  const edge = (width - gap * (columns - 1)) / columns;
  const rowHeight = view === 'list' ? LINE : edge + caption;
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
    height: Math.max(0, rows * pitch - (view === 'list' ? 0 : gap)),
    boxAt,
    boxesIn: (top, bottom) => {
      const first = Math.max(0, Math.floor(top / pitch) * columns);
      const end = Math.min(total, Math.ceil(bottom / pitch) * columns);
      return Array.from({ length: Math.max(0, end - first) }, (_, index) => boxAt(first + index));
    },
    neighbour: (position, direction) => clamp(position + direction * columns, position, total),
    refine: () => 0,
  };
}

/** Assets per block. The places within a block depend only on the ratios in it. */
const BLOCK = 100;
/** Ratio of a picture that is not known yet: that of most cameras. */
const USUAL_RATIO = 1.4;
/** Panoramas and strips are cut to this, so that each stays visible in a row. */
const MOST_RATIO = 4;

/**
 * Rows of equal height, whose pictures fill the width. A million assets are 10,000 blocks; a block whose ratios are not
 * known has an estimated height, which `refine` replaces.
 */
function justified({ total, width, tile, caption, gap, ratioAt }: LayoutOptions): Layout {
  const blocks = Math.ceil(total / BLOCK);
  const starts = new Float64Array(blocks + 1);
  const rowsOf = new Map<number, readonly (readonly Box[])[]>();
  const sizeOf = (block: number) => Math.min(BLOCK, total - block * BLOCK);
  const estimated = heightOf(breakRows(0, BLOCK, () => USUAL_RATIO));
  for (let block = 0; block < blocks; block += 1) {
    const size = sizeOf(block);
    const height = size === BLOCK ? estimated : heightOf(breakRows(0, size, () => USUAL_RATIO));
    starts[block + 1] = at(starts, block) + height;
  }

  /** The rows of a block, relative to its start. */
  function rowsIn(block: number): readonly (readonly Box[])[] {
    const known = rowsOf.get(block);
    if (known) return known;
    const first = block * BLOCK;
    const rows = breakRows(first, first + sizeOf(block), (position) => ratioAt(position) ?? USUAL_RATIO);
    rowsOf.set(block, rows);
    return rows;
  }

  function breakRows(first: number, end: number, ratioOf: (position: number) => number): readonly (readonly Box[])[] {
    const rows: Box[][] = [];
    let y = 0;
    let row: { position: number; ratio: number }[] = [];
    let sum = 0;
    const close = (isLast: boolean) => {
      const free = width - gap * (row.length - 1);
      // A last row that is not full keeps the wanted height instead of growing.
      const height = isLast ? Math.min(tile, free / sum) : free / sum;
      let x = 0;
      rows.push(
        row.map(({ position, ratio }) => {
          const box = { position, x, y, width: ratio * height, height: height + caption };
          x += box.width + gap;
          return box;
        }),
      );
      y += height + caption + gap;
      row = [];
      sum = 0;
    };
    for (let position = first; position < end; position += 1) {
      const ratio = Math.min(MOST_RATIO, Math.max(1 / MOST_RATIO, ratioOf(position)));
      row.push({ position, ratio });
      sum += ratio;
      if (sum * tile + gap * (row.length - 1) >= width) close(false);
    }
    if (row.length > 0) close(true);
    return rows;
  }

  function heightOf(rows: readonly (readonly Box[])[]): number {
    const last = rows.at(-1)?.[0];
    return last ? last.y + last.height + gap : 0;
  }

  /** The block that contains a height of the content. */
  function blockAt(y: number): number {
    let low = 0;
    let high = blocks - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (at(starts, middle) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  const boxAt = (position: number): Box => {
    const block = Math.floor(position / BLOCK);
    const box = rowsIn(block)
      .flat()
      .find((each) => each.position === position);
    if (!box) throw new RangeError(`no tile ${position} among ${total}`);
    return { ...box, y: box.y + at(starts, block) };
  };

  function refine(first: number, end: number, top: number): number {
    let grown = 0;
    let shift = 0;
    const from = Math.floor(first / BLOCK);
    const to = Math.min(blocks, Math.ceil(end / BLOCK));
    const anchor = blockAt(top);
    for (let block = from; block < to; block += 1) {
      rowsOf.delete(block);
      const before = at(starts, block + 1) - at(starts, block);
      const change = heightOf(rowsIn(block)) - before;
      shift += change;
      if (block < anchor) grown += change;
      starts[block + 1] = at(starts, block) + before + change;
    }
    if (shift !== 0) for (let block = to; block < blocks; block += 1) starts[block + 1] = at(starts, block + 1) + shift;
    return grown;
  }

  return {
    get height() {
      return Math.max(0, at(starts, blocks) - gap);
    },
    boxAt,
    refine,
    boxesIn: (top, bottom) => {
      const found: Box[] = [];
      for (let block = blockAt(Math.max(0, top)); block < blocks && at(starts, block) < bottom; block += 1) {
        const start = at(starts, block);
        for (const row of rowsIn(block)) {
          const [{ y, height } = { y: 0, height: 0 }] = row;
          if (start + y + height >= top && start + y < bottom)
            found.push(...row.map((box) => ({ ...box, y: box.y + start })));
        }
      }
      return found;
    },
    neighbour: (position, direction) => {
      const { x, y, width, height } = boxAt(position);
      const middle = x + width / 2;
      const beyond = direction < 0 ? y - gap - 1 : y + height + gap + 1;
      const row = beyond < 0 ? [] : nearest(boxesOfRow(beyond), middle);
      return row[0]?.position ?? position;
    },
  };

  function boxesOfRow(y: number): readonly Box[] {
    if (blocks === 0 || y >= at(starts, blocks)) return [];
    const block = blockAt(y);
    const start = at(starts, block);
    const row = rowsIn(block).find(([box]) => box && start + box.y + box.height + gap > y);
    return row ?? [];
  }
}

/** The boxes, nearest to a middle first. */
function nearest(boxes: readonly Box[], middle: number): readonly Box[] {
  const distance = ({ x, width }: Box) => Math.abs(x + width / 2 - middle);
  return boxes.toSorted((one, other) => distance(one) - distance(other));
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

function clamp(wanted: number, present: number, total: number): number {
  return wanted >= 0 && wanted < total ? wanted : present;
}
