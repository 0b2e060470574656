/** Who may read the files that the program writes. */
import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { serve } from '../app/breakable-service.ts';
import { SAMPLE } from '../support/sample.ts';
import { abs } from './copy-world.ts';

async function run(...args: readonly string[]): Promise<void> {
  const { status, stderr } = await abs(args);
  assert.equal(status, 0, stderr);
}

/** Any access by others than owner and group, and writing by the group. */
const OTHERS = 0o027;

/** Paths below a folder with any of these bits in their mode. */
function openTo(bits: number, folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  assert.ok(names.length > 3, `${names}`);
  // A running service may have removed or renamed some meanwhile.
  const modeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0;
  return names
    .map((name) => ({ name, mode: modeOf(name) & 0o777 }))
    .filter(({ mode }) => (mode & bits) !== 0)
    .map(({ name, mode }) => `${name} ${mode.toString(8)}`);
}

test('new files and folders are closed to others, and existing folders keep their modes', {
  skip: process.platform === 'win32' && 'modes are of POSIX systems',
}, async () => {
  const before = process.umask(0o022);
  const home = newFolder();
  try {
    chmodSync(home, 0o755);
    const data = join(home, 'data');
    await run('import', SAMPLE, '--data', data);
    {
      await using service = await serve({ path: data, break: () => {}, [Symbol.dispose]: () => {} }, {});
      for (const query of [
        'asset.do?thumb=1003',
        'node.do?search=a',
        'pin.do?create=1003',
        'node.do?flush=true&about=1',
      ])
        await (await fetch(`${service.url}/${query}`)).arrayBuffer();
      // While it runs: the log of the database and its index exist.
      assert.deepEqual(openTo(OTHERS, data), []);
      assert.ok(readdirSync(data).includes('catalogue.sqlite-wal'));
      service.child.kill('SIGTERM');
      assert.equal(await service.ended, 0);
    }
    const out = join(home, 'export');
    await run('export', out, '--data', data);
    assert.deepEqual(openTo(OTHERS, home), []);
    assert.equal(statSync(home).mode & 0o777, 0o755);
    process.umask(0o077);
    const strict = join(home, 'strict');
    await run('export', strict, '--data', data);
    assert.deepEqual(openTo(0o077, strict), []);
  } finally {
    process.umask(before);
  }
});
