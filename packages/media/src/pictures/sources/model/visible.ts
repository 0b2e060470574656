import { CannotMake } from '../../../derived/cannot-make.ts';
import { type CameraView, DISTANCE, type SeenSurface } from './camera.ts';
import { sampleAlpha } from './linear-light.ts';

export interface Visible {
  readonly side: number;
  /** Index of the triangle, counted through all surfaces; -1 if there is none. */
  readonly triangle: Int32Array;
  /** 1 / distance from the viewer; 0 if there is nothing. */
  readonly nearness: Float32Array;
}

/**
 * Thresholds in sixteenths. Neighbouring pixels let different things through, so transparent surfaces need no sorting.
 */
const DITHER = Float32Array.from([0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5], (step) => (step + 0.5) / 16);

/**
 * Most layers of triangles over the whole picture, counted by their bounding boxes. Drawing takes a few seconds with as
 * many; models have ten.
 */
const MAX_LAYERS = 256;

/** Finds the nearest triangle for each pixel of a square picture. Throws CannotMake for too many layers. */
export function findVisible({ surfaces }: CameraView, side: number): Visible {
  const covered = surfaces.reduce((sum, surface) => sum + coveredPixels(surface, side), 0);
  if (covered > MAX_LAYERS * side * side)
    throw new CannotMake('too_large', `${Math.round(covered / side / side)} layers of triangles`);
  const triangle = new Int32Array(side * side).fill(-1);
  const nearness = new Float32Array(side * side);
  let first = 0;
  for (const surface of surfaces) {
    drawSurface(surface, first, { side, triangle, nearness });
    first += surface.corners.length / 3;
  }
  return { side, triangle, nearness };
}

/** Returns the sum of the pixels in the bounding boxes of all triangles. */
function coveredPixels({ corners, screen }: SeenSurface, side: number): number {
  let sum = 0;
  const within = (pixel: number) => Math.min(side, Math.max(0, pixel));
  for (let at = 0; at + 2 < corners.length; at += 3) {
    const [a, b, c] = [(corners[at] ?? 0) * 2, (corners[at + 1] ?? 0) * 2, (corners[at + 2] ?? 0) * 2];
    const [ax, bx, cx] = [screen[a] ?? 0, screen[b] ?? 0, screen[c] ?? 0];
    const [ay, by, cy] = [screen[a + 1] ?? 0, screen[b + 1] ?? 0, screen[c + 1] ?? 0];
    const width = within(Math.max(ax, bx, cx)) - within(Math.min(ax, bx, cx));
    sum += width * (within(Math.max(ay, by, cy)) - within(Math.min(ay, by, cy)));
  }
  return sum;
}

function drawSurface(surface: SeenSurface, first: number, { side, triangle, nearness }: Visible): void {
  const { corners, screen, view, material } = surface;
  const isWhole = material.cutoff <= 0 && !material.isSheer;
  for (let at = 0; at < corners.length; at += 3) {
    const a = corners[at] ?? 0;
    const b = corners[at + 1] ?? 0;
    const c = corners[at + 2] ?? 0;
    const ax = screen[a * 2] ?? 0;
    const ay = screen[a * 2 + 1] ?? 0;
    const bx = screen[b * 2] ?? 0;
    const by = screen[b * 2 + 1] ?? 0;
    const cx = screen[c * 2] ?? 0;
    const cy = screen[c * 2 + 1] ?? 0;
    // Pixel centres are at half coordinates.
    const fromX = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const toX = Math.min(side - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const fromY = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const toY = Math.min(side - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    if (fromX > toX || fromY > toY) continue;
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area === 0) continue;
    const nearA = 1 / (DISTANCE - (view[a * 3 + 2] ?? 0));
    const nearB = 1 / (DISTANCE - (view[b * 3 + 2] ?? 0));
    const nearC = 1 / (DISTANCE - (view[c * 3 + 2] ?? 0));
    // The weights of corners b and c change linearly from pixel to pixel.
    const shareBx = (cy - ay) / area;
    const shareBy = -(cx - ax) / area;
    const shareCx = -(by - ay) / area;
    const shareCy = (bx - ax) / area;
    const number = first + at / 3;
    for (let y = fromY; y <= toY; y += 1) {
      const dy = y + 0.5 - ay;
      let shareB = (fromX + 0.5 - ax) * shareBx + dy * shareBy;
      let shareC = (fromX + 0.5 - ax) * shareCx + dy * shareCy;
      for (let x = fromX; x <= toX; x += 1, shareB += shareBx, shareC += shareCx) {
        const shareA = 1 - shareB - shareC;
        if (shareA < 0 || shareB < 0 || shareC < 0) continue;
        const near = shareA * nearA + shareB * nearB + shareC * nearC;
        const pixel = y * side + x;
        if (near <= (nearness[pixel] ?? 0)) continue;
        if (!isWhole) {
          const [wa, wb, wc] = [(shareA * nearA) / near, (shareB * nearB) / near, (shareC * nearC) / near];
          const alpha = sampleAlpha(surface, { a, b, c, wa, wb, wc });
          const least = material.isSheer ? (DITHER[(y % 4) * 4 + (x % 4)] ?? 0) : material.cutoff;
          if (alpha < least) continue;
        }
        nearness[pixel] = near;
        triangle[pixel] = number;
      }
    }
  }
}
