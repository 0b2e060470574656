import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { openFileLeases } from '../../../src/media/derived/file-leases.ts';
import type { ByteRange } from '../../../src/platform/byte-reader.ts';
import { type FileCache, openFileCache } from '../../../src/platform/file-cache/file-cache.ts';

const MEGABYTE = Buffer.alloc(2 ** 20);
const name = (digit: string) => `${digit.repeat(32)}.mp4`;

suite('the file cache', () => {
  let directory: string;
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'cached-')), 'files');
  });
  afterEach(() => rm(dirname(directory), { recursive: true }));
  const open = (megabytes: number) =>
    openFileCache({ directory, megabytes, report: (trouble) => assert.fail(trouble) });

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
    assert.equal(existsSync(stale), false);
    assert.equal(await second.find(name('b')), undefined);
    assert.ok(await second.find(name('a')));
  });
});
