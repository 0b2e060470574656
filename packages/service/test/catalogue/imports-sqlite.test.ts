import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openImportsInFolder } from '../../src/catalogue/sqlite/imports.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { importsContract } from './imports.contract.ts';

async function openShared() {
  const parent = newFolder();
  // The first import makes the folder.
  const data = join(parent, 'data');
  const writer = openCatalogueWriter({ directory: data });
  return {
    data,
    one: openImportsInFolder(data),
    other: openImportsInFolder(data),
    writer,
    cut: undefined,
    [Symbol.asyncDispose]: async () => {
      await writer[Symbol.asyncDispose]();
    },
  };
}

importsContract(openShared);

test('a killed process leaves no lock behind', async () => {
  await using shared = await openShared();
  const script = `
    import { openImportsInFolder } from ${JSON.stringify(import.meta.resolve('../../src/catalogue/sqlite/imports.ts'))};
    globalThis.lock = await openImportsInFolder(process.argv[1]).tryLock();
    console.log(globalThis.lock ? 'locked' : 'taken');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, shared.data]);
  const [line] = await once(child.stdout, 'data');
  assert.deepEqual([String(line).trim(), await shared.one.tryLock()], ['locked', undefined]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await using lock = await shared.one.tryLock();
  assert.ok(lock);
});
