import { channels, darken, lighten, mix } from '../drawing/colour.ts';
import { createSheet, path, polygon, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawClouds, drawStars, drawSun, type Sun, skyBackdrop } from './sky.ts';

const LAMPS = ['#ffd98a', '#ffc46b', '#fff0c2', '#ffb45c', '#d8ecff'] as const;

/** The town at the river. Variants: `river` (reflections), `roofs` (a sea of gables), `bridge`. */
export function skyline(frame: Frame): Drawing {
  const { width, height, palette, random, variant } = frame;
  const sheet = createSheet(width, height);
  const quay = height * (variant === 'roofs' ? 1 : random.between(0.64, 0.7));
  const sun: Sun = { x: width * random.between(0.2, 0.8), y: quay * random.between(0.25, 0.5), radius: height * 0.035 };
  if (palette.night) drawStars(sheet, random, 300, quay * 0.7);
  drawSun(sheet, palette, sun);
  drawClouds(sheet, random, palette, height * 0.1, quay * 0.6, 5);
  if (variant === 'roofs') drawRoofs(sheet, frame);
  else {
    drawTowers(sheet, frame, quay, 0.2, 0.3, 0.34);
    drawTowers(sheet, frame, quay, 0.55, 0.2, 0.34);
    drawGables(sheet, frame, quay, 0.95, 0.11);
    if (variant === 'bridge') drawBridge(sheet, frame, quay);
    drawQuay(sheet, frame, quay);
  }
  if (variant === 'roofs') return { backdrop: skyBackdrop(frame, height * 0.7, sun), sheet };
  return {
    backdrop: skyBackdrop(frame, quay, sun),
    sheet,
    water: {
      horizon: quay / height,
      tint: channels(mix(palette.water, palette.near, 0.4)),
      depth: 0.5,
      waves: random.between(0.35, 0.55),
      track: sun.x / width,
      trackColour: channels(palette.glow),
    },
  };
}

function drawTowers(
  sheet: Sheet,
  { width, height, palette, random }: Frame,
  ground: number,
  near: number,
  low: number,
  spread: number,
): void {
  const colour = mix(mix(palette.far, palette.haze, 0.2), palette.near, near);
  let windows = '';
  let walls = '';
  for (let x = -20; x < width; ) {
    const wide = random.between(46, 110);
    const centre = Math.exp(-(((x - width * 0.55) / (width * 0.3)) ** 2));
    const tall = height * (low * 0.4 + spread * centre * random.between(0.5, 1) + 0.05 * random.next());
    const top = ground - tall;
    walls += random.chance(0.25)
      ? polygon([
          [x, ground],
          [x, top + wide * 0.3],
          [x + wide, top],
          [x + wide, ground],
        ])
      : `M${x} ${ground}V${top}H${x + wide}V${ground}Z`;
    if (random.chance(0.3)) walls += `M${x + wide * 0.48} ${top}V${top - random.between(20, 60)}h4V${top}Z`;
    windows += windowGrid(random, x + 8, top + 16 + wide * 0.3, wide - 16, tall - 30, 13, 0.3);
    x += wide + random.between(-8, 14);
  }
  sheet.add(
    path(
      walls,
      sheet.linear(
        [0, ground - height * 0.5],
        [0, ground],
        [
          [0, colour],
          [1, mix(colour, palette.haze, 0.5 * (1 - near) + 0.1)],
        ],
      ),
    ),
  );
  sheet.add(path(windows, mix(random.pick(LAMPS), palette.glow, 0.3), `fill-opacity="${palette.night ? 0.8 : 0.5}"`));
}

