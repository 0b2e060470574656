import type { Random } from '../drawing/random.ts';
import { type Point, polygon } from '../drawing/sheet.ts';

/** Returns the outline of a conifer at (x, y). */
export function conifer(random: Random, x: number, y: number, height: number): string {
  const tiers = Math.max(4, Math.round(height / 14));
  const spread = height * random.between(0.16, 0.23);
  const left: Point[] = [];
  const right: Point[] = [];
  for (let tier = 1; tier <= tiers; tier += 1) {
    const share = tier / tiers;
    const level = y - height * (1 - share) - height * 0.06;
    const reach = spread * share ** 0.9;
    left.push(
      [x - reach * random.between(0.75, 1.1), level + height * 0.035],
      [x - reach * 0.45, level - height * 0.01],
    );
    right.push(
      [x + reach * random.between(0.75, 1.1), level + height * 0.035],
      [x + reach * 0.45, level - height * 0.01],
    );
  }
  const trunk = height * 0.02;
  return polygon([
    [x, y - height],
    ...right,
    [x + trunk, y - height * 0.05],
    [x + trunk, y + height * 0.04],
    [x - trunk, y + height * 0.04],
    [x - trunk, y - height * 0.05],
    ...left.toReversed(),
  ]);
}

/** Returns path data of conifers along the ground; `ground` returns the height of the ground at each x. */
export function conifers(
  random: Random,
  width: number,
  ground: (x: number) => number,
  height: number,
  density: number,
  grows: (x: number) => boolean = () => true,
): string {
  let data = '';
  for (let x = -20; x < width + 20; x += random.between(0.25, 1) * (height / density)) {
    if (grows(x)) data += conifer(random, x, ground(x) + height * 0.05, height * random.between(0.5, 1.15));
  }
  return data;
}
