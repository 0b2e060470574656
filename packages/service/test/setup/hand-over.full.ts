import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { type Checkout, ending, openCheckout } from './checkout.ts';

/** An installation whose service is replaced by a program. `node.mjs` always starts a process of its own; `abs.mjs` only when needed. */
async function checkoutWith(program: string): Promise<Checkout> {
  const checkout = await openCheckout();
  await checkout.install();
  await writeFile(join(checkout.root, 'packages/service/src/cli/entry.ts'), program);
  return checkout;
}

/** The ways to start the program: the command, and the same with another Node than the project's. */
const WAYS = { 'abs.mjs': [], 'node.mjs': ['packages/service/src/cli/entry.ts'] } as const;

for (const [script, first] of Object.entries(WAYS)) {
  test(`${script} passes arguments, output and exit status on unchanged`, async () => {
    await using checkout = await checkoutWith(
      'console.log(JSON.stringify(process.argv.slice(2))); console.error("err"); process.exitCode = 42;',
    );
    const { status, stdout, stderr } = await checkout.run(script, ...first, 'a b', '', '--x=$HOME', '*');
    assert.deepEqual([status, stdout, stderr], [42, '["a b","","--x=$HOME","*"]\n', 'err\n']);
  });

  test(`${script} lets a program that drains on SIGTERM exit with its own status`, async () => {
    await using checkout = await checkoutWith(
      'setInterval(() => {}, 1000); process.on("SIGTERM", () => { console.log("drained"); process.exit(0); }); console.log("up");',
    );
    const child = checkout.start(script, ...first);
    const ended = ending(child);
    if (child.stdout) await once(child.stdout, 'data');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, { status: 0, signal: null, stdout: 'up\ndrained\n', stderr: '' });
  });

  test(`${script} ends by the signal that ended the program`, async () => {
    await using checkout = await checkoutWith('process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000);');
    const { status, signal } = await checkout.run(script, ...first);
    assert.deepEqual([status, signal], [null, 'SIGKILL']);
  });
}

test('abs.mjs starts the Node of the project when another one runs it', async () => {
  await using checkout = await checkoutWith('console.log(process.execPath);');
  await copyFile(process.execPath, join(checkout.root, 'other-node'));
  const { status, stdout } = await checkout.run('node.mjs', '--eval', OTHER_NODE, checkout.root);
  assert.equal(status, 0);
  assert.equal(stdout.trim(), process.execPath);
});

test('a program whose launcher is killed is notified', async () => {
  await using checkout = await checkoutWith(
    'process.once("disconnect", () => { console.log("alone"); process.exit(); }); console.log("up");',
  );
  await copyFile(process.execPath, join(checkout.root, 'other-node'));
  const launcher = spawn(join(checkout.root, 'other-node'), [join(checkout.root, 'scripts/abs.mjs')]);
  const lines = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value, 'up');
  launcher.kill('SIGKILL');
  assert.equal((await lines.next()).value, 'alone');
});

test('only tests cache compiled code, and the environment takes precedence', async () => {
  await using checkout = await openCheckout();
  await checkout.install();
  const program = 'scripts/print.mjs';
  await writeFile(join(checkout.root, program), 'console.log(JSON.stringify([process.env.NODE_COMPILE_CACHE]));');
  const folders = async (...args: readonly string[]) =>
    JSON.parse(/^\[.*\]$/m.exec((await checkout.run('node.mjs', ...args)).stdout)?.[0] ?? '');
  const usual = process.env;
  const { NODE_COMPILE_CACHE: _, NODE_TEST_CONTEXT: __, ...plain } = usual;
  const folder = join(checkout.root, 'node_modules/.cache');
  const test = ['--test', '--test-isolation=none'];
  try {
    process.env = plain;
    assert.deepEqual(await folders(program), [null]);
    assert.deepEqual(await folders(...test, program), [join(folder, 'compiled')]);
    process.env = { ...plain, NODE_COMPILE_CACHE: folder };
    assert.deepEqual(await folders(...test, program), [folder]);
  } finally {
    process.env = usual;
  }
});

const OTHER_NODE = `
  const [root] = process.argv.slice(1);
  const { status } = require('node:child_process').spawnSync(root + '/other-node', [root + '/scripts/abs.mjs'], { stdio: 'inherit' });
  process.exitCode = status;
`;
