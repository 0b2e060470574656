import { darken, mix } from '../drawing/colour.ts';
import { circle, createSheet, path, polygon } from '../drawing/sheet.ts';
import { drawHouse } from './cabin-house.ts';
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
  if (palette.night) drawStars(sheet, frame.seed, 420, height * 0.6);
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
