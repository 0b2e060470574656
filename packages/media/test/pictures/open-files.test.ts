import assert from 'node:assert/strict';
import { fstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { OpenFiles } from '../../src/pictures/open-files.ts';

const isOpen = (file: number) => {
  try {
    return fstatSync(file).isFile();
  } catch {
    return false;
  }
};

test('a file stays open for a while, and at most 512 are open', () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const folder = newFolder();
  const path = (n: number) => join(folder, String(n));
  const numbers = Array.from({ length: 513 }, (_, n) => n);
  for (const n of numbers) writeFileSync(path(n), '');
  using files = new OpenFiles();
  const opened = numbers.map((n) => files.open(path(n)));
  // The number of the first file, which is closed, is that of the last.
  assert.deepEqual([new Set(opened).size, opened.at(-1) === opened[0]], [512, true]);
  assert.equal(files.open(path(1)), opened[1]);
  assert.throws(() => files.open(path(-1)), { code: 'ENOENT' });
  const clock = mock.method(performance, 'now', () => Number.MAX_SAFE_INTEGER);
  mock.timers.tick(10_000);
  assert.deepEqual(opened.filter(isOpen), []);
  clock.mock.restore();
  mock.timers.reset();
});
