import { darken, lighten, mix } from '../drawing/colour.ts';
import { data, path, rect, stroke } from '../drawing/sheet.ts';
import { drawRange } from './mountains.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawSky } from './sky.ts';

/** Hot-air balloons above the hills in the morning. */
export function balloons(frame: Frame): Drawing {
  const { width, height, random } = frame;
  const sun = { x: width * random.between(0.25, 0.75), y: height * 0.42, radius: height * 0.045 };
  drawSky(frame, height * 0.68, sun, { from: height * 0.1, to: height * 0.55, count: 6 });
  drawRange({ ...frame, variant: 'hills' }, height * 0.62, sun, 5);
  const sizes = [0.09, 0.2, 0.06, 0.13, 0.05].toSorted(() => random.next() - 0.5);
  sizes.forEach((size, index) => {
    const x = width * (0.12 + 0.185 * index + random.between(-0.05, 0.05));
    drawBalloon(frame, x, height * random.between(0.16, 0.44), height * size);
  });
  return {};
}

function drawBalloon({ sheet, palette, random }: Frame, x: number, y: number, size: number): void {
  const stripes = random.pick([
    [palette.accent, '#fff4e0'],
    ['#2f6f7e', '#f3c96b'],
    ['#c8453f', '#f6e3c0', '#31456e'],
    [mix(palette.accent, '#7a3f8a', 0.6), '#ffd9b0'],
  ]);
  const haze = Math.max(0, 0.45 - size / 320);
  const count = 9;
  const mouth = y + size * 1.28;
  const edge = (step: number): number => -Math.cos((Math.PI * step) / count);
  for (let i = 0; i < count; i += 1) {
    const [from, to, side] = [edge(i), edge(i + 1), (i + 0.5) / count];
    const base = mix(stripes[i % stripes.length] ?? palette.accent, palette.haze, haze);
    const tone = side < 0.4 ? lighten(base, 0.16 * (0.4 - side)) : darken(base, 0.62 * (side - 0.4));
    const gore = data`M${x} ${y - size}C${x + from * size * 0.9} ${y - size} ${x + from * size * 1.34} ${y + size * 0.25} ${x + from * size * 0.13} ${mouth}L${x + to * size * 0.13} ${mouth}C${x + to * size * 1.34} ${y + size * 0.25} ${x + to * size * 0.9} ${y - size} ${x} ${y - size}Z`;
    sheet.add(path(gore, tone));
  }
  const basket = size * 0.13;
  const dark = darken(mix('#6b4426', palette.near, 0.3), 0.1);
  const ropes = data`M${x - basket} ${mouth}l${basket * 0.2} ${size * 0.24}M${x + basket} ${mouth}l${-basket * 0.2} ${size * 0.24}`;
  sheet.add(stroke(ropes, dark, Math.max(1, size * 0.012)));
  sheet.add(rect(x - basket * 0.85, mouth + size * 0.24, basket * 1.7, basket * 1.25, dark, `rx="${basket * 0.2}"`));
}
