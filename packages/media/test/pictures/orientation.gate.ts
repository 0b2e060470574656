import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { drawing } from './drawing.ts';
import { distance, useRenderer } from './pictures.ts';
import { writeCr3, writeRaf, writeRaw } from './writers/raw.ts';

/** How a camera held this way stores the drawing: rotated clockwise, then mirrored. */
const STORED: Readonly<Record<number, readonly [degrees: number, isMirrored: boolean]>> = {
  1: [0, false],
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [90, true],
  6: [270, false],
  7: [270, true],
  8: [90, false],
};

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
    [
      'Canon raw',
      'image/x-canon-cr3',
      async (stored, orientation) => writeCr3(orientation, await stored.jpeg().toBuffer()),
    ],
    [
      'Fuji raw',
      'image/x-fujifilm-raf',
      async (stored, orientation) => writeRaf(await stored.withMetadata({ orientation }).jpeg().toBuffer()),
    ],
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
