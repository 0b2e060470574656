import { along, type Colour, channels, lighten } from '../drawing/colour.ts';
import { createNoise, layered } from '../drawing/noise.ts';
import type { Frame, Painting } from './scene.ts';

const WIDTH = 360;

/** Folded cloth of light, for backgrounds. Variants: `silk` (soft folds), `marble` (veins), `rings` (contours on paper). */
export function silk(frame: Frame): Painting {
  const { palette, seed, variant } = frame;
  const height = Math.round((WIDTH * frame.height) / frame.width);
  const noise = createNoise(seed);
  const colours: readonly Colour[] = [
    palette.near,
    palette.sky[1] ?? palette.far,
    palette.accent,
    palette.glow,
    lighten(palette.haze, 0.4),
  ];
  const angle = frame.random.between(-0.7, 0.7);
  const lean = { cos: Math.cos(angle), sin: Math.sin(angle) };
  const stretch = variant === 'rings' ? ([157, 157] as const) : ([322, 112] as const);
  const warp = variant === 'rings' ? 1.2 : 1.5;
  const table = Array.from({ length: 257 }, (_, index) => channels(along(colours, index / 256)));
  const data = new Uint8ClampedArray(WIDTH * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const u = (x * lean.cos + y * lean.sin) / stretch[0];
      const v = (y * lean.cos - x * lean.sin) / stretch[1];
      const bendX = layered(noise, u, v, 2);
      const bendY = layered(noise, u + 5.2, v + 1.3, 2);
      const field = layered(noise, u * 0.8 + bendX * warp, v * 0.8 + bendY * warp, 2);
      const value =
        variant === 'rings' ? rings(field) : variant === 'marble' ? 1 - Math.abs(field) * 1.7 : folds(field, bendX);
      const [r, g, b] = table[Math.max(0, Math.min(256, Math.round(value * 256)))] ?? [0, 0, 0];
      const index = (y * WIDTH + x) * 3;
      data[index] = r;
      data[index + 1] = g;
      data[index + 2] = b;
    }
  }
  return { bitmap: { width: WIDTH, height, data }, vignette: 0.35, grain: 3 };
}

const folds = (field: number, bend: number): number => 0.5 + 0.46 * Math.sin(field * 9 + bend * 4);

function rings(field: number): number {
  const level = (field + 0.6) * 9;
  const step = Math.floor(level);
  const inside = level - step;
  return Math.max(0, Math.min(1, step / 11 + 0.05 + (inside < 0.14 ? 0.16 * (1 - inside / 0.14) : 0)));
}
