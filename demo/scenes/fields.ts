import { darken, lighten, mix } from '../drawing/colour.ts';
import type { Random } from '../drawing/random.ts';
import {
  circle,
  createSheet,
  curve,
  group,
  type Point,
  path,
  polygon,
  type Sheet,
  short,
  stroke,
} from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';

/** Farmland from the air. Variants: `plain` (a patchwork), `terraces` (lines along the slope), `orchard` (rows of trees). */
export function fields(frame: Frame): Drawing {
  const { width, height, palette, random, variant } = frame;
  const sheet = createSheet(width, height);
  const crops = cropColours(frame);
  if (variant === 'terraces') drawTerraces(sheet, frame, crops);
  else {
    const plots: (readonly Point[])[] = [];
    divide(
      random,
      [
        [-260, -260],
        [width + 260, -260],
        [width + 260, height + 260],
        [-260, height + 260],
      ],
      variant === 'orchard' ? 5 : 7,
      plots,
    );
    const turn = random.between(-24, 24);
    const markup = plots.map((plot) => drawPlot(sheet, frame, plot, random.pick(crops), variant)).join('');
    sheet.add(group(markup, `transform="rotate(${short(turn)} ${width / 2} ${height / 2})"`));
    drawStream(sheet, frame);
  }
  return {
    backdrop: {
      stops: [
        [0, mix(palette.near, '#5a6b3a', 0.5)],
        [1, palette.near],
      ],
    },
    sheet,
    grain: 4,
    vignette: 0.35,
  };
}

function cropColours({ palette }: Frame): readonly string[] {
  const crops = [
    '#7c9a4a',
    '#a9b85a',
    '#d9bf5e',
    '#e8d9a0',
    '#5f8450',
    '#b8834a',
    '#8c5f42',
    '#c9a56a',
    '#46704a',
    '#9db27c',
  ];
  return crops.map((colour, index) =>
    mix(
      mix(colour, palette.glow, 0.12),
      index % 3 === 0 ? palette.accent : palette.shade,
      index % 3 === 0 ? 0.16 : 0.12,
    ),
  );
}

function divide(random: Random, plot: readonly Point[], depth: number, into: (readonly Point[])[]): void {
  if (depth === 0 || (depth < 3 && random.chance(0.16))) {
    into.push(plot);
    return;
  }
  const [a, b, c, d] = plot as [Point, Point, Point, Point];
  const wide = Math.hypot(b[0] - a[0], b[1] - a[1]) > Math.hypot(d[0] - a[0], d[1] - a[1]);
  const one = random.between(0.34, 0.66);
  const two = one + random.between(-0.07, 0.07);
  if (wide) {
    const top = between(a, b, one);
    const bottom = between(d, c, two);
    divide(random, [a, top, bottom, d], depth - 1, into);
    divide(random, [top, b, c, bottom], depth - 1, into);
  } else {
    const left = between(a, d, one);
    const right = between(b, c, two);
    divide(random, [a, b, right, left], depth - 1, into);
    divide(random, [left, right, c, d], depth - 1, into);
  }
}

/** A circle as path data, so that thousands of them are one element. */
const disc = (x: number, y: number, radius: number): string => {
  const size = short(radius);
  return `M${short(x - radius)} ${short(y)}a${size} ${size} 0 1 0 ${short(radius * 2)} 0a${size} ${size} 0 1 0 ${short(-radius * 2)} 0Z`;
};

const between = (from: Point, to: Point, share: number): Point => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];

