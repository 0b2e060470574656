import { type Box, type Heading, type Layout, type LayoutOptions, NO_HEADS } from './layout.ts';
import { breakRows, type Row, USUAL_RATIO } from './rows.ts';

/** Assets per block. The places within a block depend only on the ratios in it. */
const BLOCK = 100;

/** Maximum number of blocks whose rows are kept; those of others are computed again from their ratios. */
const MAX_BLOCKS = 300;

/**
 * Rows of about equal height, whose pictures fill the width. A million assets are 10,000 blocks; a block whose ratios are not
 * known has an estimated height, which `refine` replaces.
 */
export function layOutJustified({ total, ratioAt, heads = NO_HEADS, ...options }: LayoutOptions): Layout {
  const { gap, heading } = options;
  const blocks = Math.ceil(total / BLOCK);
  const starts = new Float64Array(blocks + 1);
  /** Ratios of the blocks of which some are known; 0 for an unknown ratio. */
  const ratios = new Map<number, Float32Array>();
  const rowsOf = new Map<number, readonly Row[]>();
  const sizeOf = (block: number) => Math.min(BLOCK, total - block * BLOCK);
  const isLast = (block: number) => block === blocks - 1;
  const usual = new Float32Array(BLOCK).fill(USUAL_RATIO);
  const estimated = heightOf(breakRows(usual, options, true));

  for (let block = 0; block < blocks; block += 1) {
    const [first, size] = [block * BLOCK, sizeOf(block)];
    const isKnown = [first, first + (size >> 1), first + size - 1].some((each) => ratioAt(each) !== undefined);
    if (isKnown) learn(block);
    const isUsual = !isKnown && !isLast(block) && heads.within(first, first + size + 1).length === 0;
    starts[block + 1] = at(starts, block) + (isUsual ? estimated : heightOf(rowsIn(block)));
  }

  function learn(block: number): void {
    ratios.set(
      block,
      Float32Array.from({ length: sizeOf(block) }, (_, index) => ratioAt(block * BLOCK + index) ?? 0),
    );
    rowsOf.delete(block);
  }

  /** The rows of a block, relative to its start. */
  function rowsIn(block: number): readonly Row[] {
    const present = rowsOf.get(block);
    if (present) return present;
    const rows = withHeadings(block, ratios.get(block) ?? usual.subarray(0, sizeOf(block)));
    rowsOf.set(block, rows);
    // A Map iterates in the order of insertion.
    for (const oldest of rowsOf.keys()) {
      if (rowsOf.size <= MAX_BLOCKS) break;
      rowsOf.delete(oldest);
    }
    return rows;
  }

  /** Breaks the pictures of a block into rows, with a new one and room for a heading where a group begins. */
  function withHeadings(block: number, known: Float32Array): readonly Row[] {
    const [first, size] = [block * BLOCK, sizeOf(block)];
    const begins = heads.within(first, first + size).map((position) => position - first);
    const parts = begins[0] === 0 ? begins : [0, ...begins];
    let y = 0;
    return parts.flatMap((from, part) => {
      const to = parts[part + 1] ?? size;
      const continues = to === size && !isLast(block) && !heads.has(first + size);
      const above = heads.has(first + from) ? heading : 0;
      const rows = breakRows(known.subarray(from, to), options, continues).map(
        (row): Row => ({ ...row, first: from + row.first, y: y + above + row.y, above: row.first === 0 ? above : 0 }),
      );
      y = heightOf(rows);
      return rows;
    });
  }

  function heightOf(rows: readonly Row[]): number {
    const last = rows.at(-1);
    return last ? last.y + last.height + gap : 0;
  }

  /** Index of the block at a height of the content. */
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

  function boxesOf(row: Row, block: number): readonly Box[] {
    const y = at(starts, block) + row.y;
    const position = block * BLOCK + row.first;
    const { height, above } = row;
    return row.items.map(({ x, width }, index) => ({ position: position + index, x, y, width, height, above }));
  }

  function boxAt(position: number): Box {
    const block = Math.floor(position / BLOCK);
    const index = position - block * BLOCK;
    const row = rowsIn(block).findLast(({ first }) => first <= index);
    const box = row && boxesOf(row, block)[index - row.first];
    if (!box) throw new RangeError(`no tile ${position} among ${total}`);
    return box;
  }

  /** The row above (-1) or below (1) that of an asset; none beyond the ends. */
  function rowBeside(position: number, direction: -1 | 1): readonly Box[] {
    const block = Math.floor(position / BLOCK);
    const index = rowsIn(block).findLastIndex(({ first }) => first <= position - block * BLOCK);
    const own = rowsIn(block)[index + direction];
    if (own) return boxesOf(own, block);
    const other = block + direction;
    const row = other >= 0 && other < blocks ? rowsIn(other).at(direction < 0 ? -1 : 0) : undefined;
    return row ? boxesOf(row, other) : [];
  }

  return {
    total,
    get height() {
      return Math.max(0, at(starts, blocks) - gap);
    },
    boxAt,
    boxesIn: (top, bottom) => {
      const found: Box[] = [];
      for (let block = blockAt(Math.max(0, top)); block < blocks && at(starts, block) < bottom; block += 1) {
        const start = at(starts, block);
        for (const row of rowsIn(block))
          if (start + row.y + row.height >= top && start + row.y < bottom) found.push(...boxesOf(row, block));
      }
      return found;
    },
    headingsIn: (top, bottom) => {
      const found: Heading[] = [];
      for (let block = blockAt(Math.max(0, top)); block < blocks && at(starts, block) < bottom; block += 1)
        for (const { first, y, above } of rowsIn(block)) {
          const edge = at(starts, block) + y - above;
          if (above > 0 && edge + above > top && edge < bottom)
            found.push({ position: block * BLOCK + first, y: edge });
        }
      return found;
    },
    neighbour: (position, direction) => {
      const { x, width } = boxAt(position);
      const row = rowBeside(position, direction);
      const distance = (box: Box) => Math.abs(box.x + box.width / 2 - x - width / 2);
      return row.toSorted((one, other) => distance(one) - distance(other))[0]?.position ?? position;
    },
    refine: (first, end) => {
      let shift = 0;
      const hasOthers = heads.learn(first, end);
      // A group may begin with the block after them, which changes the last row of theirs.
      const beside = hasOthers ? 1 : 0;
      const to = Math.min(blocks, Math.ceil((end + beside) / BLOCK));
      for (let block = Math.max(0, Math.floor((first - beside) / BLOCK)); block < to; block += 1) {
        const before = at(starts, block + 1) + shift - at(starts, block);
        learn(block);
        const height = heightOf(rowsIn(block));
        shift += height - before;
        starts[block + 1] = at(starts, block) + height;
      }
      if (shift === 0) return;
      for (let block = to; block < blocks; block += 1) starts[block + 1] = at(starts, block + 1) + shift;
    },
  };
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
