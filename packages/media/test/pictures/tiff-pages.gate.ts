/** Which directories of a TIFF are its pages. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { planPicture } from '../../src/conversions/conversion-plan.ts';
import { convertPicture } from '../../src/conversions/convert-picture.ts';
import { beginsWithPicture } from '../../src/inspect/tiff-directories.ts';
import { ALL_MEANS, previewSize } from '../../src/pictures/preview-size.ts';
import { openPdf, pdfPageSizes } from '../../src/pictures/sources/pdf.ts';
import { openTiff } from '../../src/pictures/sources/tiff/tiff.ts';
import { propertiesOf } from '../support/extracting.ts';
import { isNear, middle, patiently, planFor, useRenderer } from './pictures.ts';
import { type GreyDirectory, greyTiff } from './writers/tiff.ts';

const directory = (grey: number, width: number, tags = {}, parts: readonly GreyDirectory[] = []): GreyDirectory => ({
  ...{ width, height: 20, grey, tags, parts },
});
const REDUCED = { 254: 1 };
const MASK = { 254: 4 };
const small = directory(10, 9, REDUCED);
const [page, other] = [directory(100, 60), directory(200, 50)];

const CASES: readonly (readonly [what: string, chain: readonly GreyDirectory[], pages: readonly GreyDirectory[]])[] = [
  ['pages after their small copies', [small, page, small, other], [page, other]],
  ['small copies of old files', [directory(10, 9, { 255: 2 }), page, directory(200, 50, { 255: 3 })], [page, other]],
  ['a newer type above an old one', [directory(100, 60, { 254: 0, 255: 2 })], [page]],
  ['a mask and a reduced mask', [directory(10, 60, MASK), directory(10, 9, { 254: 5 }), page], [page]],
  ['a mask told by its samples alone', [directory(10, 60, { 262: 4 }), page], [page]],
  ['a page with a pyramid of parts', [directory(100, 60, {}, [small, directory(10, 90, REDUCED)])], [page]],
  ['the largest part', [directory(10, 9, REDUCED, [directory(10, 30), page, directory(10, 70, REDUCED)])], [page]],
  ['a part of a part', [directory(10, 9, REDUCED, [directory(10, 20, REDUCED, [page])])], [page]],
  ['a part of each small copy', [directory(10, 9, REDUCED, [page]), directory(10, 9, REDUCED, [other])], [page, other]],
  ['sensor data beside a small copy', [directory(100, 60, REDUCED, [directory(10, 90, { 262: 32_803 })])], [page]],
  ['nothing but small copies', [small, directory(100, 60, REDUCED)], [page]],
  ['a turned part', [directory(10, 9, { ...REDUCED, 274: 6 }, [page])], [{ ...page, width: 20, height: 60 }]],
];

suite('the pages of a TIFF', () => {
  const { renderer, at } = useRenderer();

  for (const [what, chain, pages] of CASES) {
    test(`are right for ${what}`, async () => {
      for (const [format, how] of Object.entries({ II: {}, MM: { isLittle: false }, big: { isBig: true } })) {
        const path = at(`${format}.tif`);
        writeFileSync(path, greyTiff(chain, how));
        const properties = await propertiesOf(path);
        const [first] = pages;
        assert.ok(first);
        const size = { width: first.width, height: first.height };
        assert.deepEqual([properties.pages, properties.colorSpace, properties.bitDepth], [pages.length, 'Gray', 8]);
        assert.deepEqual({ width: properties.width, height: properties.height }, size, format);
        assert.deepEqual(previewSize({ file: { sha256: '', size: 0, crc32: 0 }, properties }, 1024, ALL_MEANS), size);
        for (const [number, { width, height, grey }] of pages.entries()) {
          const plan = planFor({ page: number });
          const { bytes, ...drawn } = await renderer.render(plan, { path, properties }, patiently());
          const told = { width: drawn.width, height: drawn.height, pages: drawn.pages };
          assert.deepEqual(told, { width, height, pages: pages.length }, `${format}, page ${number}`);
          assert.ok(isNear(await middle(bytes), [grey, grey, grey], 3), `${format}, page ${number}`);
        }
        const beyond = renderer.render(planFor({ page: pages.length }), { path, properties }, patiently());
        await assert.rejects(beyond, { reason: 'no_such_page' });
        const made = at('made.tif');
        await convertPicture({ path, properties }, planPicture({ to: 'tif', metadata: 'strip' }, properties, {}), made);
        const { width, height } = await sharp(made).metadata();
        assert.deepEqual({ width, height }, size, format);
        assert.ok(isNear(await middle(await sharp(made).png().toBuffer()), new Array(3).fill(first.grey), 1), format);
        const pdf = at('made.pdf');
        await convertPicture({ path, properties }, planPicture({ to: 'pdf', dpi: 72 }, properties, {}), pdf);
        const sizes = pages.map(({ width, height }) => ({ width, height }));
        assert.deepEqual(await pdfPageSizes(pdf), sizes, format);
        for (const [number, { grey }] of pages.entries()) {
          const { pixels } = await openPdf({ path: pdf, page: number, box: 60 });
          const colour = await middle(await pixels.png().toBuffer());
          assert.ok(isNear(colour, [grey, grey, grey], 3), `${format}, page ${number} of the PDF`);
        }
      }
    });
  }
});

test('a TIFF begins with its picture unless a small copy or a mask precedes it', async () => {
  const mask = directory(10, 60, MASK);
  const begins = [page, small, mask].map((first) => {
    const bytes = greyTiff([first, other]);
    return beginsWithPicture(async (at, length) =>
      at + length > bytes.length ? undefined : bytes.subarray(at, at + length),
    );
  });
  assert.deepEqual(await Promise.all(begins), [true, false, false]);
});

test('a Lab TIFF of 8 bits opens with its colours kept, which the library refuses', async () => {
  const path = fileURLToPath(new URL('../fixtures/pictures/small/lab-8.tiff', import.meta.url));
  const { pixels, width, height } = await openTiff({ path, page: 0, box: 1000, isAsStored: true });
  const { info } = await pixels.clone().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([width, height, info.width, info.height], [96, 64, 96, 64]);
});
