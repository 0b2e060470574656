import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, suite, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import type { Rendered } from '../../src/pictures/renderer.ts';
import { RenditionStore } from '../../src/pictures/store.ts';

const key = (n: number): string => n.toString(16).padStart(32, '0');

suite('the rendition cache', () => {
  let folder: string;
  let directory: string;
  let reports: Error[];
  beforeEach(async () => {
    folder = newFolder();
    directory = join(folder, 'renditions');
    reports = [];
  });

  test('ignores a file that was cut, made longer or changed, until it is written again', async () => {
    const damages: ((path: string) => Promise<void>)[] = [
      (path) => truncate(path, 4000),
      (path) => truncate(path, 0),
      (path) => appendFile(path, 'x'),
      async (path) => {
        const file = await readFile(path);
        file.writeUInt8(file.readUInt8(3000) ^ 1, 3000);
        await writeFile(path, file);
      },
    ];
    await withStore(open(), async (store) => {
      for (const damage of damages) {
        await store.write(key(1), picture(5000));
        const [path = ''] = await files();
        await damage(path);
        assert.equal(await store.read(key(1)), undefined);
        const again = picture(5000);
        await store.write(key(1), again);
        assert.deepEqual(plain(await store.read(key(1))), plain(again));
      }
    });
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
    return new RenditionStore({ directory, megabytes, report: (trouble) => reports.push(trouble) });
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

function picture(bytes: number): Rendered {
  const natural = { width: 6000, height: 4000 };
  return { bytes: randomBytes(bytes), format: 'webp', width: 256, height: 171, pages: 3, natural };
}

/** Makes buffers and byte arrays compare alike. */
function plain(rendered: Rendered | undefined): unknown {
  return rendered && { ...rendered, bytes: Buffer.from(rendered.bytes).toString('hex') };
}
