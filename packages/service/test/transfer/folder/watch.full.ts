import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openCatalogue } from '../../../src/catalogue/sqlite/catalogue.ts';
import { recordsOf } from '../../support/records.ts';
import { type Place, place, sidecar, title } from './imported.ts';

const MAIN = new URL('../../../src/cli/entry.ts', import.meta.url);

interface Watching extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves when the command has written this since the last call. */
  says(pattern: RegExp): Promise<void>;
}

function watchWith(at: Place, ...options: string[]): Watching {
  const child = fork(MAIN, ['import', at.source, '--data', at.data, '--watch', ...options], { silent: true });
  let output = '';
  let read = 0;
  const more = { go: () => {} };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    more.go();
  });
  return {
    child,
    output: () => output,
    async says(pattern) {
      const deadline = AbortSignal.timeout(120_000);
      for (;;) {
        const found = pattern.exec(output.slice(read));
        if (found) {
          read += found.index + found[0].length;
          return;
        }
        await new Promise<void>((resolve, reject) => {
          more.go = resolve;
          deadline.onabort = () => reject(new Error(`no ${pattern} in ${output.slice(read)}`));
        });
      }
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function titlesIn(at: Place): Promise<readonly string[]> {
  await using catalogue = openCatalogue({ directory: at.data });
  return (await recordsOf(catalogue)).map(({ active, fields }) => [active.name, ...fields.values()].join(' '));
}

test('changes of a watched folder are imported until a signal, which exits with 0', { timeout: 600_000 }, async () => {
  using at = place();
  at.write('a.txt', 'First.');
  await using watching = watchWith(at, '--prune');
  await watching.says(/1 added.*\n/);
  await watching.says(/watching .*\n/);
  at.write('new/deeper/b.txt', 'Second.');
  await watching.says(/1 added, 0 changed, 1 unchanged.*\n/);
  // In a folder created while it was watching.
  at.write('new/deeper/b.xmp', sidecar(title('Words')));
  await watching.says(/1 changed, 1 unchanged.*\n/);
  at.write('a.txt', 'First, again.');
  await watching.says(/1 changed, 1 unchanged.*\n/);
  rmSync(join(at.source, 'a.txt'));
  await watching.says(/1 unchanged, 1 removed.*\n/);
  assert.deepEqual(await titlesIn(at), ['b.txt Words']);
  watching.child.kill('SIGTERM');
  assert.deepEqual(await once(watching.child, 'exit'), [0, null]);
});

test('a folder that disappears and returns is watched again', { timeout: 600_000 }, async () => {
  using at = place();
  at.write('a.txt', 'First.');
  await using watching = watchWith(at);
  await watching.says(/watching .*\n/);
  const away = join(dirname(at.source), 'away');
  renameSync(at.source, away);
  await watching.says(/Pictures.*\n/);
  renameSync(away, at.source);
  await watching.says(/1 unchanged.*\n/);
  at.write('b.txt', 'Second.');
  await watching.says(/1 added.*\n/);
  watching.child.kill('SIGINT');
  assert.deepEqual(await once(watching.child, 'exit'), [0, null]);
});

test('a disk that is away loses nothing, and is watched again when it is back', { timeout: 600_000 }, async () => {
  using at = place();
  for (const path of ['a.txt', 'sub/b.txt', 'c.txt']) at.write(path, path);
  const link = join(dirname(at.source), 'link');
  symlinkSync(at.source, link);
  await using watching = watchWith({ ...at, source: link }, '--prune');
  await watching.says(/watching .*\n/);
  const before = await titlesIn(at);
  const empty = join(dirname(at.source), 'empty');
  mkdirSync(empty);
  rmSync(link);
  symlinkSync(empty, link);
  await watching.says(/nothing is removed: 3 of 3 .* the folder holds no files/);
  writeFileSync(join(empty, 'stray.tmp'), 'No asset.');
  writeFileSync(join(empty, 'stray.txt'), 'Stray.');
  await watching.says(/nothing is removed: 3 of 3 [\s\S]*1 added/);
  rmSync(link);
  symlinkSync(at.source, link);
  await watching.says(/3 unchanged, 1 removed/);
  assert.deepEqual(await titlesIn(at), before);
  at.write('.absignore', 'sub/');
  await watching.says(/2 unchanged, 1 removed/);
  at.write('d.txt', 'New.');
  await watching.says(/1 added/);
  watching.child.kill('SIGTERM');
  assert.deepEqual(await once(watching.child, 'exit'), [0, null]);
});

test('a catalogue inside the watched folder causes no imports', { timeout: 600_000 }, async () => {
  using outside = place();
  outside.write('a.txt', 'First.');
  const at = { ...outside, data: join(outside.source, 'data') };
  await using watching = watchWith(at);
  await watching.says(/watching .*\n/);
  at.write('b.txt', 'Second.');
  await watching.says(/1 added, 0 changed, 1 unchanged.*\n/);
  at.write('c.txt', 'Third.');
  await watching.says(/1 added, 0 changed, 2 unchanged.*\n/);
  // One import for each, and none for what they wrote themselves.
  assert.equal(watching.output().match(/ added, /g)?.length, 3);
});
