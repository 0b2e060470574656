import { along, type Colour, channels, darken, lighten, mix } from '../drawing/colour.ts';
import { createNoise, layered, type Noise, ridged } from '../drawing/noise.ts';
import type { Frame, Painting } from './scene.ts';

const WIDTH = 560;

/** The country from straight above, lit from the north-west. Variants: `alps` (ridges and snow), `islands` (sea and shallows), `river` (sand and branches). */
export function relief(frame: Frame): Painting {
  const { palette, seed, variant } = frame;
  const height = Math.round((WIDTH * frame.height) / frame.width);
  const ground = createNoise(seed);
  const rise = riseOf(variant);
  const heights = new Float32Array((WIDTH + 1) * (height + 1));
  for (let y = 0; y <= height; y += 1) {
    for (let x = 0; x <= WIDTH; x += 1) heights[y * (WIDTH + 1) + x] = rise(ground, x / 150, y / 150);
  }
  const table = Array.from({ length: 257 }, (_, index) => channels(along(tintsOf(palette, variant), index / 256)));
  const data = new Uint8ClampedArray(WIDTH * height * 3);
  const sea = variant === 'alps' ? -1 : variant === 'islands' ? 0.42 : 0.3;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = y * (WIDTH + 1) + x;
      const level = heights[at] ?? 0;
      const slope = level - (heights[at + 1] ?? 0) + level - (heights[at + WIDTH + 1] ?? 0);
      const flat = level < sea ? 0.15 : 1;
      const light = Math.max(-0.62, Math.min(0.55, -slope * 9 * flat));
      const colour = table[Math.max(0, Math.min(256, Math.round(level * 256)))] ?? [0, 0, 0];
      const index = (y * WIDTH + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const base = colour[channel] ?? 0;
        data[index + channel] =
          light < 0 ? base * (1 + light) + (channel === 2 ? 16 : 4) * -light : base + (255 - base) * light * 0.7;
      }
    }
  }
  return { bitmap: { width: WIDTH, height, data }, vignette: 0.3, grain: 3 };
}

function riseOf(variant: string): (noise: Noise, x: number, y: number) => number {
  if (variant === 'islands') return (noise, x, y) => 0.44 + 0.62 * layered(noise, x * 0.7, y * 0.7, 6);
  if (variant === 'river') {
    return (noise, x, y) => {
      const bend = layered(noise, x * 0.5, y * 0.5, 3);
      const channel = Math.abs(noise(x * 0.35 + bend * 1.4, y * 0.9 + bend));
      return Math.min(1, 0.2 + channel * 0.75 + 0.12 * layered(noise, x * 3, y * 3, 4));
    };
  }
  return (noise, x, y) =>
    ridged(noise, x * 0.8, y * 0.8, 5) ** 1.9 * (0.6 + 0.5 * (0.5 + 0.5 * noise(x * 0.4, y * 0.4 + 3)));
}

function tintsOf(palette: Frame['palette'], variant: string): readonly Colour[] {
  const sea = mix(palette.water, palette.near, 0.3);
  if (variant === 'islands') {
    return [
      darken(sea, 0.45),
      sea,
      mix(sea, '#5fc9c0', 0.5),
      '#9fe0cf',
      '#f0e2b8',
      mix(palette.far, '#7fa06a', 0.6),
      mix(palette.near, '#4f7a4f', 0.5),
      mix(palette.shade, '#8a7a66', 0.5),
      palette.light,
    ];
  }
  if (variant === 'river')
    return [
      sea,
      mix(sea, '#6fd0cc', 0.6),
      '#d8efe2',
      lighten(palette.glow, 0.3),
      mix(palette.glow, palette.accent, 0.3),
      mix(palette.far, palette.accent, 0.35),
      palette.near,
    ];
  return [
    mix(palette.near, '#2c4a38', 0.5),
    mix(palette.near, '#4f6f4a', 0.6),
    mix(palette.far, '#8a8a6a', 0.5),
    mix(palette.shade, palette.far, 0.5),
    mix(palette.shade, palette.light, 0.55),
    palette.light,
    '#ffffff',
  ];
}
