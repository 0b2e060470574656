import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockImports } from '../../src/importing/import-lock.ts';

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'abs-lock-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

test('a second import waits for the first', async () => {
  using folder = temporaryFolder();
  const { signal } = new AbortController();
  const first = await lockImports(folder.path, signal);
  let isHeld = false;
  const waiting = lockImports(folder.path, signal).then((lock) => {
    isHeld = true;
    return lock;
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isHeld, false);
  first[Symbol.dispose]();
  (await waiting)[Symbol.dispose]();
  assert.equal(existsSync(join(folder.path, 'import.lock')), false);
});

for (const left of ['999999999-1-abcdef12', `${process.pid}-1-00000000`, 'nonsense', '']) {
  test(`a lock that reads ${JSON.stringify(left)} is nobody's`, async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'import.lock'), left);
    using _lock = await lockImports(folder.path, AbortSignal.timeout(2000));
  });
}

test('waiting ends with the signal', async () => {
  using folder = temporaryFolder();
  using _held = await lockImports(folder.path, new AbortController().signal);
  await assert.rejects(lockImports(folder.path, AbortSignal.timeout(50)));
});
