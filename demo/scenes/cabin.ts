import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, createSheet, path, polygon, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import { groundOf } from './mountains.ts';
import { drawFlanks, drawRidge, makeRidge } from './ridges.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawClouds, drawStars, drawSun, type Sun, skyBackdrop } from './sky.ts';
import { conifer, conifers } from './trees.ts';

/** A lit house below the mountains. Variants: `aframe`, `chalet`, `tent`. */
export function cabin(frame: Frame): Drawing {
  const { width, height, palette, random, seed, variant } = frame;
  const sheet = createSheet(width, height);
  const sun: Sun = {
    x: width * random.between(0.2, 0.8),
    y: height * random.between(0.14, 0.28),
    radius: height * 0.032,
  };
  if (palette.night) drawStars(sheet, random, 420, height * 0.6);
  drawSun(sheet, palette, sun);
  drawClouds(sheet, random, palette, height * 0.08, height * 0.34, 4);
  const range = makeRidge(
    width,
    { base: height * 0.6, rise: height * 0.42, span: 330, sharp: true, summit: width - sun.x },
    `${seed}/range`,
  );
  drawRidge(sheet, range, mix(palette.far, palette.near, 0.12), palette.haze, height * 0.68, height);
  drawFlanks(sheet, random, range, palette, sun.x, height * 0.68, 0.85, true);
  const wood = makeRidge(width, { base: height * 0.66, rise: height * 0.08, span: 500, sharp: false }, `${seed}/wood`);
  sheet.add(path(conifers(random, width, groundOf(wood), 92, 5), mix(palette.far, palette.near, 0.62)));
  drawRidge(sheet, wood, mix(palette.far, palette.near, 0.62), palette.haze, height * 0.8, height);
  const meadow = makeRidge(
    width,
    { base: height * 0.84, rise: height * 0.11, span: 760, sharp: false },
    `${seed}/meadow`,
  );
  const snow = palette.night ? mix(palette.light, palette.near, 0.45) : mix(palette.light, palette.haze, 0.2);
  sheet.add(
    path(
      `${polygon([...meadow, [width + 20, height + 9], [-20, height + 9]])}`,
      sheet.linear(
        [0, height * 0.7],
        [0, height],
        [
          [0, snow],
          [1, mix(snow, palette.shade, 0.75)],
        ],
      ),
    ),
  );
  const ground = groundOf(meadow);
  const x = width * random.between(0.36, 0.64);
  let data = '';
  for (let i = 0; i < 16; i += 1) {
    const at = random.next() * width;
    if (Math.abs(at - x) > width * 0.16)
      data += conifer(random, at, ground(at) + random.between(10, 60), random.between(110, 260));
  }
  sheet.add(path(data, darken(palette.near, 0.1)));
  drawHouse(sheet, frame, x, ground(x) + 40, height * (variant === 'tent' ? 0.17 : 0.24), variant);
  let flakes = '';
  const snowing = variant !== 'tent' && random.chance(0.5);
  for (let i = 0; snowing && i < 130; i += 1)
    flakes += circle(
      random.next() * width,
      random.next() * height,
      random.between(1, 4.5),
      '#ffffff',
      `fill-opacity="${random.between(0.3, 0.9).toFixed(2)}"`,
    );
  sheet.add(flakes);
  return { backdrop: skyBackdrop(frame, height * 0.62, sun), sheet };
}

