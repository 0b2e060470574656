import { channels, darken, lighten, mix } from '../drawing/colour.ts';
import { createNoise, layered } from '../drawing/noise.ts';
import { circle, createSheet, type Point, path, polygon, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import type { Drawing, Frame, Front } from './scene.ts';
import { drawBirds, drawClouds, drawStars, drawSun, type Sun, skyBackdrop } from './sky.ts';

/** The sea. Variants: `lighthouse`, `sails`, `cliffs`, `beach`. */
export function coast(frame: Frame): Drawing {
  const { width, height, palette, random, variant } = frame;
  const sheet = createSheet(width, height);
  const horizon = height * random.between(0.5, 0.6);
  const sun: Sun = {
    x: width * random.between(0.3, 0.7),
    y: horizon * random.between(0.55, 0.9),
    radius: height * random.between(0.035, 0.055),
  };
  if (palette.night) drawStars(sheet, frame.seed, 420, horizon);
  drawSun(sheet, palette, sun);
  drawClouds(sheet, random, palette, height * 0.08, horizon * 0.85, random.whole(5, 8));
  const fromLeft = random.chance(0.5);
  for (let i = 0; i < 3; i += 1) drawHeadland(sheet, frame, horizon, fromLeft, i / 2, variant === 'beach' ? 0.5 : 1);
  if (variant === 'lighthouse') drawLighthouse(sheet, frame, horizon, fromLeft);
  if (variant === 'sails') for (let i = 0; i < 3; i += 1) drawSail(sheet, frame, horizon, i);
  drawBirds(sheet, random, darken(palette.near, 0.1), width * random.between(0.3, 0.7), horizon * 0.5, 90);
  const front = variant === 'beach' || variant === 'cliffs' ? drawShore(frame, variant) : undefined;
  return {
    backdrop: skyBackdrop(frame, horizon, sun),
    sheet,
    water: {
      horizon: horizon / height,
      tint: channels(mix(palette.water, palette.near, 0.15)),
      depth: 0.85,
      waves: random.between(0.6, 0.9),
      track: sun.x / width,
      trackColour: channels(mix(palette.glow, palette.sun, 0.5)),
    },
    ...(front === undefined ? {} : { front }),
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

function drawHeadland(
  sheet: Sheet,
  frame: Frame,
  horizon: number,
  fromLeft: boolean,
  share: number,
  size: number,
): void {
  const { width, palette } = frame;
  const land = landHeight(frame, share, fromLeft, size);
  const top: Point[] = [];
  for (let x = -10; x <= width + 10; x += 7) if (land(x) > 0) top.push([x, horizon + 2 - land(x)]);
  const first = top[0];
  const last = top.at(-1);
  if (first === undefined || last === undefined) return;
  const colour = mix(mix(palette.far, palette.haze, 0.35), palette.near, share ** 0.9);
  const outline = polygon([...top, [last[0], horizon + 3], [first[0], horizon + 3]]);
  sheet.add(
    path(
      outline,
      sheet.linear(
        [0, horizon - frame.height * 0.2],
        [0, horizon],
        [
          [0, colour],
          [1, mix(colour, palette.haze, 0.4)],
        ],
      ),
    ),
  );
  let strata = '';
  for (let level = 0.2; level < 0.95; level += 0.24) {
    strata += polygon(
      top.map(([x, y]): Point => [x, y + (horizon - y) * level + 3 * Math.sin(x / 23 + level * 9)]),
      false,
    );
  }
  sheet.add(stroke(strata, mix(colour, palette.light, 0.5), 2, `stroke-opacity="${0.15 + 0.25 * share}"`));
}

function drawLighthouse(sheet: Sheet, frame: Frame, horizon: number, fromLeft: boolean): void {
  const { width, height, palette, random } = frame;
  const land = landHeight(frame, 1, fromLeft, 1);
  const x = fromLeft ? width * random.between(0.16, 0.24) : width * random.between(0.76, 0.84);
  const foot = horizon + 8 - land(x);
  const tall = height * random.between(0.24, 0.3);
  const half = tall * 0.085;
  const head = foot - tall;
  const beam = palette.night || random.chance(0.4);
  if (beam) {
    for (const side of [-1, 1]) {
      const paint = sheet.linear(
        [x, head],
        [x + side * width * 0.6, head],
        [
          [0, '#fff3c4', 0.75],
          [0.35, '#fff3c4', 0.22],
          [1, '#fff3c4', 0],
        ],
      );
      sheet.add(
        path(
          polygon([
            [x, head - 4],
            [x + side * width * 0.7, head - tall * 0.5],
            [x + side * width * 0.7, head + tall * 0.16],
            [x, head + 4],
          ]),
          paint,
        ),
      );
    }
  }
  const wall = (share: number): number => half * (1 - 0.36 * share);
  for (let band = 0; band < 5; band += 1) {
    const y1 = foot - (tall * band) / 5;
    const y2 = foot - (tall * (band + 1)) / 5;
    const base = band % 2 === 0 ? mix('#fbf5ea', palette.haze, 0.2) : mix(palette.accent, palette.near, 0.1);
    const paint = sheet.linear(
      [x - half, 0],
      [x + half, 0],
      [
        [0, lighten(base, 0.15)],
        [0.45, base],
        [1, darken(base, 0.55)],
      ],
    );
    sheet.add(
      path(
        polygon([
          [x - wall(band / 5), y1],
          [x + wall(band / 5), y1],
          [x + wall((band + 1) / 5), y2],
          [x - wall((band + 1) / 5), y2],
        ]),
        paint,
      ),
    );
  }
  const dark = darken(palette.near, 0.3);
  sheet.add(
    rect(x - half * 0.95, head - 6, half * 1.9, 7, dark) +
      rect(x - half * 0.5, head - half * 1.1, half, half * 1.1, '#fff1b8'),
  );
  sheet.add(
    path(
      `M${x - half * 0.7} ${head - half * 1.1}Q${x} ${head - half * 2.4} ${x + half * 0.7} ${head - half * 1.1}Z`,
      dark,
    ),
  );
  sheet.add(
    circle(
      x,
      head - half * 0.6,
      half * 2.6,
      sheet.radial([x, head - half * 0.6], half * 2.6, [
        [0, '#fff6d0', 0.9],
        [0.4, '#fff0b0', 0.3],
        [1, '#fff0b0', 0],
      ]),
    ),
  );
}

function drawSail(sheet: Sheet, { width, height, palette, random }: Frame, horizon: number, index: number): void {
  const x = width * (0.2 + 0.28 * index + random.between(-0.06, 0.06));
  const tall = height * random.between(0.06, 0.19) * (index === 1 ? 1.25 : 0.8);
  const foot = horizon - 2;
  const cloth = random.pick(['#fff8ea', mix(palette.accent, '#ffffff', 0.2), lighten(palette.haze, 0.5)]);
  sheet.add(
    path(
      `M${x} ${foot - tall * 0.12}L${x} ${foot - tall}Q${x + tall * 0.5} ${foot - tall * 0.45} ${x + tall * 0.48} ${foot - tall * 0.14}Z`,
      sheet.linear(
        [x, 0],
        [x + tall * 0.5, 0],
        [
          [0, lighten(cloth, 0.2)],
          [1, darken(cloth, 0.25)],
        ],
      ),
    ),
  );
  sheet.add(
    path(
      `M${x - tall * 0.03} ${foot - tall * 0.14}L${x - tall * 0.03} ${foot - tall * 0.86}Q${x - tall * 0.2} ${foot - tall * 0.35} ${x - tall * 0.36} ${foot - tall * 0.12}Z`,
      mix(cloth, palette.near, 0.18),
    ),
  );
  sheet.add(
    path(
      `M${x - tall * 0.34} ${foot - tall * 0.09}H${x + tall * 0.5}Q${x + tall * 0.4} ${foot + tall * 0.03} ${x + tall * 0.3} ${foot + 2}H${x - tall * 0.2}Z`,
      darken(palette.near, 0.25),
    ),
  );
}

function drawShore(frame: Frame, variant: string): Front {
  const { width, height, palette, random, seed } = frame;
  const tall = height * 0.3;
  const sheet = createSheet(width, tall);
  const noise = createNoise(`${seed}/shore`);
  const sandy = variant === 'beach';
  const ground = sandy ? mix('#e7c694', palette.haze, palette.night ? 0.1 : 0.35) : darken(palette.near, 0.3);
  const edge = (x: number, lift: number): number =>
    tall * (0.72 - lift - 0.34 * (x / width) ** 2) +
    16 * noise(x / 160, lift * 10) +
    (sandy ? 0 : 40 * layered(noise, x / 60, 3, 4));
  const outline = (lift: number): string => {
    const points: Point[] = [[-5, tall + 5]];
    for (let x = -5; x <= width + 10; x += sandy ? 14 : 7) points.push([x, edge(x, lift)]);
    return polygon([...points, [width + 10, tall + 5]]);
  };
  const tone = palette.night ? mix(ground, palette.near, 0.7) : ground;
  if (sandy) {
    for (const [lift, opacity] of [
      [0.24, 0.28],
      [0.15, 0.45],
      [0.06, 0.9],
    ] as const)
      sheet.add(path(outline(lift), '#ffffff', `fill-opacity="${palette.night ? opacity * 0.35 : opacity}"`));
    sheet.add(path(outline(0.03), mix(tone, palette.water, 0.45)));
  }
  sheet.add(
    path(
      outline(0),
      sheet.linear(
        [0, tall * 0.4],
        [0, tall],
        [
          [0, mix(tone, palette.glow, 0.25)],
          [1, darken(tone, sandy ? 0.3 : 0.5)],
        ],
      ),
    ),
  );
  let grass = '';
  for (let i = 0; i < (sandy ? 90 : 160); i += 1) {
    const x = sandy ? width * (1 - random.next() ** 2 * 0.5) : random.next() * width;
    const y = edge(x, 0) + random.between(4, tall * 0.3);
    grass += `M${x} ${y}q${random.bell() * 5} ${-random.between(12, 30)} ${random.bell() * 18} ${-random.between(24, 56)}`;
  }
  sheet.add(stroke(grass, darken(palette.near, 0.25), 2.4));
  return { sheet, left: 0, top: height - tall };
}
