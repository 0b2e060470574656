import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { corpus, hasCorpus } from '../../../core/test/support/corpus.ts';
import { CannotMake } from '../../src/derived/cannot-make.ts';
import { findMediaTools } from '../../src/ffmpeg/tools.ts';
import { fitInside } from '../../src/pictures/plan.ts';
import type { Rendered } from '../../src/pictures/renderer.ts';
import references from './document-references.json' with { type: 'json' };
import { distance, greyGrid, gridDistance, patiently, planFor, sourceAt, useRenderer } from './pictures.ts';

suite('real files', { skip: hasCorpus ? false : 'the sample files are absent' }, async () => {
  const { renderer } = useRenderer(2, await findMediaTools());

  const draw = (file: string, request = {}): Promise<Rendered> =>
    renderer.render(planFor(request), sourceAt(corpus(file)), patiently());
  test('every readable picture has exactly the size planned from its properties', async () => {
    const files = globSync(['{formats,photos}/**/*.{jpg,jpeg,png,tif,tiff,webp,gif,TIF}'], { cwd: corpus() });
    assert.ok(files.length > 150);
    const refused: string[] = [];
    await Promise.all(
      files.map(async (file) => {
        const source = sourceAt(corpus(file));
        const seen = await sharp(source.path, { limitInputPixels: false })
          .metadata()
          .then(({ autoOrient }) => autoOrient)
          .catch(() => undefined);
        for (const kind of ['thumb', 'preview'] as const) {
          const plan = planFor({ kind });
          try {
            const { width, height } = await renderer.render(plan, source, patiently());
            assert.deepEqual({ width, height }, fitInside(seen?.width ?? 0, seen?.height ?? 0, plan.box), file);
          } catch (error) {
            if (!(error instanceof CannotMake)) throw error;
            refused.push(`${kind} ${file} ${error.reason}`);
          }
        }
      }),
    );
    assert.deepEqual(refused.sort(), [
      ...['preview formats/65536-uint32-limit.png too_large', 'preview formats/corrupt-header.jpg corrupt'],
      ...['preview formats/truncated.jpg corrupt', 'preview formats/truncated.png corrupt'],
      ...['preview photos/jpg/corrupted.jpg corrupt', 'thumb formats/65536-uint32-limit.png too_large'],
      ...['thumb formats/corrupt-header.jpg corrupt', 'thumb formats/truncated.jpg corrupt'],
      ...['thumb formats/truncated.png corrupt', 'thumb photos/jpg/corrupted.jpg corrupt'],
    ]);
  });

  test('a phone photograph is drawn from its own thumbnail if that is large enough, and looks the same', async () => {
    const file = 'photos/heic/mobile/iphone_13_pro_max.HEIC';
    const [thumb, preview] = await Promise.all([draw(file), draw(file, { kind: 'preview' })]);
    assert.deepEqual([thumb.width, thumb.height], [192, 256]);
    const far = await distance(thumb.bytes, preview.bytes);
    assert.ok(far < 4, `differs by ${far}`);
  });

  for (const { file, page, grid } of references) {
    test(`page ${page} of ${file} looks as another library draws it`, async () => {
      const { bytes } = await draw(file, { kind: 'preview', page });
      const far = gridDistance(await greyGrid(bytes), [...Buffer.from(grid, 'hex')]);
      assert.ok(far < 4, `differs by ${far}`);
    });
  }
});
