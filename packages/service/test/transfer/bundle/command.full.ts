import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../../../../core/test/support/until.ts';
import { lockImports } from '../../../src/transfer/import-lock.ts';
import { clearLeftJournals } from '../../../src/transfer/remove-unused-originals.ts';
import { openStore } from './store.ts';

const MAIN = fileURLToPath(new URL('../../../src/cli/entry.ts', import.meta.url));

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(...args: string[]) {
  const child = start(...args);
  const [[status], out, errors] = await Promise.all([
    once(child, 'close'),
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]);
  // An import or export of more than two seconds reports its progress as well.
  return { status: Number(status), out, errors: errors.replace(/^(?:import|export) .*: \d+.*\n/gm, '') };
}

test('import and export report their result in one line, and warnings do not fail them', async () => {
  await using store = openStore();
  const bundle = store.bundle({ 'catalogue.json': { nodes: [{ id: 1 }] }, 'assets.jsonl': [{ id: 1, width: -1 }] });
  assert.deepEqual(await run('import', bundle, '--data', store.data), {
    status: 0,
    out: '',
    errors: `assets.jsonl:1: width: a negative size counts as unknown\n${bundle}: 3 added, 0 changed, 0 unchanged, 0 removed\n`,
  });
  const target = join(store.folder, 'export');
  assert.deepEqual(await run('export', target, '--data', store.data), {
    status: 0,
    out: '',
    errors: `${target}: 1 nodes, 1 assets, 0 files\n`,
  });
  assert.equal((await run('export', target, '--data', store.data)).status, 1);
  assert.match((await run('export', `${target}2`, '--data', join(store.folder, 'none'))).errors, /no catalogue/);
});

test('folders that cannot be imported are refused before anything is imported', async () => {
  await using store = openStore();
  const bundle = store.bundle({ 'catalogue.json': { nodes: [{ id: 1 }] } });
  const none = join(store.folder, 'none');
  const refused = async (...sources: readonly string[]) => {
    const { status, errors } = await run('import', ...sources, '--data', store.data);
    return [status, errors];
  };
  assert.deepEqual(await refused(bundle, none), [
    1,
    `abs import: ${none} doesn't exist; nothing of it is imported or removed\n`,
  ]);
  assert.match((await run('export', `${store.folder}/export`, '--data', store.data)).errors, /: 0 nodes, 0 assets/);
  const reason = 'is the data folder itself; name another one with --data';
  assert.deepEqual(await refused(store.data), [1, `abs import: ${store.data} ${reason}\n`]);
  const originals = join(store.data, 'originals');
  mkdirSync(join(originals, '00'), { recursive: true });
  const elsewhere = join(store.folder, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(store.data, 'originals-cache'));
  for (const path of [originals, join(originals, '00'), elsewhere])
    assert.deepEqual(await refused(path), [
      1,
      `abs import: ${path} holds originals of the catalogue; name a folder outside the data folder\n`,
    ]);
});

for (const [signal, status] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGKILL: undefined })) {
  test(`${signal} during an import leaves the catalogue and the originals unchanged`, async () => {
    await using store = openStore();
    await store.import({ 'assets.jsonl': [{ id: 1, file: 'kept.txt' }], 'kept.txt': 'kept' });
    const before = await store.keys();
    const names = Array.from({ length: 2000 }, (_, index) => `f${index}.txt`);
    const bundle = store.bundle({
      'assets.jsonl': names.map((file, index) => ({ id: index + 1, file })),
      ...Object.fromEntries(names.map((name) => [name, name])),
      'f0.txt': 'kept',
    });
    const child = start('import', bundle, '--data', store.data);
    const ended = once(child, 'exit');
    await until(async () => (await store.keys()).length >= before.length + 2);
    child.kill(signal as NodeJS.Signals);
    const [code, by] = await ended;
    if (status === undefined) {
      assert.equal(by, 'SIGKILL');
      await using lock = await lockImports(store.imports, new AbortController().signal);
      await clearLeftJournals(store.imports, store, lock);
    } else assert.equal(code, status);
    assert.deepEqual(await store.keys(), before);
    assert.deepEqual(readdirSync(store.journals), []);
    assert.deepEqual([(await store.catalogue.snapshot()).revision, (await store.records()).length], [1, 1]);
  });
}
