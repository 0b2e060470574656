import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import sharp from 'sharp';
import { DRAWING, drawing } from './drawing.ts';
import { distance, useRenderer } from './pictures.ts';
import { fixture } from './sources-of-drawing.ts';
import { writeBmp, writeIco, writeIconBitmap } from './writers/bmp.ts';

const COUNT = DRAWING.width * DRAWING.height;
const MASKS = [0xff0000, 0xff00, 0xff, 0xff000000] as const;

/** Opaque on the left, half transparent, then transparent. */
function alphaAt(pixel: number): number {
  const x = pixel % DRAWING.width;
  return x < 200 ? 255 : x < 292 ? 128 : 0;
}

suite('transparent areas are shown on white', () => {
  const { draw } = useRenderer();
  let colours: Buffer;
  let rgba: Buffer;
  let reference: Buffer;
  before(async () => {
    colours = await drawing().raw().toBuffer();
    rgba = Buffer.alloc(COUNT * 4);
    for (let pixel = 0; pixel < COUNT; pixel++) {
      colours.copy(rgba, pixel * 4, pixel * 3, pixel * 3 + 3);
      rgba[pixel * 4 + 3] = alphaAt(pixel);
    }
    const seen = await picture().flatten({ background: '#ffffff' }).png().toBuffer();
    reference = await sharp(seen).resize(256, 171, { fit: 'fill' }).jpeg({ quality: 82 }).toBuffer();
  });

  const kinds: [name: string, mediaType: string, make: () => Buffer | Promise<Buffer>][] = [
    ['PNG', 'image/png', () => picture().png().toBuffer()],
    ['PNG of 16 bits', 'image/png', () => picture().toColourspace('rgb16').png().toBuffer()],
    ['WebP', 'image/webp', () => picture().webp().toBuffer()],
    ['TIFF', 'image/tiff', () => picture().tiff({ compression: 'lzw' }).toBuffer()],
    ['AVIF', 'image/avif', () => picture().avif({ effort: 0 }).toBuffer()],
    ['BMP', 'image/bmp', () => writeBmp({ ...DRAWING, bits: 32, masks: MASKS, pixels: numbers() })],
    ['ICO', 'image/x-icon', icon],
    ['JPEG 2000', 'image/jp2', () => fixture('alpha.jp2')],
    ['PSD that stands on white', 'image/vnd.adobe.photoshop', () => fixture('alpha-on-white.psd')],
    ['PSD of plain colours', 'image/vnd.adobe.photoshop', () => fixture('alpha-plain.psd')],
  ];
  for (const [name, mediaType, make] of kinds) {
    test(name, async () => {
      const { bytes } = await draw('file', await make(), { mediaType });
      const far = await distance(bytes, reference);
      assert.ok(far < 3, `${far} from the drawing on white`);
    });
  }

  function picture() {
    return sharp(rgba, { raw: { ...DRAWING, channels: 4 } });
  }

  function numbers(): number[] {
    return Array.from({ length: COUNT }, (_, pixel) => alphaAt(pixel) * 2 ** 24 + colours.readUIntBE(pixel * 3, 3));
  }

  function icon(): Buffer {
    const bytes = writeIconBitmap({ ...DRAWING, bits: 32, pixels: numbers() }, () => false);
    return writeIco([{ width: 255, height: 255, bytes }]);
  }
});
