import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import type { Rendered } from '../../../src/media/pictures/renderer.ts';
import { openRenditionStore, type RenditionStore } from '../../../src/media/pictures/store.ts';
import { bytesOnDisk } from '../../support/bytes-on-disk.ts';

suite('the rendition cache', () => {
  let folder: string;
  let directory: string;
  let reports: Error[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'store-'));
    directory = join(folder, 'renditions');
    reports = [];
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('returns what was written, also after a restart', async () => {
    const rendered = picture(5000);
    await withStore(open(), (store) => store.write(key(1), rendered));
    await withStore(open(), async (store) => {
      assert.deepEqual(plain(await store.read(key(1))), plain(rendered));
      assert.equal(await store.read(key(2)), undefined);
    });
  });

  const damages: [string, (path: string) => Promise<void>][] = [
    ['cut', (path) => truncate(path, 4000)],
    ['emptied', (path) => truncate(path, 0)],
    ['longer', (path) => appendFile(path, 'x')],
    [
      'changed',
      async (path) => {
        const file = await readFile(path);
        file.writeUInt8(file.readUInt8(3000) ^ 1, 3000);
        await writeFile(path, file);
      },
    ],
    [
      'of another size in its header',
      async (path) => {
        const file = await readFile(path);
        file.writeUInt32LE(7, 8);
        await writeFile(path, file);
      },
    ],
  ];
  for (const [how, damage] of damages) {
    test(`ignores a file that was ${how}, until it is written again`, async () => {
      await withStore(open(), async (store) => {
        await store.write(key(1), picture(5000));
        const [path = ''] = await files();
        await damage(path);
        assert.equal(await store.read(key(1)), undefined);
        const again = picture(5000);
        await store.write(key(1), again);
        assert.deepEqual(plain(await store.read(key(1))), plain(again));
      });
    });
  }

  test('stays within its limit and evicts the least recently used', async () => {
    await withStore(open(1), async (store) => {
      for (let n = 0; n < 10; n++) await store.write(key(n), picture(100_000));
      assert.ok(await store.read(key(0)));
      await store.write(key(10), picture(100_000));
      await store.settled();
      assert.ok((await bytesOnDisk(directory)) <= 2 ** 20);
      assert.ok(await store.read(key(0)));
      assert.equal(await store.read(key(1)), undefined);
      assert.ok(await store.read(key(2)));
    });
  });

  test('keeps the order of use across a restart, and shrinks to a smaller limit', async () => {
    await withStore(open(1), async (store) => {
      for (let n = 0; n < 8; n++) await store.write(key(n), picture(100_000));
    });
    const paths = await files();
    for (const path of paths) {
      const age = path.includes(key(3)) ? 1 : 1000;
      await utimes(path, Date.now() / 1000 - age, Date.now() / 1000 - age);
    }
    await withStore(open(0.15), async (store) => {
      await store.settled();
      assert.ok((await bytesOnDisk(directory)) <= 0.15 * 2 ** 20);
      assert.ok(await store.read(key(3)));
    });
  });

  test('stores nothing that is larger than its limit', async () => {
    await withStore(open(0), async (store) => {
      await store.write(key(1), picture(10));
      assert.equal(await store.read(key(1)), undefined);
    });
    assert.deepEqual(reports, []);
  });

  test('removes the leftovers of interrupted writes, and no other file', async () => {
    const shard = join(directory, 'ab');
    await mkdir(shard, { recursive: true });
    for (const name of ['old.tmp', 'new.tmp', 'other.txt']) await writeFile(join(shard, name), '');
    await utimes(join(shard, 'old.tmp'), 0, 0);
    await withStore(open(), (store) => store.settled());
    assert.deepEqual((await readdir(shard)).sort(), ['new.tmp', 'other.txt']);
  });

  test('answers from memory and reports once while it cannot be written, until it can', async () => {
    await writeFile(directory, 'a file where the folder should be');
    const rendered = picture(5000);
    await withStore(open(), async (store) => {
      await store.write(key(1), rendered);
      await store.write(key(2), rendered);
      assert.deepEqual(plain(await store.read(key(1))), plain(rendered));
      assert.equal(reports.length, 1);
      assert.ok(reports[0]?.cause instanceof Error);
      await rm(directory);
      await store.write(key(3), rendered);
      assert.ok(await store.read(key(3)));
      await rm(directory, { recursive: true });
      await writeFile(directory, '');
      await store.write(key(4), rendered);
      assert.equal(reports.length, 2);
    });
  });

  test('still counts its files after it could not be read for a while', async () => {
    await withStore(open(1), async (store) => {
      for (let n = 0; n < 6; n += 1) await store.write(key(n), picture(100_000));
      const [shard, aside] = [join(directory, '00'), join(directory, 'aside')];
      await rename(shard, aside);
      await symlink('00', shard);
      for (let n = 0; n < 6; n += 1) assert.equal(await store.read(key(n)), undefined);
      assert.equal(reports.length, 1);
      await rm(shard);
      await rename(aside, shard);
      for (let n = 6; n < 14; n += 1) await store.write(key(n), picture(100_000));
      await store.settled();
      assert.ok((await bytesOnDisk(directory)) <= 2 ** 20);
    });
  });

  test('survives the loss of its folder', async () => {
    await withStore(open(), async (store) => {
      await store.write(key(1), picture(5000));
      await rm(directory, { recursive: true });
      assert.equal(await store.read(key(1)), undefined);
      await store.write(key(1), picture(5000));
      assert.ok(await store.read(key(1)));
    });
    assert.deepEqual(reports, []);
  });

  function open(megabytes = 10): RenditionStore {
    return openRenditionStore({ directory, megabytes, report: (trouble) => reports.push(trouble) });
  }

  async function withStore(store: RenditionStore, work: (store: RenditionStore) => Promise<void>): Promise<void> {
    await work(store);
    await store[Symbol.asyncDispose]();
  }

  async function files(): Promise<string[]> {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }
});

function key(n: number): string {
  return n.toString(16).padStart(32, '0');
}

function picture(bytes: number): Rendered {
  return { bytes: randomBytes(bytes), width: 256, height: 171, pages: 3 };
}

/** Makes buffers and byte arrays compare alike. */
function plain(rendered: Rendered | undefined): unknown {
  return rendered && { ...rendered, bytes: Buffer.from(rendered.bytes).toString('hex') };
}
