import { channels, darken, mix } from '../drawing/colour.ts';
import { createNoise } from '../drawing/noise.ts';
import { createSheet, type Point, path, polygon, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import { drawRange } from './mountains.ts';
import type { Drawing, Frame, Front } from './scene.ts';
import { drawBirds, drawClouds, drawStars, drawSun, type Sun, skyBackdrop } from './sky.ts';
import { conifers } from './trees.ts';

/** A still lake below mountains. Variants: `boat`, `jetty`, `reeds`, `plain`. */
export function lake(frame: Frame): Drawing {
  const { width, height, palette, random, variant } = frame;
  const sheet = createSheet(width, height);
  const shore = height * random.between(0.54, 0.62);
  const sun: Sun = {
    x: width * random.between(0.25, 0.75),
    y: shore * random.between(0.3, 0.62),
    radius: height * random.between(0.025, 0.04),
  };
  drawSun(sheet, palette, sun);
  if (palette.night) drawStars(sheet, frame.seed, 380, shore * 0.9);
  drawClouds(sheet, random, palette, height * 0.06, shore * 0.6, random.whole(3, 5));
  const range: Frame = { ...frame, variant: 'peaks' };
  drawRange(sheet, range, shore - height * 0.13, sun, 3, shore);
  drawShoreTrees(sheet, frame, shore);
  if (random.chance(0.5))
    drawBirds(sheet, random, darken(palette.near, 0.2), width * random.between(0.2, 0.8), shore * 0.4, 60);
  const front = drawFront(frame, variant, shore);
  return {
    backdrop: skyBackdrop(frame, shore, sun),
    sheet,
    water: {
      horizon: shore / height,
      tint: channels(mix(palette.water, palette.near, 0.25)),
      depth: 0.55,
      waves: random.between(0.16, 0.34),
      track: sun.x / width,
      trackColour: channels(mix(palette.glow, palette.sun, 0.4)),
    },
    ...(front === undefined ? {} : { front }),
  };
}

/** Two wooded headlands, low where they meet. */
function drawShoreTrees(sheet: Sheet, { width, height, palette, random, seed }: Frame, shore: number): void {
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

function drawFront(frame: Frame, variant: string, shore: number): Front | undefined {
  if (variant === 'boat') return drawBoat(frame, shore);
  if (variant === 'jetty') return drawJetty(frame, shore);
  if (variant === 'reeds') return drawReeds(frame);
  return undefined;
}

function drawBoat({ width, height, palette, random }: Frame, shore: number): Front {
  const size = width * random.between(0.1, 0.15);
  const sheet = createSheet(size * 1.5, size * 0.8);
  const wood = mix('#8a4b2a', palette.near, 0.35);
  const line = size * 0.36;
  const left = size * 0.2;
  const hull = (flip: number): string =>
    `M${left} ${line}q${size * 0.55} ${size * 0.12 * flip} ${size * 1.1} 0q${-size * 0.06} ${size * 0.16 * flip} ${-size * 0.22} ${size * 0.19 * flip}h${-size * 0.62}q${-size * 0.18} ${-size * 0.03 * flip} ${-size * 0.26} ${-size * 0.19 * flip}Z`;
  sheet.add(
    `<g transform="translate(0 ${size * 0.37})" opacity=".38">${path(hull(0.8), darken(palette.near, 0.3))}</g>`,
  );
  sheet.add(
    path(
      hull(1),
      sheet.linear(
        [0, line],
        [0, line + size * 0.2],
        [
          [0, mix(wood, palette.glow, 0.35)],
          [1, darken(wood, 0.5)],
        ],
      ),
    ),
  );
  sheet.add(
    stroke(
      `M${left} ${line}q${size * 0.55} ${size * 0.12} ${size * 1.1} 0`,
      mix(palette.accent, palette.sun, 0.35),
      3.5,
    ),
  );
  sheet.add(
    stroke(
      `M${left + size * 0.42} ${line + size * 0.02}L${left + size * 0.1} ${line + size * 0.28}`,
      mix(wood, palette.sun, 0.3),
      3,
    ),
  );
  const left2 = width * random.between(0.2, 0.7);
  return { sheet, left: left2, top: shore + (height - shore) * random.between(0.28, 0.5) };
}

function drawJetty({ width, height, palette, random }: Frame, shore: number): Front {
  const wide = width * 0.5;
  const tall = height - shore - height * 0.1;
  const sheet = createSheet(wide, tall);
  const middle = wide * 0.5;
  const dark = darken(palette.near, 0.15);
  const far = wide * 0.05;
  const near = wide * 0.34;
  for (let i = 0; i < 6; i += 1) {
    const share = (i / 6) ** 1.7;
    const y = tall * (0.06 + 0.94 * share);
    const reach = far + (near - far) * share;
    const post = 3 + 12 * share;
    sheet.add(rect(middle - reach - post / 2, y - 8 - 26 * share, post, 30 + 120 * share, darken(dark, 0.4)));
    sheet.add(rect(middle + reach - post / 2, y - 8 - 26 * share, post, 30 + 120 * share, darken(dark, 0.4)));
  }
  const planks = 26;
  for (let i = 0; i < planks; i += 1) {
    const from = (i / planks) ** 1.8;
    const to = ((i + 0.86) / planks) ** 1.8;
    const y1 = tall * (0.06 + 0.94 * from);
    const y2 = tall * (0.06 + 0.94 * to);
    const r1 = far + (near - far) * from;
    const r2 = far + (near - far) * to;
    const tone = mix(mix('#7b5a44', palette.haze, 0.35 * (1 - from)), dark, random.between(0.1, 0.5));
    sheet.add(
      path(
        polygon([
          [middle - r1, y1],
          [middle + r1, y1],
          [middle + r2, y2],
          [middle - r2, y2],
        ]),
        tone,
      ),
    );
  }
  return { sheet, left: width * random.between(0.12, 0.38), top: height - tall };
}

function drawReeds({ width, height, palette, random }: Frame): Front {
  const tall = height * 0.36;
  const sheet = createSheet(width, tall);
  const colour = darken(palette.near, 0.3);
  const heads = mix(palette.near, '#6b3a1e', 0.55);
  for (let i = 0; i < 130; i += 1) {
    const side = random.chance(0.6) ? random.next() ** 1.6 * 0.42 : 1 - random.next() ** 1.6 * 0.3;
    const x = width * side;
    const length = tall * random.between(0.3, 0.95);
    const lean = random.bell() * 26;
    sheet.add(
      stroke(`M${x} ${tall + 6}q${lean * 0.2} ${-length * 0.6} ${lean} ${-length}`, colour, random.between(1.5, 4)),
    );
    if (random.chance(0.22)) {
      const y = tall - length;
      sheet.add(stroke(`M${x + lean} ${y + 22}l${lean * 0.1} -34`, heads, 8));
    }
  }
  return { sheet, left: 0, top: height - tall };
}
