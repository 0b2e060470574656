import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { lockImports, tryLockImports } from '../../src/transfer/import-lock.ts';

const { signal } = new AbortController();

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'abs-lock-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

test('one import at a time has the lock, and the next one gets it when it is free', async () => {
  using folder = temporaryFolder();
  const directory = join(folder.path, 'made', 'on', 'demand');
  const first = await lockImports(directory, signal, () => assert.fail('nobody is there to wait for'));
  assert.equal(tryLockImports(directory), undefined);
  let waits = 0;
  const second = lockImports(directory, signal, () => {
    waits += 1;
  });
  await setImmediate();
  assert.equal(waits, 1);
  first[Symbol.dispose]();
  using _ = await second;
  assert.equal(waits, 1);
  assert.equal(tryLockImports(directory), undefined);
});

test('a waiter can abort', async () => {
  using folder = temporaryFolder();
  using _ = await lockImports(folder.path, signal);
  const stop = new AbortController();
  const waiting = lockImports(folder.path, stop.signal);
  stop.abort(new Error('enough'));
  await assert.rejects(waiting, /^Error: enough$/);
});

test('a killed process leaves no lock behind', async () => {
  using folder = temporaryFolder();
  const script = `
    import { tryLockImports } from ${JSON.stringify(import.meta.resolve('../../src/transfer/import-lock.ts'))};
    globalThis.lock = tryLockImports(process.argv[1]);
    console.log(globalThis.lock ? 'locked' : 'taken');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, folder.path]);
  const [line] = await once(child.stdout, 'data');
  assert.equal(String(line).trim(), 'locked');
  assert.equal(tryLockImports(folder.path), undefined);
  child.kill('SIGKILL');
  await once(child, 'exit');
  using lock = tryLockImports(folder.path);
  assert.ok(lock);
});
