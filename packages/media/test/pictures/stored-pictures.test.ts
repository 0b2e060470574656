import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { RenditionStore } from '../../src/pictures/store.ts';
import { StoredPictures } from '../../src/pictures/stored-pictures.ts';
import { planFor } from './pictures.ts';

const SOURCE = { sha256: 'a', properties: { mediaType: 'text/plain', width: 0, height: 0, pages: 0 } };

async function stored(bytes: number) {
  const directory = newFolder();
  await using store = new RenditionStore({ directory, megabytes: 10, report: assert.fail });
  const file = new StoredPictures({ directory, version: '1' }).fileOf(SOURCE, planFor());
  assert.equal(file.read(), undefined);
  const natural = { width: 10, height: 10 };
  const picture = {
    bytes: new Uint8Array(bytes).fill(7),
    width: 3,
    height: 2,
    pages: 1,
    natural,
    format: 'jpg',
  } as const;
  await store.write(file.key, picture);
  return { file, picture, path: join(directory, file.key.slice(0, 2), `${file.key}.rendition`) };
}

test('a picture is read as it was stored, into a buffer that is large enough', async () => {
  const { file, picture } = await stored(1000);
  for (const room of [undefined, Buffer.alloc(500), Buffer.alloc(5000)]) {
    const found = file.read(room);
    assert.deepEqual({ ...found, bytes: Uint8Array.from(found?.bytes ?? []) }, picture);
    assert.equal(found?.bytes.buffer === room?.buffer, room !== undefined && room.length > 1000);
  }
});

test('a file that changes after it was read, that is large or that is gone is not read; the size of a large one is', async () => {
  const { file, path } = await stored(1000);
  assert.ok(file.read());
  writeFileSync(path, 'x', { flag: 'r+' });
  // Some systems count time in steps that two writes may share.
  utimesSync(path, 1, 1);
  assert.equal(file.read(), undefined);
  assert.equal(file.size(), undefined);
  rmSync(path);
  assert.deepEqual([file.read(), file.size()], [undefined, undefined]);
  for (const [bytes, isRead] of [
    [2 ** 20 - 64, true],
    [2 ** 20 - 63, false],
  ] as const) {
    const { file } = await stored(bytes);
    assert.deepEqual([file.read() !== undefined, file.takes(bytes)], [isRead, isRead], `${bytes}`);
    assert.deepEqual(file.size(), { width: 3, height: 2 });
  }
});

test('a file that is replaced after it was read is read anew', async () => {
  const { file, path } = await stored(1000);
  const whole = readFileSync(path);
  assert.ok(file.read());
  for (const [bytes, isRead] of [
    [whole.subarray(1), false],
    [whole, true],
  ] as const) {
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
    assert.equal(file.read() !== undefined, isRead);
  }
});

test('reading a file tells when it was used, to the minute', async () => {
  const { file, path } = await stored(1000);
  const now = Date.now() / 1000;
  for (const [before, isTouched] of [
    [now - 50, false],
    [now - 100, true],
  ] as const) {
    utimesSync(path, before, before);
    assert.ok(file.read());
    assert.equal(statSync(path).mtimeMs / 1000 > before + 1, isTouched);
  }
});
