import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import type { ByteRange } from '../../../core/src/platform/byte-reader.ts';
import { FileCache } from '../../../core/src/platform/file-cache/file-cache.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { openFileLeases } from '../../src/derived/file-leases.ts';

const MEGABYTE = Buffer.alloc(2 ** 20);
const name = (digit: string) => `${digit.repeat(32)}.mp4`;

suite('the file cache', () => {
  let directory: string;
  beforeEach(async () => {
    directory = join(newFolder(), 'files');
  });
  afterEach(() => rm(dirname(directory), { recursive: true }));
  const open = (megabytes: number, spare?: () => Promise<number>) =>
    new FileCache({ directory, megabytes, ...(spare && { spare }), report: (trouble) => assert.fail(trouble) });
  /** The room of a disk on which only the cache is, in bytes. */
  const spareOf = (disk: number) => async () => {
    const names = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = names.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path).catch(() => undefined))?.size ?? 0));
    return disk - sizes.reduce((sum, size) => sum + size, 0);
  };

  test('a file is found once it is complete, and also after a restart', async () => {
    const files = open(10);
    assert.equal(await files.find(name('a')), undefined);
    await files.make(name('a'), async (temporary) => {
      await writeFile(temporary, 'half');
      assert.equal(await files.find(name('a')), undefined);
      await writeFile(temporary, MEGABYTE);
    });
    const found = await open(10).find(name('a'));
    assert.equal(found?.size, MEGABYTE.length);
  });

  test('a checksum is stored with its file across a restart, before and after the startup scan', async () => {
    const files = open(10);
    const made = await files.make(name('a'), async (temporary) => {
      await writeFile(temporary, 'sum');
      return 0xabc;
    });
    assert.deepEqual([made.size, made.crc32], [3, 0xabc]);
    assert.deepEqual(await files.find(name('a')), made);
    const early = open(10);
    assert.deepEqual(await early.find(name('a')), made);
    const late = open(10);
    await late.settled();
    assert.deepEqual(await late.find(name('a')), made);
  });

  test('a file is read whole and in ranges, and is absent after it was evicted', async () => {
    const made = await open(10).make(name('a'), (temporary) => writeFile(temporary, 'abcdef'));
    const { signal } = new AbortController();
    const read = async (range?: ByteRange) => {
      await using lease = await openFileLeases()(made);
      const into = Buffer.alloc(10);
      return lease && into.toString('latin1', 0, await lease.read(range, signal).read(into));
    };
    assert.deepEqual([await read(), await read({ start: 2, end: 3 })], ['abcdef', 'cd']);
    await rm(made.path);
    assert.equal(await read(), undefined);
  });

  test('a failure leaves no files', async () => {
    const files = open(10);
    const failing = files.make(name('a'), async (temporary) => {
      await writeFile(temporary, 'half');
      throw new Error('no');
    });
    await assert.rejects(failing, { message: 'no' });
    assert.deepEqual(await readdir(join(directory, 'aa')), []);
  });

  test('a file made again with another checksum replaces the old one, before and after the startup scan', async () => {
    const make = (files: FileCache, sum: number) =>
      files.make(name('a'), async (temporary) => {
        await writeFile(temporary, MEGABYTE);
        return sum;
      });
    const first = open(10);
    await make(first, 1);
    await make(first, 2);
    assert.deepEqual(await readdir(join(directory, 'aa')), [`${'a'.repeat(32)}-00000002.mp4`]);
    const uncounted = open(10);
    const made = await make(uncounted, 3);
    await uncounted.settled();
    assert.deepEqual(await readdir(join(directory, 'aa')), [`${'a'.repeat(32)}-00000003.mp4`]);
    assert.deepEqual(await uncounted.find(name('a')), made);
  });

  test('a disk that is smaller than the limit keeps its reserve: the least recently used files go, and one too large is not made', async () => {
    const spare = spareOf(3.5 * MEGABYTE.length);
    const files = open(10, spare);
    const make = (digit: string) => files.make(name(digit), (temporary) => writeFile(temporary, MEGABYTE));
    for (const digit of ['a', 'b', 'c', 'd', 'e']) await make(digit);
    await files.settled();
    const left = async () => (await readdir(directory)).map(async (shard) => await readdir(join(directory, shard)));
    assert.deepEqual((await Promise.all(await left())).flat().toSorted(), ['c', 'd', 'e'].map(name));
    assert.equal(await files.writeWhole(name('f'), MEGABYTE), true);
    const endless = files.make(name('9'), async (temporary) => {
      // The disk is looked at again and again while a program writes; then its file is emptied.
      let before = 0;
      await until(async () => {
        await appendFile(temporary, MEGABYTE);
        const { size } = await stat(temporary);
        const isEmptied = size <= before;
        before = size;
        return isEmptied;
      });
    });
    await assert.rejects(endless, { code: 'ENOSPC' });
    assert.ok((await spare()) >= 0);
    const full = open(10, async () => -1);
    await assert.rejects(full.make(name('8'), assert.fail), { code: 'ENOSPC' });
    await assert.rejects(full.writeWhole(name('8'), MEGABYTE), { code: 'ENOSPC' });
  });

  test('a disk that is full in spite of its figures, as with a quota, makes no more room than a file needs, and none for one that cannot fit', async () => {
    const files = open(100, async () => 1);
    const quota = 40 * MEGABYTE.length;
    const room = spareOf(quota);
    /** A file of so many MiB, or as much of it as the quota leaves, is written without using the disk. */
    const make = (place: number, megabytes: number, code = 'ENOSPC') =>
      files.make(`${String(place).padStart(32, '0')}.mp4`, async (temporary) => {
        await writeFile(temporary, '');
        const [free, size] = [await room(), megabytes * MEGABYTE.length];
        await truncate(temporary, Math.min(free, size));
        if (free < size) throw Object.assign(new Error(code), { code });
      });
    const left = async () => Math.floor((quota - (await room())) / MEGABYTE.length);
    for (let place = 0; place < 40; place++) await make(place, 1);
    await make(50, 1, 'EDQUOT');
    assert.equal(await left(), 40 - 16 + 1);
    await make(51, 20);
    assert.equal(await left(), 25 - 16 + 20);
    for (const place of [52, 53]) await assert.rejects(make(place, 60), { code: 'ENOSPC' });
    assert.equal(await left(), 29);
  });

  test('files of earlier runs count, and old partial ones are removed', async () => {
    const first = open(10);
    for (const digit of ['a', 'b', 'c']) await first.make(name(digit), (temporary) => writeFile(temporary, MEGABYTE));
    await utimes(join(directory, 'bb', name('b')), 1, 1);
    const stale = join(directory, 'aa', `${name('a')}.x.tmp`);
    await writeFile(stale, 'half');
    await utimes(stale, 1, 1);
    await first[Symbol.asyncDispose]();
    const second = open(2);
    await second.settled();
    assert.deepEqual([existsSync(stale), await second.find(name('b'))], [false, undefined]);
    assert.ok(await second.find(name('a')));
  });
});
