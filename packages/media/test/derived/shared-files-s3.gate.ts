import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FileCache } from '../../../core/src/platform/file-cache/file-cache.ts';
import { type Radosgw, startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { SharedFiles } from '../../src/derived/shared-files.ts';
import { SharingFileCache } from '../../src/derived/sharing-file-cache.ts';

const NAME = `${'ab'.repeat(16)}.jpg`;
const RENDITION = `${'cd'.repeat(16)}.rendition`;

const { signal } = new AbortController();
const server = await startRadosgw();

describe('derived files in S3', { skip: typeof server === 'string' && server }, () => {
  let store: Radosgw;
  const folder = newFolder();
  before(async () => {
    assert.ok(typeof server !== 'string');
    store = server;
    await store.makeBucket('derived');
    await warmUp();
  });
  after(async () => {
    await store[Symbol.asyncDispose]();
  });

  /** The first requests about a bucket take longer than a node waits for a picture. */
  async function warmUp(): Promise<void> {
    for (const method of ['PUT', 'GET', 'DELETE']) await store.fetch('/derived/first', { method });
  }

  interface Node extends AsyncDisposable {
    readonly files: SharingFileCache;
    /** Resolves when all files are shared. */
    settled(): Promise<void>;
    readonly troubles: readonly Error[];
    /** Lets time pass. */
    pass(milliseconds: number): void;
  }

  /** A node with an empty cache of its own that shares what is below the prefix. */
  function node(prefix: string): Node {
    const troubles: Error[] = [];
    let now = 0;
    const s3 = store.settings(`s3://derived/${prefix}`);
    const shared = new SharedFiles({
      s3,
      report: (trouble) => troubles.push(trouble),
      now: () => now,
      // A busy machine may take longer than a node waits for another's file.
      findMilliseconds: 60_000,
    });
    const local = new FileCache({ directory: join(folder, randomUUID()), megabytes: 10, report: assert.fail });
    return {
      files: new SharingFileCache(local, shared, 'tests'),
      settled: () => shared.settled(),
      troubles,
      pass: (milliseconds) => {
        now += milliseconds;
      },
      [Symbol.asyncDispose]: async () => {
        await local[Symbol.asyncDispose]();
        await shared[Symbol.asyncDispose]();
      },
    };
  }

  const make = (files: SharingFileCache, text: string) =>
    files.make(NAME, async (target) => {
      await writeFile(target, text);
      return 0xfedcba98;
    });

  test('what one node has made, another one finds with its checksum, and keeps', async () => {
    const prefix = randomUUID();
    await using one = node(prefix);
    await using other = node(prefix);
    assert.equal(await other.files.fetch(NAME, signal), undefined);
    await make(one.files, 'made');
    await one.files.writeWhole(RENDITION, Buffer.from('drawn'));
    await one.settled();
    const found = await other.files.fetch(NAME, signal);
    assert.equal(found?.crc32, 0xfedcba98);
    assert.equal(await readFile(found?.path ?? '', 'utf8'), 'made');
    assert.equal(String(await other.files.fetchWhole(RENDITION, signal)), 'drawn');
    await store.fetch(`/derived/${prefix}/tests/${NAME}`, { method: 'DELETE' });
    assert.equal((await other.files.local.find(NAME))?.path, found?.path);
    assert.deepEqual([...one.troubles, ...other.troubles], []);
  });

  test('damaged or strange objects count as missing, and are replaced by what is made', async () => {
    const prefix = randomUUID();
    await store.fetch(`/derived/${prefix}/tests/${NAME}`, {
      method: 'PUT',
      body: 'damaged',
      headers: { 'x-amz-meta-sha256': 'ab'.repeat(32), 'x-amz-meta-crc32': '1' },
    });
    await store.fetch(`/derived/${prefix}/tests/${RENDITION}`, { method: 'PUT', body: 'strange' });
    await using own = node(prefix);
    assert.equal(await own.files.fetch(NAME, signal), undefined);
    assert.deepEqual([await own.files.fetchWhole(RENDITION, signal), own.troubles.length], [undefined, 1]);
    assert.equal((await make(own.files, 'made')).size, 4);
    await own.files.writeWhole(RENDITION, Buffer.from('drawn'));
    await own.settled();
    await using other = node(prefix);
    assert.equal((await other.files.fetch(NAME, signal))?.size, 4);
    assert.equal(String(await other.files.fetchWhole(RENDITION, signal)), 'drawn');
  });

  test('a store that is away breaks nothing, is reported once, and is used again when it is back', async () => {
    const prefix = randomUUID();
    await using own = node(prefix);
    await store.kill();
    try {
      assert.deepEqual([await own.files.fetch(NAME, signal), (await make(own.files, 'made')).size], [undefined, 4]);
      assert.equal(await own.files.writeWhole(RENDITION, Buffer.from('drawn')), true);
      own.pass(11_000);
      assert.equal(await own.files.fetchWhole(`${'ef'.repeat(16)}.rendition`, signal), undefined);
      assert.equal(own.troubles.length, 1);
      assert.match(String(own.troubles[0]?.cause), /originals\.endpoint: /);
    } finally {
      await store.restart();
    }
    await warmUp();
    own.pass(11_000);
    await own.files.writeWhole(RENDITION, Buffer.from('drawn again'));
    await own.settled();
    await using other = node(prefix);
    assert.equal(String(await other.files.fetchWhole(RENDITION, signal)), 'drawn again');
  });
});
