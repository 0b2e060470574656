import { darken, mix } from '../drawing/colour.ts';
import { path, polygon, rect, type Sheet } from '../drawing/sheet.ts';
import { drawChurch, windowGrid } from './houses.ts';
import type { Frame } from './scene.ts';

/** Roof behind roof up to the horizon, and the church. */
export function drawRoofs(sheet: Sheet, { width, height, palette, random }: Frame): void {
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
