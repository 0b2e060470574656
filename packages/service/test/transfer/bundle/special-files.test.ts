import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LinesBroken, readLines } from '../../../src/transfer/bundle/lines.ts';
import { openStore } from './store.ts';

const ON_WINDOWS = process.platform === 'win32' ? 'there are no such files' : false;

/** Objects in place of a file of the bundle, and their faults. */
const STRANGE: readonly (readonly [name: string, make: (path: string) => void, problem: string])[] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path]), 'is not a file'],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path), 'leads out of the bundle'],
  ['a link out of the bundle', (path) => symlinkSync('/etc/hosts', path), 'leads out of the bundle'],
  ['a link to nothing', (path) => symlinkSync('gone', path), 'does not exist in the bundle'],
  ['a link to itself', (path) => symlinkSync(path, path), 'does not exist in the bundle'],
  ['a folder', (path) => mkdirSync(path), 'is not a file'],
];

for (const [name, make, problem] of STRANGE) {
  test(`${name} is not accepted as a file of a bundle`, { skip: ON_WINDOWS, timeout: 60_000 }, async () => {
    await using store = openStore();
    const referring = { download_formats: [{ id: 1, icon: 'x/icon.svg' }] };
    const asset = { id: 1, file: 'x/a.txt', versions: [{ file: 'x/old.txt' }] };
    const files = { 'catalogue.json': referring, 'assets.jsonl': [asset], 'x/a.txt': 'a', 'x/old.txt': 'old' };
    const whole = { ...files, 'x/icon.svg': '<svg/>', 'nodes.jsonl': '{"id":1}\n' };
    for (const path of ['catalogue.json', 'nodes.jsonl', 'assets.jsonl', 'nodes.jsonl.gz', 'assets.jsonl.gz']) {
      const bundle = store.bundle(whole);
      rmSync(join(bundle, path.replace('.gz', '')));
      make(join(bundle, path));
      assert.deepEqual(await store.faultsIn(bundle), [`${path}: it ${problem}`]);
    }
    for (const path of ['x/a.txt', 'x/old.txt', 'x/icon.svg']) {
      const bundle = store.bundle(whole);
      rmSync(join(bundle, path));
      make(join(bundle, path));
      const [fault = '', ...more] = await store.faultsIn(bundle);
      const start = /^(?:assets\.jsonl:1: (?:versions\[0\]\.)?file|catalogue\.json:\d+: download_formats\[0\]\.icon): /;
      assert.match(fault, start);
      assert.ok(fault.endsWith(`"${path}" ${problem}`), fault);
      assert.deepEqual(more, []);
    }
    assert.equal((await store.catalogue.snapshot()).revision, 0);
    assert.deepEqual(await store.keys(), []);
  });
}

test('a link to a regular file of the bundle is accepted', { skip: ON_WINDOWS }, async () => {
  await using store = openStore();
  const bundle = store.bundle({ 'real/lines': '{"id":1,"file":"a.txt"}\n', 'real/a': 'a' });
  symlinkSync('real/lines', join(bundle, 'assets.jsonl'));
  symlinkSync('real/a', join(bundle, 'a.txt'));
  assert.equal((await store.importFrom(bundle)).added, 1);
});

test('files that disappear or change their kind after the check are faults', { skip: ON_WINDOWS }, async () => {
  await using store = openStore();
  const names = Array.from({ length: 60 }, (_, index) => `f${index}.txt`);
  const bundle = store.bundle({
    'catalogue.json': { assets: [{ id: 99, file: 'f59.txt' }] },
    'assets.jsonl': names.slice(0, -1).map((file, index) => ({ id: index + 1, file })),
    ...Object.fromEntries(names.map((name) => [name, name])),
  });
  let isDone = false;
  const onProgress = ({ phase }: { readonly phase: string }): void => {
    if (phase !== 'files' || isDone) return;
    isDone = true;
    for (const name of ['f56.txt', 'f57.txt', 'f58.txt']) rmSync(join(bundle, name));
    execFileSync('mkfifo', [join(bundle, 'f57.txt')]);
    symlinkSync('/etc/hosts', join(bundle, 'f58.txt'));
  };
  assert.deepEqual(await store.faultsIn(bundle, { onProgress }), [
    'assets.jsonl:57: file: "f56.txt" does not exist in the bundle',
    'assets.jsonl:58: file: "f57.txt" is not a file',
    'assets.jsonl:59: file: "f58.txt" leads out of the bundle',
  ]);
  assert.deepEqual(await store.keys(), []);
});

test('reading of lines stops at a limit on the decompressed size', async () => {
  await using store = openStore();
  const path = join(store.folder, 'bomb.gz');
  writeFileSync(path, gzipSync(`{"id":1}\n`.repeat(200_000)));
  const read = async () => {
    let lines = 0;
    const signal = AbortSignal.timeout(60_000);
    for await (const batch of readLines(await open(path), { isGzip: true, signal, maxBytes: 900_000 }))
      lines += batch.lines.length;
    return lines;
  };
  await assert.rejects(read(), (error) => {
    assert.ok(error instanceof LinesBroken);
    assert.match(error.message, /^the lines are longer than 900000 bytes together$/);
    assert.ok(error.line > 1 && error.line <= 100_001);
    return true;
  });
});
