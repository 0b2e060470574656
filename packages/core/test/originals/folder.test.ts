import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openOriginalsFolder } from '../../src/originals/folder.ts';
import { CannotTakeFile, type Originals, OriginalsUnreachable } from '../../src/originals/originals.ts';
import { smallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { originalsContract } from './originals.contract.ts';

const { signal } = new AbortController();

originalsContract('a folder', async () => {
  const folder = temporaryFolder();
  const store = openOriginalsFolder({ directory: folder.path });
  const close = async () => {
    await store[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  };
  return { ...store, [Symbol.asyncDispose]: close };
});

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('a folder: failures and attacks', () => {
  test('a link in place of a stored file is not followed', async () => {
    using folder = temporaryFolder();
    await using store = openOriginalsFolder({ directory: folder.path });
    const key = 'ab'.repeat(32);
    mkdirSync(join(folder.path, 'ab', 'ab'), { recursive: true });
    symlinkSync('/etc/hostname', join(folder.path, 'ab', 'ab', key));
    assert.deepEqual([await store.size(key), await store.openReader(key, { signal })], [undefined, undefined]);
    assert.equal(await store.leaseLocalFile(key, { signal }), undefined);
  });

  test('a file that the system does not open is unreachable, not missing', async () => {
    using folder = temporaryFolder();
    await using store = openOriginalsFolder({ directory: folder.path });
    const key = 'ab'.repeat(32);
    mkdirSync(join(folder.path, 'ab', 'ab'), { recursive: true });
    // Nobody can open a socket as a file, not even root. Its own path must be short.
    await using server = createServer().listen(join(folder.path, 'socket'));
    await once(server, 'listening');
    renameSync(join(folder.path, 'socket'), join(folder.path, 'ab', 'ab', key));
    await assert.rejects(store.leaseLocalFile(key, { signal }), OriginalsUnreachable);
  });

  test('stored files are read-only', async () => {
    using folder = temporaryFolder();
    await using store = openOriginalsFolder({ directory: folder.path });
    const source = join(folder.path, 'source');
    writeFileSync(source, 'x');
    const { sha256 } = await store.put(source, { signal });
    const path = (await store.leaseLocalFile(sha256, { signal }))?.path ?? '';
    assert.equal(statSync(path).mode & 0o222, 0);
  });

  test('leftovers of a killed process can be removed', async () => {
    using folder = temporaryFolder();
    await using store = openOriginalsFolder({ directory: folder.path });
    await store.removeUnfinished();
    const incoming = join(folder.path, 'incoming');
    mkdirSync(incoming);
    writeFileSync(join(incoming, 'half'), 'x');
    await store.removeUnfinished();
    assert.deepEqual(readdirSync(folder.path), []);
    const source = join(folder.path, 'source');
    writeFileSync(source, 'x');
    assert.equal((await store.put(source, { signal })).size, 1);
  });

  test('nothing is read, written or removed through a link in place of a folder', async () => {
    using folder = temporaryFolder();
    using elsewhere = temporaryFolder();
    const source = join(elsewhere.path, 'source');
    writeFileSync(source, 'x');
    const key = createHash('sha256').update('x').digest('hex');
    const target = join(elsewhere.path, key.slice(2, 4), key);
    mkdirSync(join(elsewhere.path, key.slice(2, 4)));
    writeFileSync(target, 'y');
    symlinkSync(elsewhere.path, join(folder.path, key.slice(0, 2)));
    await using store = openOriginalsFolder({ directory: folder.path });
    assert.deepEqual([await store.size(key), await store.openReader(key, { signal })], [undefined, undefined]);
    assert.equal(await store.leaseLocalFile(key, { signal }), undefined);
    await store.remove(key);
    await assert.rejects(store.put(source, { signal }), /leads out of/);
    assert.equal(readFileSync(target, 'utf8'), 'y');
  });

  test('a store works if its own folder is reached by a link', async () => {
    using folder = temporaryFolder();
    const real = join(folder.path, 'real');
    mkdirSync(real);
    symlinkSync(real, join(folder.path, 'link'));
    await using store = openOriginalsFolder({ directory: join(folder.path, 'link') });
    const source = join(folder.path, 'source');
    writeFileSync(source, 'x');
    const { sha256 } = await store.put(source, { signal });
    assert.equal(await store.size(sha256), 1);
    await store.remove(sha256);
    assert.deepEqual(filesBelow(real), []);
  });

  test('a folder or a pipe in place of a file is not an original', async (context) => {
    using folder = temporaryFolder();
    await using store = openOriginalsFolder({ directory: folder.path });
    const key = 'ab'.repeat(32);
    const other = `${key.slice(0, 63)}0`;
    mkdirSync(join(folder.path, 'ab', 'ab', key), { recursive: true });
    try {
      execFileSync('mkfifo', [join(folder.path, 'ab', 'ab', other)]);
    } catch {
      context.diagnostic('there are no pipes here');
    }
    for (const each of [key, other]) {
      assert.deepEqual([await store.size(each), await store.openReader(each, { signal })], [undefined, undefined]);
    }
  });

  test('a source that changes while it is copied is refused', async () => {
    using folder = temporaryFolder();
    await using store = openOriginalsFolder({ directory: join(folder.path, 'originals') });
    const source = join(folder.path, 'source');
    writeFileSync(source, Buffer.alloc(8_000_000, 1));
    let isDone = false;
    const put = store.put(source, { signal }).finally(() => {
      isDone = true;
    });
    const refused = assert.rejects(put, (error) => error instanceof CannotTakeFile && error.reason === 'changed');
    while (!isDone) {
      appendFileSync(source, 'more');
      await setImmediate();
    }
    await refused;
    assert.deepEqual(filesBelow(join(folder.path, 'originals')), []);
  });

  test('a full disk is reported with its path, and leaves no files', async (context) => {
    using folder = temporaryFolder();
    const disk = join(folder.path, 'disk');
    mkdirSync(disk);
    using mounted = smallDisk(context, disk, 'size=1m');
    if (!mounted) return;
    await using store: Originals = openOriginalsFolder({ directory: join(disk, 'originals') });
    const source = join(folder.path, 'source');
    writeFileSync(source, Buffer.alloc(3_000_000, 1));
    await assert.rejects(store.put(source, { signal }), (error) => {
      assert.match(String(error), /no space/i);
      assert.match(String(error), /originals/);
      return true;
    });
    assert.deepEqual(filesBelow(disk), []);
  });
});
