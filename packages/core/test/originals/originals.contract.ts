import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import type { Originals } from '../../src/originals/originals.ts';
import type { ByteReader } from '../../src/platform/byte-reader.ts';
import fc, { forRunsAsync } from '../support/fast-check.ts';
import { newFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/** What the descriptors of this process refer to: paths, or words such as `socket:[1]`. */
function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // The descriptor with which the folder was read.
      return [];
    }
  });
}

/** What every store of originals must do. `open` makes a new empty one each time. */
export function originalsContract(name: string, open: () => Promise<Originals>): void {
  const { signal } = new AbortController();

  /** A file with these bytes, deleted when disposed. */
  function file(bytes: Uint8Array): Disposable & { readonly path: string } {
    const folder = newFolder();
    const path = join(folder, 'source');
    writeFileSync(path, bytes);
    return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  }

  async function read(store: Originals, key: string, range?: { start: number; end: number }): Promise<Buffer> {
    await using reader = await store.openReader(key, { signal, ...(range ? { range } : {}) });
    assert.ok(reader);
    return await drain(reader);
  }

  /** Reads into a buffer whose size divides few file sizes. */
  async function drain(reader: ByteReader): Promise<Buffer> {
    const parts: Buffer[] = [];
    const into = Buffer.alloc(7919);
    for (let bytes = await reader.read(into); bytes > 0; bytes = await reader.read(into))
      parts.push(Buffer.from(into.subarray(0, bytes)));
    return Buffer.concat(parts);
  }

  describe(`${name}: originals`, () => {
    for (const size of [0, 1, 512 * 1024 + 1, 3_000_000]) {
      test(`${size} bytes are read back, with their hash, size and CRC-32`, async () => {
        await using store = await open();
        const bytes = randomBytes(size);
        using source = file(bytes);
        const stored = await store.put(source.path, { signal });
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        assert.deepEqual(stored, { sha256, size, crc32: crc32(bytes), isNew: true });
        assert.equal(await store.size(sha256), size);
        assert.deepEqual(await read(store, sha256), bytes);
        await using reader = await store.openReader(sha256, { signal });
        assert.deepEqual(reader && (await drain(reader)), bytes);
        await using local = await store.leaseLocalFile(sha256, { signal });
        assert.deepEqual(local && (await readFile(local.path)), bytes);
      });
    }

    test('each file has an internal address of its own below the location of the proxy', async () => {
      await using store = await open();
      const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
      const url = store.proxyUrl(one, '/originals/');
      assert.ok(url.startsWith('/originals/') && url.includes(one), url);
      assert.equal(store.proxyUrl(one, '/originals'), url);
      assert.notEqual(store.proxyUrl(other, '/originals'), url);
    });

    test('equal bytes are stored once, even by concurrent puts', async () => {
      await using store = await open();
      using source = file(Buffer.from('same'));
      const told: string[] = [];
      const all = await Promise.all(
        [1, 2, 3, 4].map(() => store.put(source.path, { signal, beforeNew: (key) => void told.push(key) })),
      );
      assert.equal(new Set(all.map(({ sha256 }) => sha256)).size, 1);
      assert.equal((await store.put(source.path, { signal })).isNew, false);
      assert.deepEqual(await Array.fromAsync(store.keys()), [all[0]?.sha256]);
      assert.ok(told.length >= 1);
    });

    test('copies of a leased original stay until the lease ends, and others are independent', async () => {
      await using store = await open();
      const bytes = randomBytes(100_000);
      using source = file(bytes);
      const { sha256 } = await store.put(source.path, { signal });
      const leases = await Promise.all([1, 2, 3].map(() => store.leaseLocalFile(sha256, { signal })));
      await leases[0]?.[Symbol.asyncDispose]();
      await leases[0]?.[Symbol.asyncDispose]();
      assert.deepEqual(await readFile(leases[1]?.path ?? ''), bytes);
      await leases[1]?.[Symbol.asyncDispose]();
      assert.deepEqual(await readFile(leases[2]?.path ?? ''), bytes);
      await leases[2]?.[Symbol.asyncDispose]();
      await using again = await store.leaseLocalFile(sha256, { signal });
      assert.deepEqual(await readFile(again?.path ?? ''), bytes);
    });

    test('a key is announced before its bytes can be found', async () => {
      await using store = await open();
      using source = file(Buffer.from('told'));
      let early: Promise<number | undefined> | undefined;
      await store.put(source.path, {
        signal,
        beforeNew: async (key) => {
          early = store.size(key);
          await early;
        },
      });
      assert.equal(await early, undefined);
    });

    test('any range has exactly its bytes', async () => {
      await using store = await open();
      const bytes = randomBytes(1000);
      using source = file(bytes);
      const { sha256 } = await store.put(source.path, { signal });
      const range = fc
        .tuple(fc.nat(999), fc.nat(999))
        .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
      await forRunsAsync(25, range, async ({ start, end }) => {
        assert.deepEqual(await read(store, sha256, { start, end }), bytes.subarray(start, end + 1));
        await using reader = await store.openReader(sha256, { range: { start, end }, signal });
        assert.ok(reader);
        assert.deepEqual(await drain(reader), bytes.subarray(start, end + 1));
      });
      assert.deepEqual(await read(store, sha256, { start: 0, end: 0 }), bytes.subarray(0, 1));
    });

    test('a key that was never stored, or is none, is absent', async () => {
      await using store = await open();
      const [a, capital] = ['a'.repeat(64), 'A'.repeat(64)];
      for (const key of ['', 'x', '../../etc/passwd', `${a.slice(2)}/.`, capital, `${a}\n`, a, '__proto__']) {
        assert.equal(await store.size(key), undefined, key);
        assert.equal(await store.openReader(key, { signal }), undefined, key);
        assert.equal(await store.leaseLocalFile(key, { signal }), undefined, key);
        await store.remove(key);
      }
    });

    test('a removed file is absent', async () => {
      await using store = await open();
      using source = file(Buffer.from('gone'));
      const { sha256 } = await store.put(source.path, { signal });
      await store.remove(sha256);
      assert.equal(await store.size(sha256), undefined);
      assert.deepEqual(await Array.fromAsync(store.keys()), []);
    });

    test('a copy has all bytes, replaces no file, and says if there is none', async () => {
      await using store = await open();
      const bytes = randomBytes(1_000_000);
      using source = file(bytes);
      const { sha256 } = await store.put(source.path, { signal });
      const to = `${source.path}-copy`;
      assert.equal(await store.copyTo(sha256, to, { signal }), true);
      assert.deepEqual(await readFile(to), bytes);
      await assert.rejects(store.copyTo(sha256, to, { signal }), { code: 'EEXIST' });
      assert.equal(await store.copyTo('a'.repeat(64), `${to}-2`, { signal }), false);
    });

    test('removing unfinished files keeps every whole file', async () => {
      await using store = await open();
      using source = file(randomBytes(100_000));
      const { sha256 } = await store.put(source.path, { signal });
      await store.removeUnfinished();
      assert.deepEqual([await store.size(sha256), (await read(store, sha256)).length], [100_000, 100_000]);
      assert.equal((await store.put(source.path, { signal })).isNew, false);
    });

    test('abandoned reads leave nothing open', { skip: process.platform !== 'linux' }, async () => {
      await using store = await open();
      using source = file(randomBytes(8_000_000));
      const { sha256 } = await store.put(source.path, { signal });
      const opened = () => openFiles().filter((path) => path.startsWith('socket:') || path.includes(sha256)).length;
      const before = opened();
      const stop = new AbortController();
      const aborted = await store.openReader(sha256, { signal: stop.signal });
      const reader = await store.openReader(sha256, { signal });
      assert.ok(aborted && reader && opened() > before);
      await reader.read(Buffer.alloc(1000));
      const reading = [aborted, reader].map((each) => each.read(Buffer.alloc(4_000_000)).catch(() => 0));
      stop.abort();
      await Promise.all([aborted, reader].map((each) => each[Symbol.asyncDispose]()));
      await Promise.all(reading);
      await until(() => opened() <= before);
    });

    test('a missing source, or one that is not a file, is refused', async () => {
      await using store = await open();
      await assert.rejects(store.put(join(tmpdir(), 'no-such-file'), { signal }));
      await assert.rejects(store.put(tmpdir(), { signal }));
      assert.deepEqual(await Array.fromAsync(store.keys()), []);
    });

    test('an aborted put leaves no file', async () => {
      await using store = await open();
      using source = file(randomBytes(2_000_000));
      await assert.rejects(store.put(source.path, { signal: AbortSignal.abort(new Error('stop')) }), /stop/);
      assert.deepEqual(await Array.fromAsync(store.keys()), []);
    });
  });
}
