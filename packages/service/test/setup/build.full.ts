/** What somebody notices of the build: the command runs the present sources, or says why it can't. */
import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DOCUMENTS } from '../../src/api/documents.ts';
import { ENTRY, installedCheckout } from './checkout.ts';

test('the command runs a build of the present sources, which is made again only when it has to be', async () => {
  await using checkout = await installedCheckout("import { word } from './word.ts'; console.log(word);");
  const word = join(checkout.root, 'packages/service/src/cli/word.ts');
  const built = join(checkout.root, 'packages/service/dist');
  const printed = async () => (await checkout.run('abs.mjs')).stdout;
  for (const text of ['one', 'another']) {
    await writeFile(word, `export const word: string = '${text}';`);
    assert.equal(await printed(), `${text}\n`);
  }
  await writeFile(join(built, 'cli/word.js'), "export const word = 'of the same build';");
  assert.equal(await printed(), 'of the same build\n');
  await rm(built, { recursive: true });
  assert.equal(await printed(), 'another\n');
  assert.deepEqual((await readdir(join(built, 'documents'))).toSorted(), [...DOCUMENTS].toSorted());
  const script = join(checkout.root, 'scripts/build.mjs');
  await writeFile(join(built, 'cli/word.js'), "export const word = 'of the old script';");
  await writeFile(script, `${await readFile(script, 'utf8')}\n// Changed.\n`);
  assert.equal(await printed(), 'another\n');
});

test('a source that cannot be compiled is reported, nothing is started, and the next change is built', async () => {
  await using checkout = await installedCheckout('console.log(;');
  const { status, stdout, stderr } = await checkout.run('abs.mjs');
  assert.notEqual(status, 0);
  assert.equal(stdout, '');
  assert.match(stderr, /entry\.ts.*error TS[\s\S]*Building packages\/service failed/);
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
