import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import root from '../../../../package.json' with { type: 'json' };
import service from '../../package.json' with { type: 'json' };
import { type Checkout, openCheckout } from './checkout.ts';

const ENTRY = 'packages/service/src/cli/entry.ts';

async function checkoutWith(files: Readonly<Record<string, string>>): Promise<Checkout> {
  const checkout = await openCheckout();
  await checkout.install();
  for (const [path, text] of Object.entries(files)) await writeFile(join(checkout.root, path), text);
  return checkout;
}

test('the command runs only a build of the present sources', async () => {
  await using checkout = await checkoutWith({
    [ENTRY]: "import { word } from './word.ts'; console.log(word, import.meta.filename);",
    'packages/service/src/cli/word.ts': "export const word: string = 'one';",
  });
  const built = join(checkout.root, 'packages/service/dist/cli/entry.js');
  assert.equal((await checkout.run('abs.mjs')).stdout, `one ${built}\n`);

  await writeFile(join(checkout.root, 'packages/service/src/cli/word.ts'), "export const word: string = 'another';");
  assert.equal((await checkout.run('abs.mjs')).stdout, `another ${built}\n`);

  await rm(join(checkout.root, 'packages/service/src/cli/word.ts'));
  await writeFile(join(checkout.root, ENTRY), "await import('./word.ts').catch(() => console.log('gone'));");
  assert.equal((await checkout.run('abs.mjs')).stdout, 'gone\n');
});

test('nothing is compiled if the build is of the present sources, and a deleted build is made again', async () => {
  await using checkout = await checkoutWith({ [ENTRY]: "console.log('ran');" });
  const built = join(checkout.root, 'packages/service/dist/cli/entry.js');
  assert.equal((await checkout.run('abs.mjs')).stdout, 'ran\n');
  await writeFile(built, "console.log('still the same build');");
  assert.equal((await checkout.run('abs.mjs')).stdout, 'still the same build\n');
  await rm(join(checkout.root, 'packages/service/dist'), { recursive: true });
  assert.equal((await checkout.run('abs.mjs')).stdout, 'ran\n');
});

test('files other than modules are next to the modules in the build', async () => {
  await using checkout = await checkoutWith({
    [ENTRY]:
      "import { readFileSync } from 'node:fs'; console.log(readFileSync(new URL('a.css', import.meta.url), 'utf8'));",
    'packages/service/src/cli/a.css': 'p {}',
  });
  assert.equal((await checkout.run('abs.mjs')).stdout, 'p {}\n');
});

test('a source that cannot be compiled is reported, nothing is started, and the next change is built', async () => {
  await using checkout = await checkoutWith({ [ENTRY]: 'console.log(;' });
  const { status, stdout, stderr } = await checkout.run('abs.mjs');
  assert.notEqual(status, 0);
  assert.equal(stdout, '');
  assert.match(stderr, /entry\.ts.*error TS[\s\S]*Building packages\/service failed/);
  await writeFile(join(checkout.root, ENTRY), "console.log('ran');");
  assert.equal((await checkout.run('abs.mjs')).stdout, 'ran\n');
});

test('of two concurrent builds one waits for the other, and both commands run', async () => {
  await using checkout = await checkoutWith({ [ENTRY]: "console.log('ran');" });
  const both = await Promise.all([checkout.run('abs.mjs'), checkout.run('abs.mjs')]);
  for (const { status, stdout } of both) assert.deepEqual([status, stdout], [0, 'ran\n']);
});

test('the file that npm links as a command has a shebang line for Node', async () => {
  const project = fileURLToPath(new URL('../../../../', import.meta.url));
  for (const file of [join(project, root.bin.abs), join(project, 'packages/service', service.bin.abs)]) {
    assert.match(await readFile(file, 'utf8'), /^#!\/usr\/bin\/env node\n/, file);
  }
});
