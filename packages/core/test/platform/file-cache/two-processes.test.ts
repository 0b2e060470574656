import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FileCache } from '../../../src/platform/file-cache/file-cache.ts';
import { bytesOnDisk } from '../../support/bytes-on-disk.ts';
import { newFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

const KILOBYTES = 256;
const name = (n: number) => `${n.toString(16).padStart(32, '0')}.rendition`;

suite('a cache shared by two processes', () => {
  let directory: string;
  let other: ChildProcess;
  beforeEach(async () => {
    directory = join(newFolder(), 'files');
  });
  afterEach(async () => {
    if (other.connected) other.disconnect();
    if (other.exitCode === null && other.signalCode === null) await once(other, 'exit');
    await rm(dirname(directory), { recursive: true });
  });

  test('the second process evicts no file of the first, and all files count for the first', async () => {
    const first = open(2);
    await write(first, [0, 1, 2, 3, 4]);
    await start(1);
    // It sees five files of 256 KiB in a folder of 1 MiB, so there is no room for its own.
    await ask([10, 11]);
    assert.deepEqual(await present([0, 1, 2, 3, 4, 10, 11]), [0, 1, 2, 3, 4]);
    await first[Symbol.asyncDispose]();
  });

  test('the limit holds when both write, and each finds the files of the other', async () => {
    const first = open(2);
    await write(first, [0, 1]);
    await start(2);
    await ask([10, 11, 12, 13]);
    assert.ok(await first.readWhole(name(10)));
    await write(first, [2, 3, 4, 5]);
    await until(async () => (await bytesOnDisk(directory)) <= 2 * 2 ** 20);
    assert.deepEqual(await present([2, 3, 4, 5]), [2, 3, 4, 5]);
    await first[Symbol.asyncDispose]();
  });

  test('the second process takes over when the first has ended', async () => {
    const first = open(2);
    await write(first, [0, 1, 2, 3]);
    // Some systems give files of the same milliseconds the same time.
    for (const n of [0, 1, 2, 3]) await utimes(join(directory, '00', name(n)), n + 1, n + 1);
    await start(1);
    await first[Symbol.asyncDispose]();
    await ask([10]);
    await until(async () => (await present([0])).length === 0);
    assert.deepEqual(await present([0, 1, 2, 3, 10]), [1, 2, 3, 10]);
  });

  test('the second process writes again once the first has made room', async () => {
    const first = open(1);
    await write(first, [0, 1, 2, 3]);
    await start(1);
    await ask([10]);
    assert.deepEqual(await present([10]), []);
    for (const n of [0, 1]) await first.remove(name(n));
    await until(async () => {
      await ask([11]);
      return (await present([11])).length === 1;
    });
    await first[Symbol.asyncDispose]();
  });

  function open(megabytes: number): FileCache {
    return new FileCache({
      directory,
      megabytes,
      upkeepMilliseconds: 20,
      report: (_, cause) => assert.fail(String(cause)),
    });
  }

  async function write(files: FileCache, numbers: readonly number[]): Promise<void> {
    for (const n of numbers) await files.writeWhole(name(n), Buffer.alloc(KILOBYTES * 1024));
    await files.settled();
  }

  async function start(megabytes: number): Promise<void> {
    const program = fileURLToPath(new URL('./second-process.ts', import.meta.url));
    other = fork(program, [directory, String(megabytes)], { execArgv: [] });
    await once(other, 'message');
  }

  /** Has the other process write these files. */
  async function ask(numbers: readonly number[]): Promise<void> {
    other.send(numbers.map(name));
    await once(other, 'message');
  }

  async function present(numbers: readonly number[]): Promise<readonly number[]> {
    const files = new Set(await readdir(directory, { recursive: true }));
    return numbers.filter((n) => files.has(join(name(n).slice(0, 2), name(n))));
  }
});
