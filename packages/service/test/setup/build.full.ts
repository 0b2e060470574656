/** What somebody notices of the build: the command runs the present sources, or says why it can't. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ENTRY, installedCheckout } from './checkout.ts';

test('a source that cannot be compiled is reported, nothing is started, and the next change is built', async () => {
  await using checkout = await installedCheckout('console.log(;');
  const { status, stdout, stderr } = await checkout.run('abs.mjs');
  assert.notEqual(status, 0);
  assert.equal(stdout, '');
  assert.match(stderr, /Unexpected ";"[\s\S]*entry\.ts:1:[\s\S]*Building packages\/service failed/);
  await writeFile(join(checkout.root, ENTRY), "console.log('ran');");
  assert.equal((await checkout.run('abs.mjs')).stdout, 'ran\n');
});

test('of two concurrent builds one waits for the other, both commands run, and nothing is left behind', async () => {
  await using checkout = await installedCheckout("console.log('ran');");
  const both = await Promise.all([checkout.run('abs.mjs'), checkout.run('abs.mjs')]);
  for (const { status, stdout } of both) assert.deepEqual([status, stdout], [0, 'ran\n']);
  const folder = join(checkout.root, 'packages/service');
  assert.deepEqual((await readdir(folder)).sort(), ['dist', 'src', 'tsconfig.json']);
});
