import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { missingTools } from '../../src/inspect/perl.ts';
import { fitInside, planRendition } from '../../src/pictures/plan.ts';
import { propertiesOf } from '../support/extracting.ts';
import { DRAWING, drawing } from './drawing.ts';
import { distance, LIMITS, patiently, sourceAt, useRenderer } from './pictures.ts';
import type { DrawnFile } from './sources-of-drawing.ts';

const BASELINE = 0xc0;

/** Tests that files are imported as pictures and drawn correctly. */
export function testFormats(title: string, files: readonly DrawnFile[]): void {
  suite(title, () => {
    const { renderer, at } = useRenderer(2);
    const references = new Map<string, Promise<Buffer>>();

    for (const { name, make, tolerance = 3, isGrey = false, size: full = DRAWING } of files) {
      test(`${name} is imported as a picture and drawn correctly`, async () => {
        const path = at(name);
        await writeFile(path, await make());
        const properties = await propertiesOf(path);
        assert.equal(properties.category, 1, properties.mediaType);
        assert.equal(properties.mediaType, sourceAt(path).properties.mediaType);
        // Raw files made here say nothing about their sensor.
        const isKnown = missingTools().length === 0 && !name.startsWith('camera');
        if (isKnown)
          assert.deepEqual([properties.width, properties.height], [full.width, full.height], properties.mediaType);

        for (const request of [
          { kind: 'thumb', big: false },
          { kind: 'preview', big: false },
          { kind: 'preview', big: true },
        ] as const) {
          const plan = planRendition({ ...request, page: 0 }, LIMITS);
          const drawn = await renderer.render(plan, { path, properties }, patiently());
          const { width, height } = fitInside(full.width, full.height, plan.box);
          assert.deepEqual([drawn.width, drawn.height], [width, height]);
          await assertPlainJpeg(drawn.bytes, [width, height]);
          const reference = await referenceOf(isGrey, width, height);
          const far = await distance(drawn.bytes, reference);
          assert.ok(far <= tolerance, `${far} from the drawing`);
        }
      });
    }

    function referenceOf(isGrey: boolean, width: number, height: number): Promise<Buffer> {
      const key = `${isGrey} ${width}`;
      const made =
        references.get(key) ??
        drawing()
          .toColourspace(isGrey ? 'b-w' : 'srgb')
          .png()
          .toBuffer()
          .then((seen) => sharp(seen).resize({ width, height, fit: 'fill' }).jpeg({ quality: 82 }).toBuffer());
      references.set(key, made);
      return made;
    }

    async function assertPlainJpeg(bytes: Uint8Array, size: readonly number[]): Promise<void> {
      const { format, space, width, height, isProgressive, exif, icc, iptc, xmp, channels } =
        await sharp(bytes).metadata();
      assert.deepEqual([format, space, width, height, channels], ['jpeg', 'srgb', ...size, 3]);
      assert.deepEqual([isProgressive, exif, icc, iptc, xmp], [false, undefined, undefined, undefined, undefined]);
      assert.ok(Buffer.from(bytes).includes(Buffer.from([0xff, BASELINE])));
    }
  });
}
