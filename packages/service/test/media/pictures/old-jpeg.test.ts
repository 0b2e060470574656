import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { oldJpeg } from '../../../src/media/pictures/sources/tiff/old-jpeg.ts';
import { readTiffPage } from '../../../src/media/pictures/sources/tiff/page.ts';
import { TIFFS } from './tiffs-of-drawing.ts';

test('a TIFF whose strips repeat the same bytes is refused before they are joined', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'old-jpeg-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const path = join(folder, 'strips.tiff');
  const file = await TIFFS.find(({ name }) => name === 'old-jpeg-tables.tiff')?.make();
  assert.ok(file);
  await writeFile(path, file);
  const page = await readTiffPage(path, 0);
  assert.ok(page);
  assert.ok((await oldJpeg(path, page)).length > 0);
  const repeated = { ...page, offsets: new Array(20).fill(8), lengths: new Array(20).fill(file.length - 8) };
  await assert.rejects(oldJpeg(path, repeated), { reason: 'corrupt' });
});
