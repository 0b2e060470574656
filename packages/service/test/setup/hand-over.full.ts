/** The launchers pass everything on to the program, on the Node of the project. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { ENTRY, ending, installedCheckout } from './checkout.ts';

/** The launcher always starts a process of its own as `node.mjs`, and as `abs.mjs` only when another Node runs it. */
for (const [script, ...first] of [['abs.mjs'], ['node.mjs', ENTRY]] as const) {
  test(`${script} passes arguments, output and exit status on, and lets a program end in its own way on SIGTERM`, async () => {
    await using checkout = await installedCheckout(`
      process.on('SIGTERM', () => { console.error('drained'); process.exit(42); });
      console.log(JSON.stringify(process.argv.slice(2)));
      setInterval(() => {}, 1000);`);
    const child = checkout.start(script, ...first, 'a b', '', '--x=$HOME', '*');
    const ended = ending(child);
    if (child.stdout) await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const { status, stdout, stderr } = await ended;
    assert.deepEqual([status, stdout, stderr], [42, '["a b","","--x=$HOME","*"]\n', 'drained\n']);
  });
}

test('another Node starts that of the project, which is notified when its launcher is killed', async () => {
  await using checkout = await installedCheckout(`
    process.once('disconnect', () => { console.log('alone'); process.exit(); });
    console.log(process.execPath);`);
  await copyFile(process.execPath, join(checkout.root, 'other-node'));
  const launcher = spawn(join(checkout.root, 'other-node'), [join(checkout.root, 'scripts/abs.mjs')]);
  const lines = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value, process.execPath);
  launcher.kill('SIGKILL');
  assert.equal((await lines.next()).value, 'alone');
});
