import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { QueueFull } from '../../../src/concurrency/failures.ts';
import { openFileCache } from '../../../src/media/derived/file-cache.ts';
import { openFileLeases } from '../../../src/media/derived/file-leases.ts';

const MEGABYTE = Buffer.alloc(2 ** 20, 7);
const name = (digit: string) => `${digit.repeat(32)}.jpg`;

suite('files that are leased', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'leased-'));
  });
  afterEach(() => rm(directory, { recursive: true }));
  const make = async (...digits: readonly string[]) => {
    const files = openFileCache({ directory, megabytes: 1, report: (trouble) => assert.fail(trouble) });
    return {
      files,
      made: await files.make(name(digits[0] ?? 'a'), (temporary) => writeFile(temporary, MEGABYTE)),
    };
  };

  test('one that the store drops meanwhile is read whole, in parts and again', async () => {
    const { files, made } = await make('a');
    await using leased = await openFileLeases()(made);
    await files.make(name('b'), (temporary) => writeFile(temporary, MEGABYTE));
    await files.settled();
    assert.equal(await files.find(name('a')), undefined);
    const { signal } = new AbortController();
    for (const range of [undefined, { start: 10, end: 19 }]) {
      await using reader = leased?.read(range, signal);
      const into = Buffer.alloc(MEGABYTE.length + 1);
      const bytes = await reader?.read(into);
      assert.equal(bytes, range ? 10 : MEGABYTE.length);
      assert.equal(into[(bytes ?? 0) - 1], 7);
    }
  });

  test('one that was dropped before is not there', async () => {
    const { made } = await make('a');
    await rm(made.path);
    assert.equal(await openFileLeases()(made), undefined);
  });

  test('no more leases are given than allowed, and each counts until it is disposed of, once', async () => {
    const { made } = await make('a');
    const hold = openFileLeases({ most: 2 });
    const [first, second] = [await hold(made), await hold(made)];
    await assert.rejects(hold(made), QueueFull);
    await first?.[Symbol.asyncDispose]();
    await first?.[Symbol.asyncDispose]();
    const third = await hold(made);
    await assert.rejects(hold(made), QueueFull);
    await third?.[Symbol.asyncDispose]();
    await rm(made.path);
    assert.equal(await hold(made), undefined);
    await second?.[Symbol.asyncDispose]();
  });
});
