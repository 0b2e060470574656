import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { drawing } from './drawing.ts';
import { distance, useRenderer } from './pictures.ts';
import { writeCr3, writeRaf, writeRaw } from './writers/raw.ts';

/** How a camera held this way stores the drawing: rotated clockwise, then mirrored. */
const STORED: Readonly<Record<number, readonly [degrees: number, isMirrored: boolean]>> = {
  ...{ 1: [0, false], 2: [0, true], 3: [180, false], 4: [180, true], 5: [90, true], 6: [270, false] },
  ...{ 7: [270, true], 8: [90, false] },
};

/** The order of rows and columns by orientation: which one comes first, and in which direction each is stored. */
const LINES = ['-Y +X', '-Y -X', '+Y -X', '+Y +X', '+X -Y', '-X -Y', '-X +Y', '+X +Y'] as const;

async function radiance(stored: Sharp, orientation: number): Promise<Buffer> {
  const { data, info } = await stored.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [rows, columns] = (LINES[orientation - 1] ?? '').split(' ');
  const pixels = Buffer.alloc(info.width * info.height * 4);
  for (let at = 0; at < info.width * info.height; at += 1) {
    const light = [...data.subarray(at * 3, at * 3 + 3)].map((value) => {
      const share = value / 255;
      return share > 0.04045 ? ((share + 0.055) / 1.055) ** 2.4 : share / 12.92;
    });
    const exponent = Math.floor(Math.log2(Math.max(...light, 2 ** -20))) + 1;
    for (const [n, value] of light.entries())
      pixels[at * 4 + n] = Math.min(255, Math.round(value * 2 ** (8 - exponent)));
    pixels[at * 4 + 3] = exponent + 128;
  }
  const head = `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n${rows} ${info.height} ${columns} ${info.width}\n`;
  return Buffer.concat([Buffer.from(head), pixels]);
}

suite('pictures that were stored rotated or mirrored', () => {
  const { draw } = useRenderer(2);

  const kinds: [name: string, mediaType: string, make: (stored: Sharp, orientation: number) => Promise<Buffer>][] = [
    ['JPEG', 'image/jpeg', (stored, orientation) => stored.withMetadata({ orientation }).jpeg().toBuffer()],
    ['PNG', 'image/png', (stored, orientation) => stored.withMetadata({ orientation }).png().toBuffer()],
    ['TIFF', 'image/tiff', (stored, orientation) => stored.withMetadata({ orientation }).tiff().toBuffer()],
    ['WebP', 'image/webp', (stored, orientation) => stored.withMetadata({ orientation }).webp().toBuffer()],
    [
      'raw',
      'image/x-nikon-nef',
      async (stored, orientation) => writeRaw({ orientation, parts: [await stored.jpeg().toBuffer()] }),
    ],
    ['Canon raw', 'image/x-canon-cr3', async (stored, way) => writeCr3(way, await stored.jpeg().toBuffer())],
    [
      'Fuji raw',
      'image/x-fujifilm-raf',
      async (stored, orientation) => writeRaf(await stored.withMetadata({ orientation }).jpeg().toBuffer()),
    ],
    ['Radiance', 'image/vnd.radiance', radiance],
  ];
  for (const [name, mediaType, make] of kinds) {
    test(`${name}: upright in all eight orientations`, async () => {
      const seen = await drawing().png().toBuffer();
      const reference = await sharp(seen).resize(256, 171, { fit: 'fill' }).jpeg({ quality: 82 }).toBuffer();
      for (const [orientation, [degrees, isMirrored]] of Object.entries(STORED)) {
        const turned = await sharp(seen).rotate(degrees).png().toBuffer();
        const stored = await sharp(turned).flop(isMirrored).png().toBuffer();
        const file = await make(sharp(stored), Number(orientation));
        const { bytes, width, height } = await draw('stored', file, { mediaType });
        assert.deepEqual([width, height], [256, 171], `orientation ${orientation}`);
        const far = await distance(bytes, reference);
        assert.ok(far < 3, `orientation ${orientation} differs by ${far}`);
      }
    });
  }
});
