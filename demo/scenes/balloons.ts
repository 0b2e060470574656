import { darken, lighten, mix } from '../drawing/colour.ts';
import { createSheet, path, rect, type Sheet, stroke } from '../drawing/sheet.ts';
import { drawRange } from './mountains.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawClouds, drawSun, type Sun, skyBackdrop } from './sky.ts';

/** Hot-air balloons above the hills in the morning. */
export function balloons(frame: Frame): Drawing {
  const { width, height, palette, random } = frame;
  const sheet = createSheet(width, height);
  const horizon = height * 0.62;
  const sun: Sun = { x: width * random.between(0.25, 0.75), y: height * 0.42, radius: height * 0.045 };
  drawSun(sheet, palette, sun);
  drawClouds(sheet, random, palette, height * 0.1, height * 0.55, 6);
  drawRange(sheet, { ...frame, variant: 'hills' }, horizon, sun, 5);
  const places = [0.12, 0.3, 0.47, 0.66, 0.86].map((share) => share + random.between(-0.05, 0.05));
  const sizes = [0.09, 0.2, 0.06, 0.13, 0.05].toSorted(() => random.next() - 0.5);
  places.forEach((share, index) => {
    const size = height * (sizes[index] ?? 0.1);
    drawBalloon(sheet, frame, width * share, height * random.between(0.16, 0.44), size);
  });
  return { backdrop: skyBackdrop(frame, horizon * 1.1, sun), sheet };
}

function drawBalloon(sheet: Sheet, { palette, random }: Frame, x: number, y: number, size: number): void {
  const stripes = random.pick([
    [palette.accent, '#fff4e0'],
    ['#2f6f7e', '#f3c96b'],
    ['#c8453f', '#f6e3c0', '#31456e'],
    [mix(palette.accent, '#7a3f8a', 0.6), '#ffd9b0'],
  ]);
  const haze = Math.max(0, 0.45 - size / 320);
  const count = 9;
  const mouth = y + size * 1.28;
  for (let i = 0; i < count; i += 1) {
    const from = -Math.cos((Math.PI * i) / count) * size;
    const to = -Math.cos((Math.PI * (i + 1)) / count) * size;
    const side = (i + 0.5) / count;
    const base = mix(stripes[i % stripes.length] ?? palette.accent, palette.haze, haze);
    const tone = side < 0.4 ? lighten(base, 0.16 * (0.4 - side)) : darken(base, 0.62 * (side - 0.4));
    const foot = size * 0.13;
    sheet.add(
      path(
        `M${x} ${y - size}C${x + from * 0.9} ${y - size} ${x + from * 1.34} ${y + size * 0.25} ${x + (from / size) * foot} ${mouth}L${x + (to / size) * foot} ${mouth}C${x + to * 1.34} ${y + size * 0.25} ${x + to * 0.9} ${y - size} ${x} ${y - size}Z`,
        tone,
      ),
    );
  }
  const basket = size * 0.13;
  const dark = darken(mix('#6b4426', palette.near, 0.3), 0.1);
  sheet.add(
    stroke(
      `M${x - basket} ${mouth}L${x - basket * 0.8} ${mouth + size * 0.24}M${x + basket} ${mouth}L${x + basket * 0.8} ${mouth + size * 0.24}`,
      dark,
      Math.max(1, size * 0.012),
    ),
  );
  sheet.add(rect(x - basket * 0.85, mouth + size * 0.24, basket * 1.7, basket * 1.25, dark, `rx="${basket * 0.2}"`));
}
