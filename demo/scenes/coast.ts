import { channels, darken, lighten, mix } from '../drawing/colour.ts';
import { createNoise, layered } from '../drawing/noise.ts';
import { createSheet, data, type Point, path, polygon, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawBirds, drawSky, type Sun } from './sky.ts';

/** The sea. Variants: `lighthouse`, `sails`, `cliffs`, `beach`. */
export function coast(frame: Frame): Drawing {
  const { width, height, palette, random, variant } = frame;
  const horizon = height * random.between(0.5, 0.6);
  const sun: Sun = {
    x: width * random.between(0.3, 0.7),
    y: horizon * random.between(0.55, 0.9),
    radius: height * random.between(0.035, 0.055),
  };
  drawSky(frame, horizon, sun, { from: height * 0.08, to: horizon * 0.85, count: random.whole(5, 8) });
  const fromLeft = random.chance(0.5);
  for (let i = 0; i < 3; i += 1) drawHeadland(frame, horizon, fromLeft, i / 2, variant === 'beach' ? 0.5 : 1);
  if (variant === 'lighthouse') drawLighthouse(frame, horizon, fromLeft);
  if (variant === 'sails') for (let i = 0; i < 3; i += 1) drawSail(frame, horizon, i);
  drawBirds(frame, darken(palette.near, 0.1), width * random.between(0.3, 0.7), horizon * 0.5, 90);
  const front = createSheet(width, height);
  if (variant === 'beach') drawBeach(front, frame);
  return {
    water: {
      horizon: horizon / height,
      tint: channels(mix(palette.water, palette.near, 0.15)),
      depth: 0.85,
      waves: random.between(0.6, 0.9),
      track: sun.x / width,
      trackColour: channels(mix(palette.glow, palette.sun, 0.5)),
    },
    ...(variant === 'beach' ? { front } : {}),
  };
}

/** How high the land stands above the sea at x, falling off towards its tip. */
function landHeight(frame: Frame, share: number, fromLeft: boolean, size: number): (x: number) => number {
  const noise = createNoise(`${frame.seed}/land${share}`);
  const reach = frame.width * (0.72 - 0.34 * share) * size;
  return (x) => {
    const away = (fromLeft ? x : frame.width - x) / reach;
    if (away > 1) return 0;
    const plateau = Math.min(1, (1 - away) * 5) * (0.72 + 0.28 * (1 - away));
    return frame.height * (0.09 + 0.13 * share) * size * plateau * (1 + 0.3 * layered(noise, x / 170, share * 5, 4));
  };
}

function drawHeadland(frame: Frame, horizon: number, fromLeft: boolean, share: number, size: number): void {
  const { sheet, width, palette } = frame;
  const land = landHeight(frame, share, fromLeft, size);
  const top: Point[] = [];
  for (let x = -10; x <= width + 10; x += 7) if (land(x) > 0) top.push([x, horizon + 2 - land(x)]);
  const [first, last] = [top[0]?.[0] ?? 0, top.at(-1)?.[0] ?? 0];
  const colour = mix(mix(palette.far, palette.haze, 0.35), palette.near, share ** 0.9);
  const paint = sheet.down(horizon - frame.height * 0.2, horizon, colour, mix(colour, palette.haze, 0.4));
  sheet.add(path(polygon([...top, [last, horizon + 3], [first, horizon + 3]]), paint));
  for (let level = 0.2; level < 0.95; level += 0.24) {
    const layer = top.map(([x, y]): Point => [x, y + (horizon - y) * level + 3 * Math.sin(x / 23 + level * 9)]);
    const tone = mix(colour, palette.light, 0.5);
    sheet.add(stroke(polygon(layer, false), tone, 2, `stroke-opacity="${0.15 + 0.25 * share}"`));
  }
}

function drawLighthouse(frame: Frame, horizon: number, fromLeft: boolean): void {
  const { sheet, width, height, palette, random } = frame;
  const x = width * (fromLeft ? random.between(0.16, 0.24) : random.between(0.76, 0.84));
  const foot = horizon + 8 - landHeight(frame, 1, fromLeft, 1)(x);
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

function drawSail({ sheet, width, height, palette, random }: Frame, horizon: number, index: number): void {
  const x = width * (0.2 + 0.28 * index + random.between(-0.06, 0.06));
  const size = height * random.between(0.06, 0.19) * (index === 1 ? 1.25 : 0.8);
  const at = (right: number, down: number): string => data`${x + right * size} ${horizon - 2 + down * size}`;
  const cloth = random.pick(['#fff8ea', mix(palette.accent, '#ffffff', 0.2), lighten(palette.haze, 0.5)]);
  const wide = sheet.across(x, x + size / 2, lighten(cloth, 0.2), darken(cloth, 0.25));
  sheet.add(
    path(`M${at(0, -0.12)}L${at(0, -1)}Q${at(0.5, -0.45)} ${at(0.48, -0.14)}Z`, wide),
    path(
      `M${at(-0.03, -0.14)}L${at(-0.03, -0.86)}Q${at(-0.2, -0.35)} ${at(-0.36, -0.12)}Z`,
      mix(cloth, palette.near, 0.18),
    ),
    path(
      `M${at(-0.34, -0.09)}L${at(0.5, -0.09)}Q${at(0.4, 0.03)} ${at(0.3, 0.02)}L${at(-0.2, 0.02)}Z`,
      darken(palette.near, 0.25),
    ),
  );
}

/** Sand in front, foam along its edge, and grass to one side. */
function drawBeach(front: Sheet, { width, height, palette, random, seed }: Frame): void {
  const noise = createNoise(`${seed}/shore`);
  const base = mix('#e7c694', palette.haze, palette.night ? 0.1 : 0.35);
  const sand = palette.night ? mix(base, palette.near, 0.7) : base;
  const edge = (x: number, lift: number): number =>
    height * (0.916 - 0.3 * lift - 0.1 * (x / width) ** 2) + 16 * noise(x / 160, lift * 10);
  const outline = (lift: number): string => {
    const points: Point[] = [[-5, height + 5]];
    for (let x = -5; x <= width + 10; x += 14) points.push([x, edge(x, lift)]);
    return polygon([...points, [width + 10, height + 5]]);
  };
  for (const [lift, opacity] of [
    [0.24, 0.28],
    [0.15, 0.45],
    [0.06, 0.9],
  ] as const)
    front.add(path(outline(lift), '#ffffff', `fill-opacity="${palette.night ? opacity * 0.35 : opacity}"`));
  front.add(path(outline(0.03), mix(sand, palette.water, 0.45)));
  front.add(path(outline(0), front.down(height * 0.82, height, mix(sand, palette.glow, 0.25), darken(sand, 0.3))));
  let grass = '';
  for (let i = 0; i < 90; i += 1) {
    const x = width * (1 - random.next() ** 2 * 0.5);
    const y = edge(x, 0) + random.between(4, height * 0.09);
    grass += data`M${x} ${y}q${random.bell() * 5} ${-random.between(12, 30)} ${random.bell() * 18} ${-random.between(24, 56)}`;
  }
  front.add(stroke(grass, darken(palette.near, 0.25), 2.4));
}
