import type { Backdrop } from '../drawing/backdrop.ts';
import { along, type Colour, lighten, mix } from '../drawing/colour.ts';
import type { Palette } from '../drawing/palettes.ts';
import { createRandom, type Random } from '../drawing/random.ts';
import { circle, ellipse, type Sheet, short } from '../drawing/sheet.ts';
import type { Frame } from './scene.ts';

/** Where the sun or moon stands, in units of the sheet. */
export interface Sun {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The sky down to the horizon (units from the top) and the glow around its sun. */
export function skyBackdrop(frame: Frame, horizon: number, sun: Sun): Backdrop {
  const { palette, width, height } = frame;
  const last = palette.sky.length - 1;
  return {
    stops: palette.sky.map((colour, index) => [((index / last) * horizon) / height, colour]),
    lights: [
      { ...sun, radius: Math.max(width, height) * (palette.night ? 0.45 : 0.75), colour: palette.glow, strength: 0.85 },
      { ...sun, radius: sun.radius * 5, colour: lighten(palette.glow, 0.5), strength: 0.7 },
    ],
  };
}

/** The disc of the sun, or of the moon at night. */
export function drawSun(sheet: Sheet, palette: Palette, sun: Sun): void {
  sheet.add(circle(sun.x, sun.y, sun.radius, palette.sun));
  if (palette.night) drawMoonFace(sheet, sun, palette.haze);
}

/** Stars, denser towards the top; a few of them large. They have chance of their own, so that the land is the same by day and by night. */
export function drawStars(sheet: Sheet, seed: string, count: number, floor: number): void {
  const random = createRandom(`${seed}/stars`);
  let markup = '';
  for (let i = 0; i < count; i += 1) {
    const y = floor * random.next() ** 1.3;
    const size = random.chance(0.06) ? random.between(1.4, 2.6) : random.between(0.5, 1.2);
    const opacity = (1 - y / floor) * random.between(0.35, 1);
    const colour = random.pick(['#ffffff', '#dfe9ff', '#fff1dc']);
    markup += circle(random.next() * sheet.width, y, size, colour, `fill-opacity="${opacity.toFixed(2)}"`);
  }
  sheet.add(markup);
}

/** Long flat clouds in the sun's light, between two heights. */
export function drawClouds(
  sheet: Sheet,
  random: Random,
  palette: Palette,
  top: number,
  bottom: number,
  count: number,
): void {
  for (let i = 0; i < count; i += 1) {
    const y = random.between(top, bottom);
    const share = (y - top) / Math.max(1, bottom - top);
    const base = palette.night
      ? palette.haze
      : along([mix(palette.sky[1] ?? '#fff', '#ffffff', 0.35), palette.sun], share);
    drawCloud(sheet, random, random.next() * sheet.width, y, random.between(160, 420) * (1.2 - 0.6 * share), base);
  }
}

function drawCloud(sheet: Sheet, random: Random, x: number, y: number, reach: number, colour: Colour): void {
  const soft = sheet.define(
    (id) =>
      `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity=".5"/><stop offset=".45" stop-color="${colour}" stop-opacity=".26"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`,
  );
  let markup = '';
  const puffs = random.whole(6, 10);
  for (let i = 0; i < puffs; i += 1) {
    const away = random.between(-1, 1);
    const size = reach * (0.28 + 0.4 * (1 - Math.abs(away))) * random.between(0.7, 1.1);
    markup += ellipse(
      x + away * reach,
      y - random.next() * reach * 0.07,
      size,
      size * random.between(0.1, 0.2),
      `url(${soft})`,
    );
  }
  sheet.add(markup);
}

/** A few distant birds as strokes of the pen. */
export function drawBirds(sheet: Sheet, random: Random, colour: Colour, x: number, y: number, spread: number): void {
  let data = '';
  const count = random.whole(4, 8);
  for (let i = 0; i < count; i += 1) {
    const left = x + random.bell() * spread;
    const top = y + random.bell() * spread * 0.35;
    const wing = random.between(6, 12);
    const bend = random.between(0.3, 0.6) * wing;
    data += `M${short(left - wing)} ${short(top - bend)}q${short(wing * 0.6)} ${short(-bend * 0.4)} ${short(wing)} ${short(bend)}q${short(wing * 0.4)} ${short(-bend * 1.4)} ${short(wing)} ${short(-bend)}`;
  }
  sheet.add(`<path d="${data}" fill="none" stroke="${colour}" stroke-width="2" stroke-linecap="round" opacity=".75"/>`);
}

function drawMoonFace(sheet: Sheet, moon: Sun, colour: Colour): void {
  const spots: readonly (readonly [number, number, number])[] = [
    [-0.3, -0.25, 0.28],
    [0.25, 0.1, 0.2],
    [-0.1, 0.4, 0.16],
    [0.38, -0.38, 0.12],
  ];
  for (const [x, y, size] of spots) {
    sheet.add(
      circle(moon.x + x * moon.radius, moon.y + y * moon.radius, size * moon.radius, colour, 'fill-opacity=".22"'),
    );
  }
}
