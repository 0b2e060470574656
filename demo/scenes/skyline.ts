import { channels, darken, lighten, mix } from '../drawing/colour.ts';
import { createSheet, path, polygon, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import { drawChurch, windowGrid } from './houses.ts';
import { drawRoofs } from './roofs.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawClouds, drawStars, drawSun, type Sun, skyBackdrop } from './sky.ts';

const LAMPS = ['#ffd98a', '#ffc46b', '#fff0c2', '#ffb45c', '#d8ecff'] as const;

/** The town at the river. Variants: `river` (reflections), `roofs` (a sea of gables), `bridge`. */
export function skyline(frame: Frame): Drawing {
  const { width, height, palette, random, variant } = frame;
  const sheet = createSheet(width, height);
  const quay = height * (variant === 'roofs' ? 1 : random.between(0.64, 0.7));
  const sun: Sun = { x: width * random.between(0.2, 0.8), y: quay * random.between(0.25, 0.5), radius: height * 0.035 };
  if (palette.night) drawStars(sheet, frame.seed, 300, quay * 0.7);
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
