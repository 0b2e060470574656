import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openJournal, recoverJournals } from '../../src/importing/journal.ts';
import { openStore } from './bundle/store.ts';

test('originals of an import that never landed go unless something names them', async () => {
  await using store = openStore();
  await store.import({ 'assets.jsonl': [{ id: 1, file: 'named.txt' }], 'named.txt': 'named' });
  const [named] = await store.keys();
  const stray = join(store.folder, 'stray');
  writeFileSync(stray, 'nobody names me');
  const { sha256 } = await store.binaries.put(stray, { signal: new AbortController().signal });
  const half = join(store.data, 'originals', 'incoming');
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, 'half'), 'ha');
  writeFileSync(join(store.journals, 'killed'), `${named}\n${sha256}\n${'d'.repeat(20)}`);

  await recoverJournals(store.journals, store);
  assert.deepEqual(await store.keys(), [named]);
  assert.deepEqual(readdirSync(store.journals), []);
  assert.equal(readdirSync(join(store.data, 'originals')).includes('incoming'), false);
});

test('a journal that ended has left nothing', async () => {
  await using store = openStore();
  {
    using journal = openJournal(store.journals);
    journal.add('a'.repeat(64));
    assert.equal(readdirSync(store.journals).length, 1);
  }
  assert.deepEqual(readdirSync(store.journals), []);
});