function drawHouse(
  sheet: Sheet,
  { palette, random }: Frame,
  x: number,
  foot: number,
  size: number,
  variant: string,
): void {
  const lit = ['#fff0b8', '#ffcf70', '#f2963f'] as const;
  const dark = mix(darken(palette.near, 0.2), '#5a3020', 0.3);
  const cover = palette.night ? mix(palette.light, palette.shade, 0.4) : lighten(palette.light, 0.3);
  const halo = sheet.radial([x, foot - size * 0.4], size * 2.3, [
    [0, '#ffd489', 0.75],
    [0.35, '#ffbf66', 0.28],
    [1, '#ffb54d', 0],
  ]);
  sheet.add(circle(x, foot - size * 0.4, size * 2.3, halo));
  const pane = sheet.linear(
    [0, foot - size],
    [0, foot],
    [
      [0, lit[0]],
      [0.6, lit[1]],
      [1, lit[2]],
    ],
  );
  if (variant === 'tent') {
    const cloth = palette.accent;
    sheet.add(
      path(
        polygon([
          [x - size * 0.95, foot],
          [x - size * 0.1, foot - size],
          [x + size * 1.15, foot - size * 0.1],
          [x + size * 1.05, foot],
        ]),
        sheet.linear(
          [x - size, 0],
          [x + size, 0],
          [
            [0, lighten(mix(cloth, '#ffd98a', 0.5), 0.15)],
            [0.5, mix(cloth, '#ffc76b', 0.35)],
            [1, darken(cloth, 0.5)],
          ],
        ),
      ),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.95, foot],
          [x - size * 0.1, foot - size],
          [x + size * 0.35, foot],
        ]),
        sheet.linear(
          [x, foot - size],
          [x, foot],
          [
            [0, mix(cloth, '#ffe9b0', 0.55)],
            [1, mix(cloth, '#ffb347', 0.5)],
          ],
        ),
      ),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.4, foot],
          [x - size * 0.1, foot - size * 0.72],
          [x + size * 0.05, foot],
        ]),
        pane,
      ),
    );
    sheet.add(
      stroke(
        `M${x - size * 0.1} ${foot - size}L${x - size * 1.5} ${foot + 6}M${x + size * 1.1} ${foot - size * 0.1}L${x + size * 1.6} ${foot + 8}`,
        dark,
        1.6,
      ),
    );
    return;
  }
  if (variant === 'chalet') {
    sheet.add(
      rect(
        x - size * 0.72,
        foot - size * 0.58,
        size * 1.44,
        size * 0.6,
        sheet.linear(
          [x - size, 0],
          [x + size, 0],
          [
            [0, mix(dark, '#a0623c', 0.45)],
            [1, dark],
          ],
        ),
      ),
    );
    for (let i = 0; i < 5; i += 1)
      sheet.add(rect(x - size * 0.6 + i * size * 0.26, foot - size * 0.44, size * 0.17, size * 0.24, pane));
    sheet.add(
      rect(x - size * 0.1, foot - size * 0.3, size * 0.19, size * 0.32, darken(dark, 0.4)) +
        rect(x - size * 0.8, foot - size * 0.15, size * 1.6, size * 0.03, darken(dark, 0.3)),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.95, foot - size * 0.5],
          [x, foot - size * 1.02],
          [x + size * 0.95, foot - size * 0.5],
          [x + size * 0.95, foot - size * 0.6],
          [x, foot - size * 1.14],
          [x - size * 0.95, foot - size * 0.6],
        ]),
        cover,
      ),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.72, foot - size * 0.57],
          [x, foot - size * 0.99],
          [x + size * 0.72, foot - size * 0.57],
        ]),
        dark,
      ) + circle(x, foot - size * 0.72, size * 0.09, pane),
    );
  } else {
    sheet.add(
      path(
        polygon([
          [x - size * 0.56, foot],
          [x, foot - size * 1.1],
          [x + size * 0.56, foot],
        ]),
        dark,
      ),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.4, foot - size * 0.08],
          [x, foot - size * 0.88],
          [x + size * 0.4, foot - size * 0.08],
        ]),
        pane,
      ),
    );
    sheet.add(
      stroke(
        `M${x} ${foot - size * 0.9}V${foot}M${x - size * 0.28} ${foot - size * 0.34}H${x + size * 0.28}M${x - size * 0.14} ${foot - size * 0.6}H${x + size * 0.14}`,
        dark,
        4,
      ),
    );
    sheet.add(
      path(
        polygon([
          [x - size * 0.66, foot],
          [x, foot - size * 1.22],
          [x + size * 0.66, foot],
          [x + size * 0.54, foot],
          [x, foot - size * 1.02],
          [x - size * 0.54, foot],
        ]),
        cover,
      ),
    );
  }
  const smokeX = x + size * 0.34;
  sheet.add(rect(smokeX - 6, foot - size * 1.08, size * 0.09, size * 0.3, dark));
  for (let i = 0; i < 7; i += 1)
    sheet.add(
      circle(
        smokeX + i * 9 + random.bell() * 5,
        foot - size * 1.15 - i * 26,
        9 + i * 5,
        palette.haze,
        `fill-opacity="${(0.32 - i * 0.04).toFixed(2)}"`,
      ),
    );
}
