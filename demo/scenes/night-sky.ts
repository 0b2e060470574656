import { along, channels, lighten, mix } from '../drawing/colour.ts';
import type { Bitmap } from '../drawing/finish.ts';
import { createNoise, layered, type Noise, ridged } from '../drawing/noise.ts';
import { createRandom } from '../drawing/random.ts';
import type { Frame, Painting } from './scene.ts';

const WIDTH = 500;

/** A painted night sky above a dark ridge. Variants: `aurora` (curtains of light), `milkyway` (a band of stars). */
export function nightSky(frame: Frame): Painting {
  const height = Math.round((WIDTH * frame.height) / frame.width);
  const bitmap: Bitmap = { width: WIDTH, height, data: new Uint8ClampedArray(WIDTH * height * 3) };
  const glow = frame.variant === 'aurora' ? aurora(frame, height) : milkyWay(frame, height);
  const noise = createNoise(`${frame.seed}/ridge`);
  const ground = channels(frame.palette.near);
  for (let x = 0; x < WIDTH; x += 1) {
    const crest = height * (0.9 - 0.2 * ridged(noise, x / 150, 0.5, 5) ** 1.6);
    const trees = 7 * Math.max(0, noise(x / 1.7, 4)) + 5 * Math.max(0, noise(x / 1.1, 8));
    for (let y = 0; y < height; y += 1) {
      const edge = Math.max(0, Math.min(1, (y - crest + trees) / 1.5));
      const [r, g, b] = edge >= 1 ? ground : glow(x, y);
      const index = (y * WIDTH + x) * 3;
      bitmap.data[index] = r + (ground[0] - r) * edge;
      bitmap.data[index + 1] = g + (ground[1] - g) * edge;
      bitmap.data[index + 2] = b + (ground[2] - b) * edge;
    }
  }
  if (frame.variant !== 'aurora') return { bitmap, stars: { count: 1500, floor: 0.74 }, vignette: 0.4 };
  return { bitmap, stars: { count: 420, floor: 0.7 }, vignette: 0.4 };
}

type Light = (x: number, y: number) => readonly [number, number, number];

function skyRows(frame: Frame, height: number): (readonly [number, number, number])[] {
  return Array.from({ length: height }, (_, y) => channels(along(frame.palette.sky, (y / height) ** 1.25 * 0.85)));
}

function aurora(frame: Frame, height: number): Light {
  const rows = skyRows(frame, height);
  const noise = createNoise(frame.seed);
  const low = channels(frame.palette.glow);
  const high = channels(frame.palette.accent);
  const tilt = frame.random.between(-0.35, 0.35);
  const curtains = [0, 1, 2].map((index) => ({
    foot: (x: number): number =>
      height *
      (0.6 - 0.14 * index + 0.34 * layered(noise, x / 117 + index * 7, index * 3.3, 3) + (x / WIDTH - 0.5) * tilt),
    strength: 0.95 - 0.22 * index,
    rays: index * 13.7,
  }));
  const feet = curtains.map(({ foot }) => Float32Array.from({ length: WIDTH }, (_, x) => foot(x)));
  const rays = curtains.map(({ rays: at }) =>
    Float32Array.from(
      { length: WIDTH },
      (_, x) => 0.62 + 0.42 * noise(x / 34, at) + 0.14 * noise(x / 9, at + 3) + 0.06 * noise(x / 4, at + 5),
    ),
  );
  return (x, y) => {
    let [r, g, b] = rows[y] ?? [0, 0, 0];
    curtains.forEach(({ strength }, index) => {
      const above = ((feet[index]?.[x] ?? 0) - y) / height;
      if (above < -0.09) return;
      const body = above < 0 ? (1 + above / 0.09) ** 2 : Math.exp(-above * 3.4);
      const light = Math.max(0, Math.min(1, body * strength * (rays[index]?.[x] ?? 0)));
      const tint = Math.min(1, Math.max(0, above * 2.6));
      r += (low[0] + (high[0] - low[0]) * tint - r) * light;
      g += (low[1] + (high[1] - low[1]) * tint - g) * light;
      b += (low[2] + (high[2] - low[2]) * tint - b) * light;
    });
    return [r, g, b];
  };
}

function milkyWay(frame: Frame, height: number): Light {
  const rows = skyRows(frame, height);
  const random = createRandom(frame.seed);
  const lean = random.between(0.5, 0.9) * random.pick([-1, 1]);
  const noise = createNoise(frame.seed);
  const core = channels(lighten(mix(frame.palette.glow, '#e8b7c8', 0.45), 0.2));
  const rim = channels(mix(frame.palette.haze, '#7a5fb0', 0.4));
  const middle = WIDTH / 2;
  return (x, y) => {
    const [r, g, b] = rows[y] ?? [0, 0, 0];
    const across = (x - middle - (y - height / 2) * lean) / (WIDTH * 0.17);
    if (Math.abs(across) > 2.6) return [r, g, b];
    const cloud = 0.55 + 0.75 * warped(noise, x / 70, y / 70);
    const band = Math.exp(-across * across) * Math.max(0, cloud);
    const dust = Math.max(
      0,
      Math.min(1, 1.6 * Math.exp(-((across * 2.6) ** 2)) * (0.3 + layered(noise, x / 36 + 9, y / 36, 4) * 1.3)),
    );
    const light = Math.max(0, Math.min(0.85, band * 0.75)) * (1 - 0.7 * dust);
    const heart = Math.exp(-across * across * 3) * 0.8;
    return [
      r + (rim[0] + (core[0] - rim[0]) * heart - r) * light,
      g + (rim[1] + (core[1] - rim[1]) * heart - g) * light,
      b + (rim[2] + (core[2] - rim[2]) * heart - b) * light,
    ];
  };
}

const warped = (noise: Noise, x: number, y: number): number =>
  layered(noise, x + noise(x * 0.7, y + 5), y + noise(x + 3, y * 0.7), 4);
