import { type CameraView, DISTANCE } from './camera.ts';
import type { Visible } from './visible.ts';

/** Range within which corners and gaps darken, in units of the model's radius. */
const REACH = 0.16;
/**
 * Number of pairs of opposite directions. They are combined, because a surface that rises on one side and falls on the
 * other is a slope, not a corner.
 */
const DIRECTIONS = 4;
const RINGS = [0.35, 1];
/** Each pixel of a 4 x 4 block uses slightly rotated directions; blurring over the block evens them out. */
const BLOCK = 4;
/** Height of a pixel that shows nothing. */
const NOWHERE = -1000;

/** Maximum grid points per side. A coarse grid is enough, because light changes slowly over a surface. */
const MAX_POINTS = 1024;

/** Computes how much of the surrounding light reaches a pixel: 1 in the open, less in corners. */
export function openness(visible: Visible, { scale }: CameraView): (x: number, y: number) => number {
  const step = Math.max(2, Math.ceil(visible.side / MAX_POINTS));
  const side = Math.ceil(visible.side / step);
  const heights = thinned(visible, step, side);
  const open = new Float32Array(side * side).fill(1);
  const turns = Array.from(
    { length: BLOCK ** 2 * DIRECTIONS },
    (_, turn) => (turn / BLOCK ** 2 / DIRECTIONS) * Math.PI,
  );
  const cosines = Float32Array.from(turns, (turn) => (Math.cos(turn) * scale) / step);
  const sines = Float32Array.from(turns, (turn) => (Math.sin(turn) * scale) / step);
  const height = (x: number, y: number) =>
    x < 0 || y < 0 || x >= side || y >= side ? NOWHERE : (heights[y * side + x] ?? NOWHERE);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const own = heights[y * side + x] ?? NOWHERE;
      if (own === NOWHERE) continue;
      const near = 1 / (DISTANCE - own);
      let turn = (y % BLOCK) * BLOCK + (x % BLOCK);
      let shut = 0;
      for (let direction = 0; direction < DIRECTIONS; direction += 1, turn += BLOCK ** 2) {
        for (let ring = 0; ring < RINGS.length; ring += 1) {
          const reach = REACH * (RINGS[ring] ?? 1);
          const dx = Math.round((cosines[turn] ?? 0) * reach * near);
          const dy = Math.round((sines[turn] ?? 0) * reach * near);
          const rise = risen(height(x + dx, y + dy) - own, reach) + risen(height(x - dx, y - dy) - own, reach);
          if (rise > 0) shut += Math.min(1, rise / reach);
        }
      }
      open[y * side + x] = 1 - (0.75 * shut) / (DIRECTIONS * RINGS.length);
    }
  }
  const even = blurred(open, side);
  return (x, y) => even[Math.floor(y / step) * side + Math.floor(x / step)] ?? 1;
}

/** Returns the height towards the viewer at every `step`th pixel. */
function thinned({ side, nearness }: Visible, step: number, points: number): Float32Array {
  const heights = new Float32Array(points * points);
  for (let y = 0; y < points; y += 1) {
    for (let x = 0; x < points; x += 1) {
      const near = nearness[y * step * side + x * step] ?? 0;
      heights[y * points + x] = near > 0 ? DISTANCE - 1 / near : NOWHERE;
    }
  }
  return heights;
}

/** Limits a height difference. Objects far in front are separate and shade nothing here. */
function risen(height: number, reach: number): number {
  if (height > reach * 3) return 0;
  // Limits both signs equally, so that a steep slope doesn't count as a corner.
  return Math.min(reach, Math.max(-reach, height));
}

function blurred(values: Float32Array, side: number): Float32Array {
  const across = new Float32Array(values.length);
  const result = new Float32Array(values.length);
  const mean = (from: Float32Array, at: number, step: number, position: number) => {
    let sum = 0;
    let count = 0;
    for (let k = -BLOCK / 2; k < BLOCK / 2; k += 1) {
      if (position + k < 0 || position + k >= side) continue;
      sum += from[at + k * step] ?? 1;
      count += 1;
    }
    return sum / count;
  };
  for (let at = 0; at < values.length; at += 1) across[at] = mean(values, at, 1, at % side);
  for (let at = 0; at < values.length; at += 1) result[at] = mean(across, at, side, Math.floor(at / side));
  return result;
}
