import { darken, lighten, mix } from '../drawing/colour.ts';
import { createNoise, layered } from '../drawing/noise.ts';
import { data, type Point, path, polygon, rect } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawSky, type Sun, waterOf } from './sky.ts';

/** Draws the sea. Variants: `lighthouse`, `cliffs`. */
export function coast(frame: Frame): Drawing {
  const { width, height, random, variant } = frame;
  const horizon = height * random.between(0.5, 0.6);
  const sun: Sun = {
    x: width * random.between(0.3, 0.7),
    y: horizon * random.between(0.55, 0.9),
    radius: height * random.between(0.035, 0.055),
  };
  drawSky(frame, horizon, sun, { from: height * 0.08, to: horizon * 0.85, count: random.whole(5, 8) });
  const fromLeft = random.chance(0.5);
  for (let i = 0; i < 3; i += 1) drawHeadland(frame, horizon, fromLeft, i / 2);
  if (variant === 'lighthouse') drawLighthouse(frame, horizon, fromLeft);
  return { water: waterOf(frame, horizon, sun, 0.15, 0.85, random.between(0.6, 0.9)) };
}

/** Returns the height of the land above the sea at x, which decreases towards its tip. */
function landHeight(frame: Frame, share: number, fromLeft: boolean): (x: number) => number {
  const noise = createNoise(`${frame.seed}/land${share}`);
  const reach = frame.width * (0.72 - 0.34 * share);
  return (x) => {
    const away = (fromLeft ? x : frame.width - x) / reach;
    if (away > 1) return 0;
    const plateau = Math.min(1, (1 - away) * 5) * (0.72 + 0.28 * (1 - away));
    return frame.height * (0.09 + 0.13 * share) * plateau * (1 + 0.3 * layered(noise, x / 170, share * 5, 4));
  };
}

function drawHeadland(frame: Frame, horizon: number, fromLeft: boolean, share: number): void {
  const { sheet, width, palette } = frame;
  const land = landHeight(frame, share, fromLeft);
  const top: Point[] = [];
  for (let x = -10; x <= width + 10; x += 7) if (land(x) > 0) top.push([x, horizon + 2 - land(x)]);
  const [first, last] = [top[0]?.[0] ?? 0, top.at(-1)?.[0] ?? 0];
  const colour = mix(mix(palette.far, palette.haze, 0.35), palette.near, share ** 0.9);
  const paint = sheet.down(horizon - frame.height * 0.2, horizon, colour, mix(colour, palette.haze, 0.4));
  sheet.add(path(polygon([...top, [last, horizon + 3], [first, horizon + 3]]), paint));
}

function drawLighthouse(frame: Frame, horizon: number, fromLeft: boolean): void {
  const { sheet, width, height, palette, random } = frame;
  const x = width * (fromLeft ? random.between(0.16, 0.24) : random.between(0.76, 0.84));
  const foot = horizon + 8 - landHeight(frame, 1, fromLeft)(x);
  const tall = height * random.between(0.24, 0.3);
  const half = tall * 0.085;
  const head = foot - tall;
  for (const side of palette.night || random.chance(0.4) ? [-1, 1] : []) {
    const end = x + side * width * 0.7;
    const beam = sheet.across(x, end, ['#fff3c4', 0.75], ['#fff3c4', 0.2, 0.35], ['#fff3c4', 0]);
    sheet.add(path(data`M${x} ${head - 4}L${end} ${head - tall * 0.5}V${head + tall * 0.16}L${x} ${head + 4}Z`, beam));
  }
  const wall = (band: number): number => half * (1 - 0.072 * band);
  for (let band = 0; band < 5; band += 1) {
    const [low, high] = [foot - (tall * band) / 5, foot - (tall * (band + 1)) / 5];
    const base = band % 2 === 0 ? mix('#fbf5ea', palette.haze, 0.2) : mix(palette.accent, palette.near, 0.1);
    const paint = sheet.across(x - half, x + half, lighten(base, 0.15), [base, 1, 0.45], darken(base, 0.55));
    const outline = data`M${x - wall(band)} ${low}H${x + wall(band)}L${x + wall(band + 1)} ${high}H${x - wall(band + 1)}Z`;
    sheet.add(path(outline, paint));
  }
  const dark = darken(palette.near, 0.3);
  sheet.add(rect(x - half * 0.95, head - 6, half * 1.9, 7, dark));
  sheet.add(rect(x - half * 0.5, head - half * 1.1, half, half * 1.1, '#fff1b8'));
  sheet.add(path(data`M${x - half * 0.7} ${head - half * 1.1}q${half * 0.7} ${-half * 1.3} ${half * 1.4} 0Z`, dark));
  sheet.glow(x, head - half * 0.6, half * 3, '#fff3c0', 0.9);
}
