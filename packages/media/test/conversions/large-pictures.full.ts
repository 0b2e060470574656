import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import sharp from 'sharp';
import { planPicture } from '../../src/conversions/conversion-plan.ts';
import { convertPicture } from '../../src/conversions/convert-picture.ts';
import { pdfPageSize } from '../../src/pictures/sources/pdf.ts';
import { sourceAt, useRenderer } from '../pictures/pictures.ts';

const { at } = useRenderer();

test('a picture of more pixels than the image library reads by default becomes a PDF and, with its metadata, a JPEG', async () => {
  const size = { width: 16_400, height: 16_400 };
  const path = at('large.jpg');
  await sharp({ create: { ...size, channels: 3, background: 'white' }, limitInputPixels: false })
    .toColourspace('b-w')
    .withExif({ IFD0: { Artist: 'A' } })
    .jpeg()
    .toFile(path);
  const source = sourceAt(path, size);
  const [pdf, jpeg] = [at('made.pdf'), at('made.jpg')];
  await convertPicture(source, planPicture({ to: 'pdf', dpi: 300 }, source.properties, {}), pdf);
  assert.deepEqual(await pdfPageSize(await readFile(pdf)), { width: 3936, height: 3936 });
  await convertPicture(source, planPicture({ to: 'jpg', quality: 50 }, source.properties, {}), jpeg);
  const { width, exif } = await sharp(jpeg, { limitInputPixels: false }).metadata();
  assert.deepEqual([width, exif !== undefined], [16_400, true]);
});
