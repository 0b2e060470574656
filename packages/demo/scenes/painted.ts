import { along, channels } from '../drawing/colour.ts';
import { createNoise, layered } from '../drawing/noise.ts';
import { path } from '../drawing/sheet.ts';
import type { Bitmap } from '../drawing/water.ts';
import { groundOf, makeRidge, ridgeOutline } from './ridges.ts';
import type { Drawing, Frame } from './scene.ts';
import { drawStars } from './sky.ts';
import { conifers } from './trees.ts';

type Triple = readonly [number, number, number];

/** Paints a bitmap pixel by pixel. A few pixels are enough, because the bitmap is enlarged smoothly. */
function paint({ width, height }: Frame, colourAt: (x: number, y: number) => Triple): Bitmap {
  const columns = 360;
  const rows = Math.round((columns * height) / width);
  const data = new Uint8ClampedArray(columns * rows * 3);
  for (let y = 0, at = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1, at += 3) data.set(colourAt(x / columns, y / rows), at);
  return { width: columns, height: rows, data };
}

const blend = (from: Triple, to: Triple, share: number): Triple => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** Draws an aurora in a night sky above a dark wooded ridge. */
export function nightSky(frame: Frame): Drawing {
  const { sheet, width, height, palette, seed, random } = frame;
  const painting = aurora(frame);
  drawStars(sheet, seed, 600, height * 0.8);
  const ridge = makeRidge(width, { base: height * 0.95, rise: height * 0.18, span: 480, sharp: true }, `${seed}/ridge`);
  sheet.add(path(conifers(random, width, groundOf(ridge), 52, 4) + ridgeOutline(ridge, height + 4), palette.near));
  return { painting, vignette: 0.4 };
}

const skyAt = ({ palette }: Frame): Triple[] =>
  Array.from({ length: 257 }, (_, index) => channels(along(palette.sky, (index / 256) ** 1.25 * 0.85)));

function aurora(frame: Frame): Bitmap {
  const rows = skyAt(frame);
  const noise = createNoise(frame.seed);
  const [low, high] = [channels(frame.palette.glow), channels(frame.palette.accent)];
  const tilt = frame.random.between(-0.35, 0.35);
  return paint(frame, (x, y) => {
    let colour = rows[Math.floor(y * 256)] ?? low;
    for (let i = 0; i < 3; i += 1) {
      const foot = 0.6 - 0.14 * i + 0.34 * layered(noise, x * 4.3 + i * 7, i * 3.3, 3) + (x - 0.5) * tilt;
      const above = foot - y;
      if (above < -0.09) continue;
      const rays =
        0.62 + 0.42 * noise(x * 15, i * 13.7) + 0.14 * noise(x * 55, i * 13.7 + 3) + 0.06 * noise(x * 120, i + 5);
      const body = above < 0 ? (1 + above / 0.09) ** 2 : Math.exp(-above * 3.4);
      const tint = blend(low, high, Math.min(1, Math.max(0, above * 2.6)));
      colour = blend(colour, tint, Math.max(0, Math.min(1, body * rays * (0.95 - 0.22 * i))));
    }
    return colour;
  });
}
