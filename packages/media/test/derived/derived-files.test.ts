import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { WorkerDied, WorkerNotStarted } from '../../../core/src/concurrency/failures.ts';
import type { CachedFile } from '../../../core/src/platform/file-cache/file-cache.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { CannotMake } from '../../src/derived/cannot-make.ts';
import { DerivedFiles, NotMade } from '../../src/derived/derived-files.ts';
import { DerivedStore } from '../../src/derived/derived-store.ts';

const { signal } = new AbortController();

function open() {
  const workerFailures: unknown[] = [];
  const full: unknown[] = [];
  const derived = new DerivedFiles<string>({
    failureSeconds: 600,
    reportWorkerFailure: (cause) => workerFailures.push(cause),
    reportFull: (cause) => full.push(cause),
    now: () => 0,
  });
  const get = (make: () => Promise<string>, size = 0) =>
    derived.get({ key: `file ${size}`, subject: { key: 'file', size }, find: async () => undefined, make }, { signal });
  return { get, workerFailures, full };
}

test('a failure of the source is remembered', async () => {
  const { get } = open();
  const failed = await get(() => Promise.reject(new CannotMake('corrupt', 'no picture')));
  assert.equal(failed instanceof NotMade && failed.reason, 'corrupt');
  assert.deepEqual(await get(async () => assert.fail('it is tried again')), failed);
});

test('a size whose drawing crashes keeps no smaller one from being tried, but every larger one', async () => {
  const { get, workerFailures } = open();
  const failed = await get(() => Promise.reject(new WorkerDied('crashed')), 1024);
  assert.deepEqual([failed instanceof NotMade && failed.reason, workerFailures.length], ['worker_failed', 1]);
  assert.equal(await get(async () => 'small', 256), 'small');
  assert.deepEqual(await get(async () => assert.fail('it is tried again'), 2048), failed);
});

for (const code of ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']) {
  test(`${code} is reported, and the file is made at the next request`, async () => {
    const { get, full } = open();
    const error = Object.assign(new Error('no room'), { code });
    const failed = await get(() => Promise.reject(error));
    assert.equal(failed instanceof NotMade && failed.reason, 'full');
    assert.deepEqual(full, [error]);
    assert.equal(await get(async () => 'made'), 'made');
  });
}

test('a worker that does not start is reported, and the file is made at the next request', async () => {
  const { get, workerFailures } = open();
  const error = new WorkerNotStarted('no worker');
  await assert.rejects(
    get(() => Promise.reject(error)),
    error,
  );
  assert.deepEqual(workerFailures, [error]);
  assert.equal(await get(async () => 'made'), 'made');
});

test('other nodes are asked for a file after this one, and not for one that could not be made', async () => {
  const derived = new DerivedFiles<string>({
    failureSeconds: 600,
    reportWorkerFailure: assert.ifError,
    reportFull: assert.ifError,
    now: () => 0,
  });
  const asked: string[] = [];
  const order = (key: string, found: string | undefined) => ({
    key,
    find: async () => undefined,
    fetch: async () => {
      asked.push(key);
      return found;
    },
    make: () => Promise.reject(new CannotMake('corrupt', 'no picture')),
  });
  assert.equal(await derived.get(order('shared', 'found'), { signal }), 'found');
  for (let times = 0; times < 2; times += 1) {
    const failed = await derived.get(order('broken', undefined), { signal });
    assert.ok(failed instanceof NotMade);
  }
  assert.deepEqual(asked, ['shared', 'broken']);
});

test('a file that is evicted before it is read is made again, and if it always is, the store is full', async () => {
  await using store = new DerivedStore('files', {
    directory: newFolder(),
    storeMegabytes: 1,
    failureSeconds: 600,
    failure: 'not made',
    report: assert.ifError,
  });
  for (const [evictions, expected] of [
    [0, 'made 1'],
    [1, 'made 2'],
    [99, 'full'],
  ] as const) {
    let [made, evicted] = [0, 0];
    const write = async (target: string) => writeFile(target, `made ${++made}`);
    const read = async ({ path }: CachedFile) => {
      if (evicted++ < evictions) await rm(path);
      return await readFile(path, 'utf8');
    };
    const found = await store.read(`${String(evictions).padStart(32, '0')}.json`, { read, write }, { signal });
    assert.equal(found instanceof NotMade ? found.reason : found, expected);
  }
});
