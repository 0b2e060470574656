import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { openImportsInFolder } from '../../src/catalogue/sqlite/imports.ts';
import { lockImports } from '../../src/transfer/import-lock.ts';

const { signal } = new AbortController();

test('an import waits for the lock, says so once, and gets it when it is free', async () => {
  using folder = temporaryFolder();
  const imports = openImportsInFolder(folder.path);
  const first = await lockImports(imports, signal, () => assert.fail('nobody is there to wait for'));
  let waits = 0;
  const second = lockImports(imports, signal, () => {
    waits += 1;
  });
  await until(() => waits === 1);
  await first[Symbol.asyncDispose]();
  await using _ = await second;
  assert.deepEqual([waits, await imports.tryLock()], [1, undefined]);
});

test('a waiter can abort', async () => {
  using folder = temporaryFolder();
  const imports = openImportsInFolder(folder.path);
  await using _ = await lockImports(imports, signal);
  const stop = new AbortController();
  const waiting = lockImports(imports, stop.signal);
  stop.abort(new Error('enough'));
  await assert.rejects(waiting, /^Error: enough$/);
});
