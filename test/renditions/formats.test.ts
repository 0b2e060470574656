import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import sharp from 'sharp';
import { openSharpRenderer } from '../../src/adapters/renderer-sharp.ts';
import { openExtractor } from '../../src/importing/metadata/extractor.ts';
import { missingTools } from '../../src/importing/metadata/perl.ts';
import { fitInside, planRendition } from '../../src/renditions/plan.ts';
import { DRAWING, drawing } from './drawing.ts';
import { distance, LIMITS, patiently } from './pictures.ts';
import { FILES } from './sources-of-drawing.ts';

const BASELINE = 0xc0;

suite('files of all formats', () => {
  const renderer = openSharpRenderer({ processes: 2, seconds: 20, megabytes: 1024, queue: 1000 });
  const extractor = openExtractor({ processes: 2, secondsPerFile: 20 });
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'formats-'));
  });
  after(async () => {
    await renderer[Symbol.asyncDispose]();
    await extractor[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  for (const { name, make, tolerance = 3, isGrey = false, size: full = DRAWING } of FILES) {
    test(`${name} is imported as a picture and drawn as it should look`, async () => {
      const path = join(folder, name);
      await writeFile(path, await make());
      const { facts } = await extractor.extract(path, { name: basename(path), words: false, ...patiently() });
      assert.equal(facts.category, 1, facts.mediaType);
      // Raw files made here say nothing about their sensor.
      const isKnown = missingTools().length === 0 && !name.startsWith('camera');
      if (isKnown) assert.deepEqual([facts.width, facts.height], [full.width, full.height], facts.mediaType);

      const seen = await (isGrey ? drawing().toColourspace('b-w') : drawing()).png().toBuffer();
      for (const request of [
        { kind: 'thumb', big: false },
        { kind: 'preview', big: false },
        { kind: 'preview', big: true },
      ] as const) {
        const plan = planRendition({ ...request, page: 0 }, facts, LIMITS);
        const drawn = await renderer.render(plan, { path, facts }, patiently());
        const { width, height } = fitInside(full.width, full.height, plan.box);
        assert.deepEqual([drawn.width, drawn.height], [width, height]);
        await assertPlainJpeg(drawn.bytes, [width, height]);
        const reference = await sharp(seen)
          .resize({ width, height, fit: 'fill' })
          .jpeg({ quality: plan.quality })
          .toBuffer();
        const far = await distance(drawn.bytes, reference);
        assert.ok(far <= tolerance, `${far} from the drawing`);
      }
    });
  }

  async function assertPlainJpeg(bytes: Uint8Array, size: readonly number[]): Promise<void> {
    const { format, space, width, height, isProgressive, exif, icc, iptc, xmp, channels } =
      await sharp(bytes).metadata();
    assert.deepEqual([format, space, width, height, channels], ['jpeg', 'srgb', ...size, 3]);
    assert.equal(isProgressive, false);
    assert.deepEqual([exif, icc, iptc, xmp], [undefined, undefined, undefined, undefined]);
    assert.ok(Buffer.from(bytes).includes(Buffer.from([0xff, BASELINE])));
  }
});
