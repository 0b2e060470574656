import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, suite, test } from 'node:test';
import { QueueFull } from '../../../core/src/concurrency/failures.ts';
import { FileCache } from '../../../core/src/platform/file-cache/file-cache.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openFileLeases } from '../../src/derived/file-leases.ts';

const MEGABYTE = Buffer.alloc(2 ** 20, 7);
const name = (digit: string) => `${digit.repeat(32)}.jpg`;

suite('leased files', () => {
  let directory: string;
  beforeEach(async () => {
    directory = newFolder();
  });
  const make = async (...digits: readonly string[]) => {
    const files = new FileCache({
      directory: join(directory, 'cache'),
      megabytes: 1,
      report: (trouble) => assert.fail(trouble),
    });
    return {
      files,
      made: await files.make(name(digits[0] ?? 'a'), (temporary) => writeFile(temporary, MEGABYTE)),
    };
  };

  test('a leased file stays readable, whole, in ranges and again, after it is evicted', async () => {
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

  test('a file that was evicted earlier cannot be leased', async () => {
    const { made } = await make('a');
    await rm(made.path);
    assert.equal(await openFileLeases()(made), undefined);
  });

  test('the number of leases is limited, and each counts once until it is disposed of', async () => {
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
