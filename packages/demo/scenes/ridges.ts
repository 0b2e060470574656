import { mix } from '../drawing/colour.ts';
import { createNoise, layered, ridged } from '../drawing/noise.ts';
import type { Random } from '../drawing/random.ts';
import { group, type Point, path, polygon } from '../drawing/sheet.ts';
import type { Frame } from './scene.ts';

/** The skyline of a chain of mountains or hills, from left to right. */
export type Ridge = readonly Point[];

/** The shape of a ridge. Lengths are in units of the sheet. */
export interface RidgeShape {
  /** Distance of its feet from the top of the sheet. */
  readonly base: number;
  /** Height of the highest crest above the feet. */
  readonly rise: number;
  /** Approximate distance between two summits. */
  readonly span: number;
  /** True for sharp crests (mountains), false for round ones (hills). */
  readonly sharp: boolean;
  /** Position of a mountain that towers above the others; undefined for none. */
  readonly summit?: number;
}

/** Creates a ridge with points every few units, over the whole width and slightly beyond. */
export function makeRidge(width: number, shape: RidgeShape, seed: string): Ridge {
  const noise = createNoise(seed);
  const step = shape.sharp ? 5 : 9;
  const xs: number[] = [];
  for (let x = -step; x <= width + step; x += step) xs.push(x);
  const heights = xs.map((x) => {
    const at = x / shape.span;
    if (!shape.sharp) return layered(noise, at, 0.5, 3);
    const summit = shape.summit === undefined ? 0 : Math.exp(-(((x - shape.summit) / (shape.span * 0.85)) ** 2));
    return ridged(noise, at, 0.5, 5) ** 1.5 * (0.75 + 0.5 * summit) + 0.45 * noise(at * 0.37, 7.5) + 0.7 * summit;
  });
  const low = Math.min(...heights);
  const high = Math.max(...heights);
  const crags = (x: number): number => (shape.sharp ? 0.018 * noise((x / shape.span) * 40, 2) : 0);
  return xs.map((x, index) => {
    const height = ((heights[index] ?? 0) - low) / (high - low);
    return [x, shape.base - shape.rise * (height + crags(x))];
  });
}

/** Returns the outline of the ridge down to `bottom`. */
export function ridgeOutline(ridge: Ridge, bottom: number): string {
  const first = ridge[0] ?? [0, 0];
  const last = ridge.at(-1) ?? [0, 0];
  return polygon([...ridge, [last[0], bottom], [first[0], bottom]]);
}

/** Fills the ridge, which is darker at the top and dissolves into haze towards its feet. */
export function drawRidge({ sheet, height, palette }: Frame, ridge: Ridge, colour: string, feet: number): void {
  const top = Math.min(...ridge.map(([, y]) => y));
  const [soft, hazy] = [mix(colour, palette.haze, 0.12), mix(colour, palette.haze, 0.78)];
  sheet.add(path(ridgeOutline(ridge, height + 4), sheet.down(top, feet, colour, [soft, 1, 0.35], hazy)));
}

/** Returns a function that gives the height of the ridge at any x. */
export function groundOf(ridge: Ridge): (x: number) => number {
  const first = ridge[0]?.[0] ?? 0;
  const step = (ridge[1]?.[0] ?? 1) - first;
  return (x) => ridge[Math.max(0, Math.min(ridge.length - 1, Math.round((x - first) / step)))]?.[1] ?? 0;
}

/**
 * Draws light and shade on the flanks: the side away from the sun is shaded, and the summits have snow. Lower values of
 * `strength` (0 to 1) make distant chains paler.
 */
export function drawFlanks(
  frame: Frame,
  ridge: Ridge,
  sunX: number,
  feet: number,
  strength: number,
  snow: boolean,
): void {
  const { sheet, random, palette } = frame;
  const heights = ridge.map(([, y]) => y);
  const crest = Math.min(...heights);
  let lit = '';
  let shade = '';
  for (const summit of [...findSummits(heights, 34), ...findSummits(heights, 6)]) {
    const peak = ridge[summit.index];
    const left = ridge[summit.left];
    const right = ridge[summit.right];
    if (peak === undefined || left === undefined || right === undefined) continue;
    const drop = Math.max(left[1], right[1]) - peak[1];
    if (drop < 14) continue;
    const spine = makeSpine(random, peak, drop * 1.15, (right[0] - left[0]) * 0.09);
    const leftSide = polygon([...ridge.slice(summit.left, summit.index + 1), ...spine]);
    const rightSide = polygon([...ridge.slice(summit.index, summit.right + 1).toReversed(), ...spine]);
    lit += sunX < peak[0] ? leftSide : rightSide;
    shade += sunX < peak[0] ? rightSide : leftSide;
  }
  const fading = (colour: string, opacity: number) =>
    sheet.down(crest, feet, [colour, opacity * strength, 0], [colour, 0.55 * strength, 0.5], [colour, 0, 0.87]);
  const clip = sheet.define((id) => `<clipPath id="${id}"><path d="${ridgeOutline(ridge, feet)}"/></clipPath>`);
  const light = fading(palette.light, 0.95);
  const cover = snow ? path(snowOutline(random, ridge, crest + (feet - crest) * 0.5), light) : '';
  sheet.add(group(path(lit, light) + cover + path(shade, fading(palette.shade, 0.85)), `clip-path="${clip}"`));
}

/** Finds the points that are the highest within `reach` steps on either side. */
function findSummits(heights: readonly number[], reach: number) {
  const isHighest = (height: number, at: number): boolean =>
    heights.slice(Math.max(0, at - reach), at + reach + 1).every((other) => other >= height);
  const summits = [...heights.keys()].filter((at) => isHighest(heights[at] ?? 0, at));
  return summits.map((index, place) => ({
    index,
    left: lowest(heights, summits[place - 1] ?? 0, index),
    right: lowest(heights, index, summits[place + 1] ?? heights.length - 1),
  }));
}

/** Returns where the ridge is lowest between two places. Heights are y coordinates, which increase downwards. */
const lowest = (heights: readonly number[], from: number, to: number): number =>
  heights.indexOf(Math.max(...heights.slice(from, to + 1)), from);

/** Creates a jagged line that rises from `drop` below the peak towards it. */
function makeSpine(random: Random, [x, y]: Point, drop: number, drift: number): Point[] {
  const lean = random.between(-2, 2) * drift;
  return [6, 5, 4, 3, 2, 1].map((step) => [
    x + (lean * step) / 6 + random.bell() * drift * 0.35,
    y + (drop * step) / 6,
  ]);
}

/** Creates the outline of snow from the crest down, thinner towards the snow line, with a jagged lower edge. */
function snowOutline(random: Random, ridge: Ridge, line: number): string {
  let data = '';
  let covered: Point[] = [];
  const close = (): void => {
    if (covered.length > 3) {
      const lower: Point[] = [];
      for (let i = 0, tooth = 0; i < covered.length; i += random.whole(1, 4), tooth += 1) {
        const [x, y] = covered[i] ?? [0, 0];
        lower.push([x, y + (line - y) * (tooth % 2 === 0 ? random.between(0.5, 0.95) : random.between(0.18, 0.5))]);
      }
      data += polygon([...covered, ...lower.toReversed()]);
    }
    covered = [];
  };
  for (const point of ridge) {
    if (point[1] < line) covered.push(point);
    else close();
  }
  close();
  return data;
}
