import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openFolderBinaries } from '../../src/adapters/binaries-folder.ts';
import { openJournal, recoverJournals } from '../../src/importing/journal.ts';
import type { BinaryStore } from '../../src/ports/binary-store.ts';
import { binaryStoreContract } from '../contracts/binary-store.ts';

const { signal } = new AbortController();

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'abs-binaries-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

binaryStoreContract('a folder', async () => {
  const folder = temporaryFolder();
  const store = openFolderBinaries({ directory: folder.path });
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

describe('a folder: dangers', () => {
  test('a link planted under a key is not followed', async () => {
    using folder = temporaryFolder();
    await using store = openFolderBinaries({ directory: folder.path });
    const key = 'ab'.repeat(32);
    mkdirSync(join(folder.path, 'ab', 'ab'), { recursive: true });
    symlinkSync('/etc/hostname', join(folder.path, 'ab', 'ab', key));
    assert.equal(await store.size(key), undefined);
    assert.equal(await store.open(key, { signal }), undefined);
    assert.equal(await store.localPath(key, { signal }), undefined);
  });

  test('stored files are read-only', async () => {
    using folder = temporaryFolder();
    await using store = openFolderBinaries({ directory: folder.path });
    const source = join(folder.path, 'source');
    writeFileSync(source, 'x');
    const { sha256 } = await store.put(source, { signal });
    const path = (await store.localPath(sha256, { signal })) ?? '';
    assert.equal(statSync(path).mode & 0o222, 0);
  });

  test('what dead processes left unfinished is removed, what live ones write is not', async () => {
    using folder = temporaryFolder();
    const incoming = join(folder.path, 'incoming');
    mkdirSync(incoming);
    writeFileSync(join(incoming, '999999999-dead'), 'x');
    writeFileSync(join(incoming, `${process.pid}-live`), 'x');
    await openFolderBinaries({ directory: folder.path })[Symbol.asyncDispose]();
    assert.deepEqual(readdirSync(incoming), [`${process.pid}-live`]);
  });

  test('a full disk is told with its place and leaves nothing', async (context) => {
    using folder = temporaryFolder();
    const disk = join(folder.path, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      context.skip('a small disk can not be mounted here');
      return;
    }
    try {
      await using store: BinaryStore = openFolderBinaries({ directory: join(disk, 'originals') });
      const source = join(folder.path, 'source');
      writeFileSync(source, Buffer.alloc(3_000_000, 1));
      await assert.rejects(store.put(source, { signal }), (error) => {
        assert.match(String(error), /no space/i);
        assert.match(String(error), /originals/);
        return true;
      });
      assert.deepEqual(filesBelow(disk), []);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe('journals', () => {
  const keys = ['a', 'b', 'c'].map((letter) => letter.repeat(64));

  async function recover(directory: string, used: readonly string[]): Promise<string[]> {
    const removed: string[] = [];
    await recoverJournals(directory, {
      writer: { filesInUse: async (asked) => new Set(asked.filter((key) => used.includes(key))) },
      binaries: { remove: async (key) => void removed.push(key) },
    });
    return removed;
  }

  test('originals of a dead import go unless something names them', async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, '999999999-x'), `${keys.join('\n')}\n${'d'.repeat(20)}`);
    assert.deepEqual(await recover(folder.path, [keys[1] ?? '']), [keys[0], keys[2]]);
    assert.deepEqual(readdirSync(folder.path), []);
  });

  test('those of a running import stay', async () => {
    using folder = temporaryFolder();
    {
      using journal = openJournal(folder.path);
      journal.add(keys[0] ?? '');
      assert.deepEqual(await recover(folder.path, []), []);
      assert.equal(readdirSync(folder.path).length, 1);
    }
    assert.deepEqual(readdirSync(folder.path), []);
  });
});
