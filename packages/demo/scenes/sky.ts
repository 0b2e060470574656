import { along, channels, lighten, mix } from '../drawing/colour.ts';
import { createRandom } from '../drawing/random.ts';
import { circle, ellipse, rect, type Sheet } from '../drawing/sheet.ts';
import type { Water } from '../drawing/water.ts';
import type { Frame } from './scene.ts';

/** Position of the sun or moon, in units of the sheet. */
export type Sun = Readonly<Record<'x' | 'y' | 'radius', number>>;

/** Heights between which clouds are drawn, and their number. */
type Clouds = Readonly<Record<'from' | 'to' | 'count', number>>;

/** Draws the sky down to the horizon, with its sun or moon, stars at night, and clouds between two heights. */
export function drawSky(frame: Frame, horizon: number, sun: Sun, clouds: Clouds): void {
  const { sheet, palette, width, height } = frame;
  const { x, y, radius } = sun;
  sheet.add(rect(0, 0, width, height, sheet.down(0, horizon, ...palette.sky)));
  sheet.glow(x, y, Math.max(width, height) * (palette.night ? 0.45 : 0.75), palette.glow, 0.85);
  sheet.glow(x, y, radius * 5, lighten(palette.glow, 0.5), 0.7);
  if (palette.night) drawStars(sheet, frame.seed, 420, horizon);
  sheet.add(circle(x, y, radius, palette.sun));
  drawClouds(frame, clouds);
}

/**
 * Draws stars, denser towards the top, a few of them large. They use their own random numbers, so that the land is the
 * same by day and by night.
 */
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

/** Draws long flat clouds in the sun's light. */
function drawClouds({ sheet, random, palette }: Frame, { from, to, count }: Clouds): void {
  for (let i = 0; i < count; i += 1) {
    const y = random.between(from, to);
    const share = (y - from) / Math.max(1, to - from);
    const colour = palette.night ? palette.haze : along([mix(palette.sky[1], '#ffffff', 0.35), palette.sun], share);
    const soft = sheet.define(
      (id) =>
        `<radialGradient id="${id}"><stop stop-color="${colour}" stop-opacity=".5"/><stop offset=".45" stop-color="${colour}" stop-opacity=".26"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`,
    );
    const x = random.next() * sheet.width;
    const reach = random.between(160, 420) * (1.2 - 0.6 * share);
    for (let puff = random.whole(6, 10); puff > 0; puff -= 1) {
      const away = random.between(-1, 1);
      const size = reach * (0.28 + 0.4 * (1 - Math.abs(away))) * random.between(0.7, 1.1);
      const lift = random.next() * reach * 0.07;
      sheet.add(ellipse(x + away * reach, y - lift, size, size * random.between(0.1, 0.2), soft));
    }
  }
}

/** Returns water from the horizon down, lit by the sun. `murk` is the share of the near ground in its colour. */
export function waterOf(
  { palette, width, height }: Frame,
  horizon: number,
  sun: Sun,
  murk: number,
  depth: number,
  waves: number,
): Water {
  const tint = channels(mix(palette.water, palette.near, murk));
  const trackColour = channels(mix(palette.glow, palette.sun, 0.45));
  return { horizon: horizon / height, tint, depth, waves, track: sun.x / width, trackColour };
}
