import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tiffPictures } from '../../src/inspect/tiff-directories.ts';
import { oldJpeg } from '../../src/pictures/sources/tiff/old-jpeg.ts';
import { readTiffPage } from '../../src/pictures/sources/tiff/page.ts';

const FILE = fileURLToPath(new URL('../fixtures/pictures/small/old-jpeg-tables.tiff', import.meta.url));

test('a TIFF whose strips repeat the same bytes is refused before they are joined', async () => {
  await using file = await open(FILE);
  const [picture] = await tiffPictures(file);
  assert.ok(picture);
  const page = await readTiffPage(picture);
  assert.ok((await oldJpeg(FILE, page)).length > 0);
  const repeated = { ...page, offsets: new Array(20).fill(8), lengths: new Array(20).fill(2000) };
  await assert.rejects(oldJpeg(FILE, repeated), { reason: 'corrupt' });
});