function drawGables(
  sheet: Sheet,
  { width, height, palette, random }: Frame,
  ground: number,
  near: number,
  size: number,
): void {
  const plaster = ['#d8a07a', '#c9b28f', '#b86f5c', '#8fa0a2', '#d9c9ab', '#a8776b'].map((colour) =>
    mix(mix(colour, palette.haze, 0.25), palette.near, palette.night ? 0.75 : 0.38),
  );
  for (let x = -20; x < width; ) {
    const wide = random.between(62, 118);
    const tall = height * size * random.between(0.75, 1.25);
    const roof = wide * random.between(0.45, 0.75);
    const colour = random.pick(plaster);
    const top = ground - tall;
    sheet.add(
      path(
        `M${x} ${ground}V${top}L${x + wide / 2} ${top - roof}L${x + wide} ${top}V${ground}Z`,
        sheet.linear(
          [x, 0],
          [x + wide, 0],
          [
            [0, lighten(colour, 0.08)],
            [1, darken(colour, 0.25)],
          ],
        ),
      ),
    );
    sheet.add(
      stroke(
        `M${x - 4} ${top + 4}L${x + wide / 2} ${top - roof - 2}L${x + wide + 4} ${top + 4}`,
        darken(palette.near, 0.2 * near),
        7,
      ),
    );
    sheet.add(
      path(
        windowGrid(random, x + 12, top + 10, wide - 24, tall - 26, 22, 0.6),
        random.pick(LAMPS),
        `fill-opacity="${palette.night ? 0.95 : 0.75}"`,
      ),
    );
    x += wide + 2;
  }
  drawChurch(sheet, palette.near, palette.far, width * random.between(0.15, 0.4), ground, height * 0.34);
}

function drawChurch(sheet: Sheet, near: string, far: string, x: number, ground: number, tall: number): void {
  const colour = mix(near, far, 0.16);
  const half = tall * 0.1;
  sheet.add(
    path(
      `M${x - half} ${ground}V${ground - tall * 0.62}L${x} ${ground - tall}L${x + half} ${ground - tall * 0.62}V${ground}Z`,
      colour,
    ),
  );
  sheet.add(
    path(
      `M${x} ${ground}V${ground - tall * 0.26}L${x + half * 2.6} ${ground - tall * 0.4}L${x + half * 5} ${ground - tall * 0.26}V${ground}Z`,
      colour,
    ),
  );
  sheet.add(`<circle cx="${x}" cy="${ground - tall * 0.54}" r="${half * 0.42}" fill="#ffe2a0"/>`);
  sheet.add(stroke(`M${x} ${ground - tall}v${-tall * 0.08}m${-tall * 0.02} ${tall * 0.03}h${tall * 0.04}`, colour, 3));
}

function drawBridge(sheet: Sheet, { width, height, palette, random }: Frame, ground: number): void {
  const dark = darken(palette.near, 0.25);
  const deck = ground - height * 0.075;
  const from = width * random.between(0.3, 0.4);
  const arches = 5;
  const span = (width + 20 - from) / arches;
  let data = `M${from - 40} ${deck}H${width + 20}V${ground + 3}`;
  for (let i = arches; i > 0; i -= 1) {
    const x = from + span * i;
    data += `H${x - 14}Q${x - span / 2} ${deck - (ground - deck) * 0.55} ${x - span + 14} ${ground + 3}`;
  }
  sheet.add(
    path(
      `${data}H${from - 40}Z`,
      sheet.linear(
        [0, deck],
        [0, ground],
        [
          [0, mix(dark, palette.haze, 0.25)],
          [1, dark],
        ],
      ),
    ),
  );
  for (let i = 0; i <= arches * 2; i += 1) {
    const x = from + (span / 2) * i;
    sheet.add(rect(x - 1.5, deck - 34, 3, 34, dark) + lamp(sheet, x, deck - 38, 5));
  }
}

function drawQuay(sheet: Sheet, { width, palette, random }: Frame, quay: number): void {
  sheet.add(rect(0, quay - 10, width, 12, darken(palette.near, 0.35)));
  for (let x = random.between(10, 60); x < width; x += random.between(70, 130)) sheet.add(lamp(sheet, x, quay - 24, 4));
}

