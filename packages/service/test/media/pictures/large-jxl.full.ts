import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openSharpRenderer } from '../../../src/media/pictures/renderer-sharp.ts';
import { isNear, patiently, planFor, sourceAt } from './pictures.ts';

const WIDTH = 5616;
const HEIGHT = 3744;

const MAKE = fileURLToPath(new URL('make-large-jxl.ts', import.meta.url));

suite('a JPEG XL of 16 bits and 21 megapixels', () => {
  let folder: string;
  let path: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'large-jxl-'));
    path = join(folder, 'large.jxl');
    const args = [MAKE, path, String(WIDTH), String(HEIGHT)];
    const { status, stderr } = spawnSync(process.execPath, args);
    assert.equal(status, 0, String(stderr));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [request, size] of [
    [{}, [256, 171]],
    [{ kind: 'preview' }, [1024, 683]],
    [{ kind: 'preview', big: true }, [3000, 2000]],
  ] as const) {
    test(`is drawn at ${size.join(' x ')} within 800 MB`, async () => {
      await using renderer = openSharpRenderer({ processes: 1, seconds: 120, megabytes: 800, queue: 1 });
      const source = sourceAt(path, { mediaType: 'image/jxl' });
      const { bytes, width, height } = await renderer.render(planFor(request), source, patiently());
      assert.deepEqual([width, height], size);
      const pixels = await sharp(bytes).removeAlpha().raw().toBuffer();
      const at = (x: number, y: number) => [...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
      for (const [x, y] of [
        [width / 2, 2],
        [width - 3, 2],
        [width - 3, Math.floor(height / 2)],
        [2, 2],
      ] as const) {
        const [across, down] = [(x / width) * 255, (y / height) * 255];
        assert.ok(isNear(at(x, y), [across, across, across - down], 8), `${x}, ${y}: ${at(x, y)}`);
      }
    });
  }
});