function drawPlot(
  sheet: Sheet,
  { random, palette }: Frame,
  plot: readonly Point[],
  colour: string,
  variant: string,
): string {
  const [a, b, c, d] = plot as [Point, Point, Point, Point];
  const middle = between(between(a, c, 0.5), between(b, d, 0.5), 0.5);
  const inner = plot.map((corner) => between(corner, middle, 0.025));
  const light = lighten(colour, 0.16);
  let markup = path(
    polygon(inner),
    sheet.linear(a, c, [
      [0, light],
      [1, darken(colour, 0.14)],
    ]),
  );
  const along = random.chance(0.5);
  const rows = Math.round(
    Math.hypot(along ? b[0] - a[0] : d[0] - a[0], along ? b[1] - a[1] : d[1] - a[1]) / random.pick([9, 12, 16]),
  );
  const kind = variant === 'orchard' ? 1 : random.next();
  const [e, f, g, h] = inner as [Point, Point, Point, Point];
  if (kind < 0.72) {
    let lines = '';
    for (let i = 1; i < rows; i += 1) {
      const from = along ? between(e, f, i / rows) : between(e, h, i / rows);
      const to = along ? between(h, g, i / rows) : between(f, g, i / rows);
      lines += `M${short(from[0])} ${short(from[1])}L${short(to[0])} ${short(to[1])}`;
    }
    markup += stroke(lines, darken(colour, 0.28), random.between(1, 3.2), 'stroke-opacity=".45"');
  } else if (kind >= 0.9) {
    const tones = ['#4f7a45', '#6b9150', '#3f6a48', mix('#4f7a45', palette.accent, 0.5)];
    const crowns = tones.map(() => '');
    let shadows = '';
    const gap = variant === 'orchard' ? 30 : 22;
    const columns = Math.round(Math.hypot(f[0] - e[0], f[1] - e[1]) / gap);
    const lines = Math.round(Math.hypot(h[0] - e[0], h[1] - e[1]) / gap);
    for (let i = 0.5; i < columns; i += 1) {
      for (let j = 0.5; j < lines; j += 1) {
        const [x, y] = between(between(e, f, i / columns), between(h, g, i / columns), j / lines);
        const size = gap * random.between(0.26, 0.4);
        const tone = random.whole(0, tones.length - 1);
        shadows += disc(x + size * 0.5, y + size * 0.6, size);
        crowns[tone] += disc(x, y, size);
      }
    }
    markup += path(shadows, palette.near, 'fill-opacity=".35"');
    markup += crowns.map((data, tone) => path(data, tones[tone] ?? '#4f7a45')).join('');
  }
  return markup;
}

function drawStream(sheet: Sheet, { width, height, palette, random }: Frame): void {
  const points: Point[] = [];
  const start = random.between(0.15, 0.85) * width;
  for (let y = -60; y <= height + 120; y += 90)
    points.push([start + (y - height / 2) * random.between(0.1, 0.3) + random.bell() * 46, y]);
  const data = curve(points);
  sheet.add(
    stroke(data, mix(palette.near, '#3d5f3c', 0.55), 58) +
      stroke(data, mix(palette.water, '#5fb0b4', 0.45), 26) +
      stroke(data, lighten(palette.water, 0.45), 5, 'stroke-opacity=".6"'),
  );
  let trees = '';
  for (let i = 0; i < 90; i += 1) {
    const [x, y] = random.pick(points);
    const size = random.between(6, 15);
    const at: Point = [x + random.pick([-1, 1]) * random.between(22, 48), y + random.between(-45, 45)];
    trees +=
      circle(at[0] + 5, at[1] + 6, size, palette.near, 'fill-opacity=".3"') +
      circle(at[0], at[1], size, mix(random.pick(['#3f6a48', '#5c8a4a', '#2f5540']), palette.glow, 0.1));
  }
  const road = polygon(
    [
      [-20, height * random.between(0.2, 0.8)],
      [width * 0.5, height * random.between(0.3, 0.7)],
      [width + 20, height * random.between(0.2, 0.8)],
    ],
    false,
  );
  sheet.add(trees + stroke(road, '#efe6cf', 9) + stroke(road, '#b8ab8e', 1.4, 'stroke-dasharray="14 12"'));
}

function drawTerraces(sheet: Sheet, { width, height, random }: Frame, crops: readonly string[]): void {
  const phase = random.between(0, 9);
  const count = 30;
  const level = (x: number, row: number): number =>
    -height * 0.25 +
    ((height * 1.5) / count) * row +
    74 * Math.sin(x / 270 + phase + row * 0.13) +
    36 * Math.sin(x / 110 + row * 0.31);
  for (let row = 0; row < count; row += 1) {
    const points: Point[] = [[-10, height + 200]];
    for (let x = -10; x <= width + 20; x += 20) points.push([x, level(x, row)]);
    points.push([width + 20, height + 200]);
    const colour = crops[(row * 3 + random.whole(0, 1)) % crops.length] ?? '#7c9a4a';
    sheet.add(
      path(
        polygon(points),
        sheet.linear(
          [0, 0],
          [width, height],
          [
            [0, lighten(colour, 0.2)],
            [1, darken(colour, 0.25)],
          ],
        ),
      ),
    );
    const edge = polygon(points.slice(1, -1), false);
    sheet.add(
      stroke(edge, darken(colour, 0.5), 5, 'stroke-opacity=".5"') +
        stroke(edge, lighten(colour, 0.55), 1.6, 'transform="translate(0 -3)" stroke-opacity=".8"'),
    );
    for (let line = 1; line < 4; line += 1)
      sheet.add(stroke(edge, darken(colour, 0.3), 1.2, `transform="translate(0 ${line * 10})" stroke-opacity=".35"`));
  }
}
