import { darken, mix } from '../drawing/colour.ts';
import { circle, data, path, rect, stroke } from '../drawing/sheet.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawSky, waterOf } from './sky.ts';

/**
 * Draws the old town. Variants: `river` (gabled houses and their reflections), `roofs` (rows of gables up the hill).
 */
export function town(frame: Frame): Drawing {
  const { sheet, width, height, palette, random, variant } = frame;
  const isRiver = variant === 'river';
  const quay = isRiver ? height * random.between(0.62, 0.68) : height * 1.02;
  const sun = { x: width * random.between(0.2, 0.8), y: height * random.between(0.16, 0.28), radius: height * 0.035 };
  drawSky(frame, isRiver ? quay : height * 0.6, sun, { from: height * 0.06, to: height * 0.4, count: 5 });
  const rows = isRiver ? 3 : 6;
  for (let row = 0; row < rows; row += 1) {
    const share = row / (rows - 1);
    const foot = isRiver ? quay : height * (0.62 + 0.42 * share);
    const size = isRiver ? 0.75 : 0.45 + 0.6 * share;
    if (row === (isRiver ? 1 : 2)) drawChurch(frame, foot, height * 0.4);
    drawHouses(frame, foot, isRiver ? height * (0.24 - 0.07 * row) : height * 0.16 * size, size, share);
  }
  if (!isRiver) return {};
  sheet.add(rect(0, quay - 12, width, 14, mix(palette.near, palette.haze, 0.15)));
  return { water: waterOf(frame, quay, sun, 0.4, 0.5, random.between(0.35, 0.55)) };
}

/** Draws a row of gabled houses with walls about `tall` high; `share` runs from far (0) to near (1). */
function drawHouses(
  { sheet, width, palette, random }: Frame,
  foot: number,
  tall: number,
  size: number,
  share: number,
): void {
  const walls = [palette.accent, palette.light, palette.shade, mix(palette.accent, palette.sun, 0.55), palette.far];
  const depth = palette.night ? 0.72 : 0.3;
  for (let x = -random.between(0, 90); x < width; ) {
    const wide = random.between(74, 132) * size;
    const top = foot - tall * random.between(0.8, 1.25);
    const wall = mix(mix(random.pick(walls), palette.near, depth), palette.haze, 0.55 * (1 - share));
    const roof = mix(mix('#9c4a35', palette.near, 0.35 + depth * 0.5), palette.haze, 0.5 * (1 - share));
    const gable = top - wide * random.between(0.45, 0.75);
    sheet.add(
      path(
        data`M${x} ${foot}V${top}L${x + wide / 2} ${gable}L${x + wide} ${top}V${foot}Z`,
        sheet.across(x, x + wide, wall, darken(wall, 0.3)),
      ),
    );
    sheet.add(
      stroke(data`M${x - 4} ${top + 3}L${x + wide / 2} ${gable - 2}L${x + wide + 4} ${top + 3}`, roof, 9 * size),
    );
    if (random.chance(0.4))
      sheet.add(rect(x + wide * 0.68, gable + wide * 0.06, 11 * size, wide * 0.3, darken(roof, 0.2)));
    const cell = wide / 4;
    for (let y = top + cell * 0.2; y + cell < foot; y += cell * 1.25)
      for (let column = 0; column < 3; column += 1) {
        const lamp = random.pick(['#ffd98a', '#ffc46b', '#fff0c2']);
        const isLit = random.chance(palette.night ? 0.6 : 0.22);
        const pane = isLit ? mix(lamp, palette.haze, 0.3 * (1 - share)) : darken(wall, 0.45);
        sheet.add(rect(x + cell * (0.55 + column * 1.15), y, cell * 0.58, cell * 0.8, pane));
      }
    x += wide - 2;
  }
}

function drawChurch({ sheet, width, palette, random }: Frame, foot: number, tall: number): void {
  const x = width * random.between(0.3, 0.7);
  const half = tall * 0.09;
  const wall = mix(palette.far, palette.near, 0.45);
  const tower = data`M${x - half} ${foot}V${foot - tall * 0.68}H${x + half}V${foot}Z`;
  const helm = data`M${x - half * 1.2} ${foot - tall * 0.66}L${x} ${foot - tall * 1.08}L${x + half * 1.2} ${foot - tall * 0.66}Z`;
  sheet.add(
    path(tower, sheet.across(x - half, x + half, wall, darken(wall, 0.35))),
    path(helm, mix('#2f6f66', palette.near, 0.4)),
  );
  sheet.add(
    stroke(data`M${x} ${foot - tall * 1.08}v${-tall * 0.07}m${-tall * 0.02} ${tall * 0.03}h${tall * 0.04}`, wall, 3),
  );
  sheet.add(circle(x, foot - tall * 0.56, half * 0.5, '#ffe2a0'));
}
