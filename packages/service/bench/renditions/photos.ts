import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawFrom } from '../search/random.ts';

/**
 * Makes photographs that don't exist: soft shapes with grain, so that they compress about as real ones do. The same numbers give
 * the same files; those that are there are kept.
 */
export async function makePhotos(
  folder: string,
  { count, width, height }: { readonly count: number; readonly width: number; readonly height: number },
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const paths = Array.from({ length: count }, (_, n) => join(folder, `photo-${String(n).padStart(4, '0')}.jpg`));
  const grain = grainTile();
  for (const [n, path] of paths.entries()) {
    if (!existsSync(path)) writeFileSync(path, await photo(n, width, height, grain));
  }
  return paths;
}

const TILE = 512;

function grainTile(): { input: Buffer; raw: { width: number; height: number; channels: 4 } } {
  const random = drawFrom(1);
  const input = Buffer.alloc(TILE * TILE * 4);
  for (let at = 0; at < input.length; at += 4) {
    input.fill(random() < 0.5 ? 0 : 255, at, at + 3);
    input[at + 3] = Math.floor(random() * 36);
  }
  return { input, raw: { width: TILE, height: TILE, channels: 4 } };
}

async function photo(
  seed: number,
  width: number,
  height: number,
  grain: ReturnType<typeof grainTile>,
): Promise<Buffer> {
  const random = drawFrom(seed + 2);
  const colour = () => `hsl(${Math.floor(random() * 360)} ${20 + random() * 60}% ${15 + random() * 70}%)`;
  const shapes = Array.from(
    { length: 60 },
    () =>
      `<ellipse cx="${random() * width}" cy="${random() * height}" rx="${random() ** 2 * width * 0.3}" ry="${random() ** 2 * height * 0.4}" fill="${colour()}" opacity="${0.3 + random() * 0.7}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${colour()}"/>${shapes.join('')}</svg>`;
  return await sharp(Buffer.from(svg), { limitInputPixels: false })
    .flatten()
    .composite([{ ...grain, tile: true }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
