import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { ImportLockLost } from '../../src/catalogue/imports.ts';
import { lockImports } from '../../src/transfer/import-lock.ts';
import { cleanUpInBackground, clearLeftJournals, withCleanup } from '../../src/transfer/remove-unused-originals.ts';
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

  {
    await using lock = await lockImports(store.imports, new AbortController().signal);
    await clearLeftJournals(store.imports, store, lock);
  }
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
  {
    await using lock = await lockImports(store.imports, new AbortController().signal);
    await assert.rejects(clearLeftJournals(store.imports, store, lock, stopping.signal), { message: 'stopped' });
  }
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

test('an import that fails removes what it has stored, and tells its own error', async () => {
  await using store = openStore();
  await using lock = await lockImports(store.imports, new AbortController().signal);
  await assert.rejects(
    withCleanup({ ...store, lock }, { onLeft: assert.fail }, async ({ onNewOriginal }) => {
      const file = join(store.folder, 'new');
      writeFileSync(file, 'nobody names me');
      await store.originals.put(file, { signal: new AbortController().signal, beforeNew: onNewOriginal });
      assert.equal(readdirSync(store.journals).length, 1);
      throw new Error('the bundle is wrong');
    }),
    /^Error: the bundle is wrong$/,
  );
  assert.deepEqual([await store.keys(), readdirSync(store.journals)], [[], []]);
});

test('what cannot be removed stays in the journal for the next import, whether the import failed or not', async () => {
  await using store = openStore();
  await using lock = await lockImports(store.imports, new AbortController().signal);
  const trouble = new Error('the disk is gone');
  const originals = { ...store.originals, remove: () => Promise.reject(trouble) };
  const key = 'a'.repeat(64);
  const left: unknown[] = [];
  const onLeft = (reason: unknown) => left.push(reason);
  const run = withCleanup({ ...store, originals, lock }, { onLeft }, async ({ onUnusedOriginal }) => {
    await onUnusedOriginal(key);
    return 'committed';
  });
  assert.equal(await run, 'committed');
  const failing = withCleanup({ ...store, originals, lock }, { onLeft }, async ({ onNewOriginal }) => {
    await onNewOriginal(key);
    throw new Error('the bundle is wrong');
  });
  await assert.rejects(failing, /^Error: the bundle is wrong$/);
  assert.deepEqual(left, [trouble, trouble]);
  const journals = await Promise.all((await store.imports.leftJournals()).map((journal) => journal.keys()));
  assert.deepEqual(journals, [[key], [key]]);
});

test('an import that has lost its lock removes nothing, because another may have stored the same files', async () => {
  await using store = openStore();
  await using held = await lockImports(store.imports, new AbortController().signal);
  const lock = { ...held, confirm: () => Promise.reject(new ImportLockLost()) };
  const left: unknown[] = [];
  const failing = withCleanup({ ...store, lock }, { onLeft: (reason) => left.push(reason) }, async (report) => {
    const file = join(store.folder, 'new');
    writeFileSync(file, 'another import names me');
    const { onNewOriginal: beforeNew } = report;
    await store.originals.put(file, { signal: new AbortController().signal, beforeNew });
    throw new Error('connection lost');
  });
  await assert.rejects(failing, /^Error: connection lost$/);
  assert.equal((await store.keys()).length, 1);
  assert.ok(left[0] instanceof ImportLockLost);
});
