import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { findMediaTools } from '../../src/ffmpeg/tools.ts';
import { patiently, sourceAt, useRenderer } from './pictures.ts';

const tools = await findMediaTools();

suite('moving pictures that ffmpeg reads', { skip: tools ? false : 'needs ffmpeg' }, () => {
  const { renderer, at } = useRenderer(1, tools);

  for (const [name, mediaType, options] of [
    ['a.apng', 'image/apng', ['-f', 'apng', '-plays', '0']],
    ['a.avif', 'image/avif', ['-c:v', 'libaom-av1', '-cpu-used', '8']],
  ] as const) {
    test(`${mediaType} stays moving, each frame as long as before`, async () => {
      const film = [
        ...['-v', 'error', '-f', 'lavfi', '-i', 'nullsrc=size=120x80:rate=4,geq=lum=40+N*80:cb=128:cr=128'],
        ...['-frames:v', '3'],
      ];
      execFileSync(tools?.ffmpeg ?? '', [...film, ...options, at(name)]);
      const frame = { width: 60, height: 60, fit: 'cover', focus: 'striking' } as const;
      const plan = { page: 0, box: 60, quality: 80, background: '#ffffff', frame };
      const most = 120 * 80 * 3;
      const draw = (maxFramePixels: number) =>
        renderer.render({ ...plan, maxFramePixels }, sourceAt(at(name), { mediaType }), patiently());
      const { format, bytes } = await draw(most);
      const { pages, pageHeight, width, delay } = await sharp(bytes, { animated: true }).metadata();
      assert.deepEqual([format, pages, width, pageHeight, delay], ['webp', 3, 60, 60, [250, 250, 250]]);
      assert.equal((await draw(most - 1)).format, 'jpg');
    });
  }
});
