import { darken, mix } from '../drawing/colour.ts';
import { createNoise } from '../drawing/noise.ts';
import { createSheet, data, type Point, path, polygon, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import { drawRange } from './mountains.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawSky, type Sun, waterOf } from './sky.ts';
import { conifers } from './trees.ts';

/** Draws a still lake below mountains. Variants: `boat`, `jetty`, `plain`. */
export function lake(frame: Frame): Drawing {
  const { width, height, random, variant } = frame;
  const shore = height * random.between(0.54, 0.62);
  const sun: Sun = {
    x: width * random.between(0.25, 0.75),
    y: shore * random.between(0.3, 0.62),
    radius: height * random.between(0.025, 0.04),
  };
  drawSky(frame, shore, sun, { from: height * 0.06, to: shore * 0.6, count: random.whole(3, 5) });
  drawRange({ ...frame, variant: 'peaks' }, shore - height * 0.13, sun, 3, shore);
  drawShoreTrees(frame, shore);
  const front = createSheet(width, height);
  if (variant === 'boat') drawBoat(front, frame, shore);
  if (variant === 'jetty') drawJetty(front, frame, shore);
  return {
    water: waterOf(frame, shore, sun, 0.25, 0.55, random.between(0.16, 0.34)),
    ...(variant === 'plain' ? {} : { front }),
  };
}

/** Draws two wooded headlands, which are low where they meet. */
function drawShoreTrees({ sheet, width, height, palette, random, seed }: Frame, shore: number): void {
  const noise = createNoise(`${seed}/shore`);
  for (const depth of [0.42, 0.14]) {
    const colour = mix(palette.near, palette.far, depth);
    const gap = width * random.between(0.25, 0.75);
    const reach = width * random.between(0.1, 0.24);
    const ground = (x: number): number => {
      const away = Math.max(0, Math.abs(x - gap) - reach) / width;
      return shore + 4 - height * Math.min(0.13, away * (0.28 + 0.12 * noise(x / 210, depth * 9)));
    };
    const land: Point[] = [[-5, shore + 4]];
    for (let x = -5; x <= width + 12; x += 12) land.push([x, ground(x)]);
    land.push([width + 12, shore + 4]);
    const grows = (x: number): boolean => ground(x) < shore + 1;
    sheet.add(path(polygon(land) + conifers(random, width, ground, 62 - 30 * depth, 3.6, grows), colour));
  }
}

function drawBoat(front: Sheet, { width, height, palette, random }: Frame, shore: number): void {
  const size = width * random.between(0.1, 0.15);
  const [x, y] = [width * random.between(0.24, 0.74), shore + (height - shore) * random.between(0.36, 0.58)];
  const wood = mix('#8a4b2a', palette.near, 0.35);
  const hull = (down: number): string =>
    data`M${x} ${y}q${size * 0.55} ${size * 0.12} ${size * 1.1} 0q${-size * 0.06} ${down} ${-size * 0.22} ${down * 1.2}h${-size * 0.62}q${-size * 0.18} ${-down * 0.2} ${-size * 0.26} ${-down * 1.2}Z`;
  const shine = front.down(y, y + size * 0.2, mix(wood, palette.glow, 0.35), darken(wood, 0.5));
  front.add(path(hull(size * 0.27), darken(palette.near, 0.3), 'opacity=".38"'), path(hull(size * 0.16), shine));
  const rim = data`M${x} ${y}q${size * 0.55} ${size * 0.12} ${size * 1.1} 0`;
  const oar = data`M${x + size * 0.42} ${y + size * 0.02}l${-size * 0.32} ${size * 0.26}`;
  front.add(stroke(rim, mix(palette.accent, palette.sun, 0.35), 3.5), stroke(oar, mix(wood, palette.sun, 0.3), 3));
}

function drawJetty(front: Sheet, { width, height, palette, random }: Frame, shore: number): void {
  const top = shore + height * 0.12;
  const tall = height - top;
  const middle = width * random.between(0.36, 0.62);
  const dark = darken(palette.near, 0.15);
  const half = (share: number): number => width * (0.025 + 0.145 * share);
  for (let i = 0; i < 6; i += 1) {
    const share = (i / 6) ** 1.7;
    for (const side of [-1, 1])
      front.add(
        rect(
          middle + side * half(share) - 3,
          top + tall * share - 8 - 26 * share,
          4 + 12 * share,
          30 + 120 * share,
          dark,
        ),
      );
  }
  const planks = 26;
  for (let i = 0; i < planks; i += 1) {
    const [from, to] = [(i / planks) ** 1.8, ((i + 0.86) / planks) ** 1.8];
    const tone = mix(mix('#7b5a44', palette.haze, 0.35 * (1 - from)), dark, random.between(0.1, 0.5));
    const plank = data`M${middle - half(from)} ${top + tall * from}H${middle + half(from)}L${middle + half(to)} ${top + tall * to}H${middle - half(to)}Z`;
    front.add(path(plank, tone));
  }
}
