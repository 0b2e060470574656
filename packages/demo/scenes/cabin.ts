import { darken, lighten, mix } from '../drawing/colour.ts';
import { circle, data, path, polygon, rect, stroke } from '../drawing/sheet.ts';
import { drawFlanks, drawRidge, groundOf, makeRidge } from './ridges.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawSky } from './sky.ts';
import { conifer, conifers } from './trees.ts';

/** Draws a lit shelter in the snow below the mountains. Variants: `aframe`, `tent`. */
export function cabin(frame: Frame): Drawing {
  const { sheet, width, height, palette, random, seed, variant } = frame;
  const sunX = width * random.between(0.2, 0.8);
  const sun = { x: sunX, y: height * random.between(0.14, 0.28), radius: height * 0.032 };
  drawSky(frame, height * 0.62, sun, { from: height * 0.08, to: height * 0.34, count: 4 });
  const ridge = (base: number, rise: number, span: number, name: string) =>
    makeRidge(width, { base: height * base, rise: height * rise, span, sharp: false }, seed + name);
  const peaks = { base: height * 0.6, rise: height * 0.42, span: 330, sharp: true, summit: width - sunX };
  const range = makeRidge(width, peaks, `${seed}/range`);
  drawRidge(frame, range, mix(palette.far, palette.near, 0.12), height * 0.68);
  drawFlanks(frame, range, sunX, height * 0.68, 0.85, true);
  const wood = ridge(0.66, 0.08, 500, '/wood');
  const fir = mix(palette.far, palette.near, 0.62);
  sheet.add(path(conifers(random, width, groundOf(wood), 92, 5), fir));
  drawRidge(frame, wood, fir, height * 0.8);
  const meadow = ridge(0.84, 0.11, 760, '/meadow');
  const snow = palette.night ? mix(palette.light, palette.near, 0.45) : mix(palette.light, palette.haze, 0.2);
  const white = sheet.down(height * 0.7, height, snow, mix(snow, palette.shade, 0.75));
  sheet.add(path(polygon([...meadow, [width + 20, height + 9], [-20, height + 9]]), white));
  const ground = groundOf(meadow);
  const x = width * random.between(0.36, 0.64);
  let trees = '';
  for (let i = 0; i < 16; i += 1) {
    const at = random.next() * width;
    if (Math.abs(at - x) > width * 0.16)
      trees += conifer(random, at, ground(at) + random.between(10, 60), random.between(110, 260));
  }
  sheet.add(path(trees, darken(palette.near, 0.1)));
  drawShelter(frame, x, ground(x) + 40, height * (variant === 'tent' ? 0.17 : 0.24));
  for (let i = variant !== 'tent' && random.chance(0.5) ? 130 : 0; i > 0; i -= 1) {
    const opacity = `fill-opacity="${random.between(0.3, 0.9).toFixed(2)}"`;
    sheet.add(circle(random.next() * width, random.next() * height, random.between(1, 4.5), '#ffffff', opacity));
  }
  return {};
}

/** Draws the shelter with its foot at (x, `foot`) and a height of about `size`. */
function drawShelter(frame: Frame, x: number, foot: number, size: number): void {
  const { sheet, palette, random, variant } = frame;
  const dark = mix(darken(palette.near, 0.2), '#5a3020', 0.3);
  const cover = palette.night ? mix(palette.light, palette.shade, 0.4) : lighten(palette.light, 0.3);
  const pane = sheet.down(foot - size, foot, '#fff0b8', ['#ffcf70', 1, 0.6], '#f2963f');
  /** Returns a shape relative to the foot, in shares of the size: right, up, right, up … */
  const shape = (...numbers: readonly number[]): string =>
    polygon(
      numbers.flatMap((right, i) => (i % 2 === 0 ? [[x + right * size, foot - (numbers[i + 1] ?? 0) * size]] : [])),
    );
  sheet.glow(x, foot - size * 0.4, size * 2.3, '#ffcb78', 0.8);
  if (variant === 'tent') {
    const cloth = palette.accent;
    const [bright, warm] = [mix(cloth, '#ffd98a', 0.55), mix(cloth, '#ffc76b', 0.35)];
    sheet.add(
      path(
        shape(-0.95, 0, -0.1, 1, 1.15, 0.1, 1.05, 0),
        sheet.across(x - size, x + size, bright, warm, darken(cloth, 0.5)),
      ),
    );
    sheet.add(
      path(shape(-0.95, 0, -0.1, 1, 0.35, 0), sheet.down(foot - size, foot, mix(cloth, '#ffe9b0', 0.55), warm)),
    );
    sheet.add(path(shape(-0.4, 0, -0.1, 0.72, 0.05, 0), pane));
    const ropes = data`M${x - size * 0.1} ${foot - size}L${x - size * 1.5} ${foot + 6}M${x + size * 1.1} ${foot - size * 0.1}L${x + size * 1.6} ${foot + 8}`;
    sheet.add(stroke(ropes, dark, 1.6));
    return;
  }
  const [chimney, top] = [x + size * 0.23, foot - size * 1.02];
  sheet.add(rect(chimney, top, size * 0.09, size * 0.5, dark));
  for (let i = 0; i < 7; i += 1) {
    const smoke = `fill-opacity="${(0.32 - i * 0.04).toFixed(2)}"`;
    sheet.add(circle(chimney + 10 + i * 9 + random.bell() * 5, top - 10 - i * 26, 9 + i * 5, palette.haze, smoke));
  }
  sheet.add(path(shape(-0.56, 0, 0, 1.1, 0.56, 0), dark), path(shape(-0.4, 0.08, 0, 0.88, 0.4, 0.08), pane));
  const bars = data`M${x} ${foot - size * 0.9}V${foot}M${x - size * 0.28} ${foot - size * 0.34}h${size * 0.56}M${x - size * 0.14} ${foot - size * 0.6}h${size * 0.28}`;
  sheet.add(stroke(bars, dark, 4), path(shape(-0.66, 0, 0, 1.22, 0.66, 0, 0.54, 0, 0, 1.02, -0.54, 0), cover));
}
