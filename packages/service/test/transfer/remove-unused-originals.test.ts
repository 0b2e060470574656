import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cleanUpInBackground, recoverJournals } from '../../src/transfer/remove-unused-originals.ts';
import { until } from '../support/until.ts';
import { openStore } from './bundle/store.ts';

test('originals of an unfinished import are removed unless something names them', async () => {
  await using store = openStore();
  await store.import({ 'assets.jsonl': [{ id: 1, file: 'named.txt' }], 'named.txt': 'named' });
  const [named] = await store.keys();
  const stray = join(store.folder, 'stray');
  writeFileSync(stray, 'nobody names me');
  const { sha256 } = await store.originals.put(stray, { signal: new AbortController().signal });
  const half = join(store.data, 'originals', 'incoming');
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, 'half'), 'ha');
  writeFileSync(join(store.journals, 'killed'), `${named}\n${sha256}\n${'d'.repeat(20)}`);

  await recoverJournals(store.imports, store);
  assert.deepEqual(await store.keys(), [named]);
  assert.deepEqual(readdirSync(store.journals), []);
  assert.equal(readdirSync(join(store.data, 'originals')).includes('incoming'), false);
});

test('an interrupted clean-up continues at the next start', async () => {
  await using store = openStore();
  mkdirSync(store.journals, { recursive: true });
  const stopping = new AbortController();
  const keys = [];
  for (const text of ['one', 'two', 'three']) {
    const stray = join(store.folder, text);
    writeFileSync(stray, text);
    keys.push((await store.originals.put(stray, { signal: stopping.signal })).sha256);
  }
  writeFileSync(join(store.journals, 'killed'), `${keys.join('\n')}\n`);
  stopping.abort(new Error('stopped'));
  await assert.rejects(recoverJournals(store.imports, store, stopping.signal), { message: 'stopped' });
  assert.equal(readdirSync(store.journals).length, 1);
  const troubles: unknown[] = [];
  {
    await using _ = cleanUpInBackground(store.imports, store, (trouble) => troubles.push(trouble));
    await until(() => readdirSync(store.journals).length === 0);
  }
  assert.deepEqual([await store.keys(), troubles], [[], []]);
  // The lock is free again.
  await using lock = await store.imports.tryLock();
  assert.ok(lock);
});

test('a failed clean-up is reported, and does not stop the service', async () => {
  await using store = openStore();
  mkdirSync(store.journals, { recursive: true });
  writeFileSync(join(store.journals, 'killed'), `${'a'.repeat(64)}\n`);
  const told = Promise.withResolvers<unknown>();
  const trouble = new Error('the disk is gone');
  const originals = { ...store.originals, remove: () => Promise.reject(trouble) };
  await using _ = cleanUpInBackground(store.imports, { writer: store.writer, originals }, told.resolve);
  assert.equal(await told.promise, trouble);
  assert.equal(readdirSync(store.journals).length, 1);
});
