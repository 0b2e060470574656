import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import root from '../../../../package.json' with { type: 'json' };
import service from '../../package.json' with { type: 'json' };
import { DOCUMENTS } from '../../src/api/documents.ts';
import { until } from '../support/until.ts';
import { type Checkout, ending, openCheckout } from './checkout.ts';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
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

test('the build has the documents that the service sends', async () => {
  await using checkout = await checkoutWith({ [ENTRY]: "console.log('ran');" });
  await writeFile(join(checkout.root, 'docs/openapi.json'), '{"changed":true}');
  await checkout.run('abs.mjs');
  const folder = join(checkout.root, 'packages/service/dist/documents');
  assert.deepEqual((await readdir(folder)).toSorted(), [...DOCUMENTS].toSorted());
  assert.equal(await readFile(join(folder, 'openapi.json'), 'utf8'), '{"changed":true}');
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

/** Makes the compiler wait, until `proceed` is called, before it compiles. */
async function holdCompiler({ root }: Checkout) {
  const folder = join(root, 'node_modules/typescript');
  const began = join(root, 'began');
  const mayProceed = join(root, 'may-proceed');
  const compiler = pathToFileURL(join(PROJECT, 'node_modules/typescript/lib/tsc.js')).href;
  await rm(folder, { recursive: true });
  await mkdir(join(folder, 'bin'), { recursive: true });
  await mkdir(began);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(folder, 'bin/tsc'),
    `
    import { existsSync, writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(began)} + '/' + process.pid, '');
    while (!existsSync(${JSON.stringify(mayProceed)})) {
      if (!existsSync(${JSON.stringify(began)})) process.exit(1); // The test is over.
      await new Promise((proceed) => setTimeout(proceed, 20));
    }
    await import(${JSON.stringify(compiler)});
    `,
  );
  return {
    /** Process IDs of the compilers that have begun. */
    began: async () => (await readdir(began)).map(Number),
    proceed: async () => await writeFile(mayProceed, ''),
  };
}

test('of two concurrent builds one waits for the other, and both commands run', async () => {
  await using checkout = await checkoutWith({ [ENTRY]: "console.log('ran');" });
  const compiler = await holdCompiler(checkout);
  const commands = [checkout.start('abs.mjs'), checkout.start('abs.mjs')];
  let waiting = 0;
  for (const { stderr } of commands) {
    stderr?.on('data', (chunk) => {
      waiting += String(chunk).split('Waiting for another build to end').length - 1;
    });
  }
  const ended = commands.map(ending);
  await until(() => waiting > 0);
  await compiler.proceed();
  for (const { status, stdout } of await Promise.all(ended)) assert.deepEqual([status, stdout], [0, 'ran\n']);
  assert.equal(waiting, 1);
  assert.equal((await compiler.began()).length, 2, 'the service and the demo were compiled once');
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`a build that gets ${signal} ends after its compilers, and the next one builds`, async () => {
    await using checkout = await checkoutWith({ [ENTRY]: "console.log('ran');" });
    const compiler = await holdCompiler(checkout);
    const command = checkout.start('abs.mjs');
    const ended = ending(command);
    await until(async () => (await compiler.began()).length === 2);
    command.kill(signal);
    const { status, stdout } = await ended;
    assert.deepEqual([status, stdout], [128 + constants.signals[signal], '']);
    for (const pid of await compiler.began()) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    await compiler.proceed();
    assert.equal((await checkout.run('abs.mjs')).stdout, 'ran\n');
  });
}

test('a build removes what killed ones have left', async () => {
  await using checkout = await checkoutWith({ [ENTRY]: "console.log('ran');" });
  const folder = join(checkout.root, 'packages/service');
  const compiler = await holdCompiler(checkout);
  const command = checkout.start('abs.mjs');
  const ended = ending(command);
  await until(async () => (await compiler.began()).length === 2);
  command.kill('SIGKILL');
  await compiler.proceed();
  await ended;
  await mkdir(join(folder, 'dist.old.1/cli'), { recursive: true });
  assert.equal((await checkout.run('abs.mjs')).stdout, 'ran\n');
  await rm(join(folder, 'dist'), { recursive: true });
  assert.equal((await checkout.run('abs.mjs')).stdout, 'ran\n');
  assert.deepEqual((await readdir(folder)).sort(), ['dist', 'src', 'tsconfig.json']);
});

test('a change of the build script is a reason to build', async () => {
  await using checkout = await checkoutWith({ [ENTRY]: "console.log('ran');" });
  assert.equal((await checkout.run('abs.mjs')).stdout, 'ran\n');
  await writeFile(join(checkout.root, 'packages/service/dist/cli/entry.js'), "console.log('of the old script');");
  const script = join(checkout.root, 'scripts/build.mjs');
  await writeFile(script, `${await readFile(script, 'utf8')}\n// Changed.\n`);
  assert.equal((await checkout.run('abs.mjs')).stdout, 'ran\n');
});

test('the file that npm links as a command has a shebang line for Node', async () => {
  for (const file of [join(PROJECT, root.bin.abs), join(PROJECT, 'packages/service', service.bin.abs)]) {
    assert.match(await readFile(file, 'utf8'), /^#!\/usr\/bin\/env node\n/, file);
  }
});