function lamp(sheet: Sheet, x: number, y: number, size: number): string {
  const glow = sheet.radial([x, y], size * 5, [
    [0, '#ffe7ae', 1],
    [0.2, '#ffdf98', 0.6],
    [1, '#ffd27a', 0],
  ]);
  return `<circle cx="${x}" cy="${y}" r="${size * 5}" fill="${glow}"/><circle cx="${x}" cy="${y}" r="${size * 0.6}" fill="#fffbe8"/>`;
}

function drawRoofs(sheet: Sheet, { width, height, palette, random }: Frame): void {
  const tiles = ['#b4553d', '#9c4a3a', '#c46a46', '#7d4640', '#a86a55', '#6c5a5c'];
  const rows = 9;
  for (let row = 0; row < rows; row += 1) {
    const share = row / (rows - 1);
    const size = 40 + 190 * share ** 1.4;
    const level = height * (0.42 + 0.68 * share ** 1.25);
    for (let x = -size * random.next(); x < width; ) {
      const wide = size * random.between(0.8, 1.5);
      const lift = size * random.between(-0.25, 0.25);
      const fade = 0.55 * (1 - share) + (palette.night ? 0.25 : 0);
      const tile = mix(mix(random.pick(tiles), palette.haze, fade * 0.9), palette.near, palette.night ? 0.55 : 0.22);
      const wall = mix(mix('#ead9c0', palette.haze, fade), palette.near, palette.night ? 0.6 : 0.25);
      const top = level + lift;
      sheet.add(
        rect(
          x,
          top,
          wide,
          size * 1.6,
          sheet.linear(
            [0, top],
            [0, top + size],
            [
              [0, wall],
              [1, darken(wall, 0.35)],
            ],
          ),
        ),
      );
      sheet.add(
        path(
          polygon([
            [x - size * 0.08, top + 3],
            [x + wide * 0.22, top - size * 0.5],
            [x + wide * 0.78, top - size * 0.5],
            [x + wide + size * 0.08, top + 3],
          ]),
          sheet.linear(
            [0, top - size * 0.5],
            [0, top],
            [
              [0, mix(tile, palette.glow, 0.28)],
              [1, darken(tile, 0.12)],
            ],
          ),
        ),
      );
      if (random.chance(0.5))
        sheet.add(
          rect(x + wide * random.between(0.3, 0.6), top - size * 0.72, size * 0.12, size * 0.3, darken(tile, 0.3)),
        );
      sheet.add(
        path(
          windowGrid(
            random,
            x + size * 0.15,
            top + size * 0.15,
            wide - size * 0.3,
            size * 0.8,
            size * 0.3,
            palette.night ? 0.6 : 0.4,
          ),
          palette.night ? '#ffd58a' : mix('#4a4a55', palette.near, 0.3),
          'fill-opacity=".9"',
        ),
      );
      x += wide * random.between(0.85, 1.05);
    }
  }
  drawChurch(
    sheet,
    mix(palette.near, palette.haze, 0.3),
    palette.far,
    width * random.between(0.4, 0.7),
    height * 0.5,
    height * 0.3,
  );
}

/** Path data of lit windows in a grid of cells of the given size. */
function windowGrid(
  random: Frame['random'],
  x: number,
  y: number,
  width: number,
  height: number,
  cell: number,
  lit: number,
): string {
  let data = '';
  const columns = Math.max(1, Math.floor(width / cell));
  const step = width / columns;
  for (let top = y; top + cell * 0.8 < y + height; top += cell * 1.15) {
    for (let column = 0; column < columns; column += 1) {
      if (random.chance(lit))
        data += `M${(x + step * (column + 0.22)).toFixed(1)} ${top.toFixed(1)}h${(step * 0.56).toFixed(1)}v${(cell * 0.7).toFixed(1)}h${(-step * 0.56).toFixed(1)}Z`;
    }
  }
  return data;
}
