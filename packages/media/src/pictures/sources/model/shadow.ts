import { type CameraView, DISTANCE, modelDirection } from './camera.ts';

const CELLS = 192;
/** Half the width of the floor area that can receive a shadow, in units of the model's radius. */
const WIDTH = 1.6;
/** Parts at this height above the floor still darken it by a third. */
const FADE = 0.22;
const STRENGTH = 0.34;
const BLUR = 5;

/** Returns a function that gives, for pixels that show only the floor, how much light the model takes from it. */
export function floorShadow(view: CameraView): (x: number, y: number) => number {
  const cells = blur(blur(blur(covered(view))));
  const { scale, centre, floor } = view;
  const [ox, oy, oz] = modelDirection(0, 0, DISTANCE);
  // Directions change linearly from pixel to pixel.
  const ahead = modelDirection(-centre[0] / scale, centre[1] / scale, -1);
  const right = modelDirection(1 / scale, 0, 0);
  const down = modelDirection(0, -1 / scale, 0);
  return (x, y) => {
    // Follows the ray from the viewer through the pixel down to the floor.
    const dx = ahead[0] + x * right[0] + y * down[0];
    const dy = ahead[1] + x * right[1] + y * down[1];
    const dz = ahead[2] + x * right[2] + y * down[2];
    const along = (floor - oy) / dy;
    if (!(dy < 0) || !(along > 0)) return 0;
    const column = ((ox + dx * along) / WIDTH / 2 + 0.5) * CELLS - 0.5;
    const row = ((oz + dz * along) / WIDTH / 2 + 0.5) * CELLS - 0.5;
    if (!(column >= 0 && row >= 0 && column < CELLS - 1 && row < CELLS - 1)) return 0;
    const left = Math.floor(column);
    const top = Math.floor(row);
    const shareX = column - left;
    const shareY = row - top;
    const at = top * CELLS + left;
    const upper = (cells[at] ?? 0) * (1 - shareX) + (cells[at + 1] ?? 0) * shareX;
    const lower = (cells[at + CELLS] ?? 0) * (1 - shareX) + (cells[at + CELLS + 1] ?? 0) * shareX;
    return STRENGTH * (upper * (1 - shareY) + lower * shareY);
  };
}

/** Rasterizes the model seen from straight above: for each cell, how near it is to the floor. */
function covered({ surfaces, floor }: CameraView): Float32Array {
  const cells = new Float32Array(CELLS * CELLS);
  for (const { view, corners } of surfaces) {
    const placed = new Float32Array(view.length);
    for (let at = 0; at < view.length; at += 3) {
      const [x, y, z] = modelDirection(view[at] ?? 0, view[at + 1] ?? 0, view[at + 2] ?? 0);
      placed[at] = (x / WIDTH / 2 + 0.5) * CELLS;
      placed[at + 1] = Math.exp((floor - y) / FADE);
      placed[at + 2] = (z / WIDTH / 2 + 0.5) * CELLS;
    }
    for (let at = 0; at < corners.length; at += 3) {
      cover(cells, placed, (corners[at] ?? 0) * 3, (corners[at + 1] ?? 0) * 3, (corners[at + 2] ?? 0) * 3);
    }
  }
  return cells;
}

function cover(cells: Float32Array, placed: Float32Array, a: number, b: number, c: number): void {
  const ax = placed[a] ?? 0;
  const ay = placed[a + 2] ?? 0;
  const bx = placed[b] ?? 0;
  const by = placed[b + 2] ?? 0;
  const cx = placed[c] ?? 0;
  const cy = placed[c + 2] ?? 0;
  const near = Math.max(placed[a + 1] ?? 0, placed[b + 1] ?? 0, placed[c + 1] ?? 0);
  // Always marks the cells of the corners, because a small triangle may contain no cell centre.
  raise(cells, ax, ay, placed[a + 1] ?? 0);
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (area === 0 || near < 0.02) return;
  const toX = Math.min(CELLS - 1, Math.floor(Math.max(ax, bx, cx)));
  const toY = Math.min(CELLS - 1, Math.floor(Math.max(ay, by, cy)));
  for (let y = Math.max(0, Math.floor(Math.min(ay, by, cy))); y <= toY; y += 1) {
    for (let x = Math.max(0, Math.floor(Math.min(ax, bx, cx))); x <= toX; x += 1) {
      const shareB = ((x + 0.5 - ax) * (cy - ay) - (cx - ax) * (y + 0.5 - ay)) / area;
      const shareC = ((bx - ax) * (y + 0.5 - ay) - (x + 0.5 - ax) * (by - ay)) / area;
      if (shareB < 0 || shareC < 0 || shareB + shareC > 1) continue;
      const here =
        (1 - shareB - shareC) * (placed[a + 1] ?? 0) + shareB * (placed[b + 1] ?? 0) + shareC * (placed[c + 1] ?? 0);
      raise(cells, x, y, here);
    }
  }
}

function raise(cells: Float32Array, x: number, y: number, value: number): void {
  if (!(x >= 0 && y >= 0 && x < CELLS && y < CELLS)) return;
  const cell = Math.floor(y) * CELLS + Math.floor(x);
  if (value > (cells[cell] ?? 0)) cells[cell] = value;
}

function blur(cells: Float32Array): Float32Array {
  let from = cells;
  for (const step of [1, CELLS]) {
    const to = new Float32Array(cells.length);
    for (let at = 0; at < from.length; at += 1) {
      let sum = 0;
      for (let k = -BLUR; k <= BLUR; k += 1) sum += from[at + k * step] ?? 0;
      to[at] = sum / (BLUR * 2 + 1);
    }
    from = to;
  }
  return from;
}
