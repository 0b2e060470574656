import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { tryLockFile } from '../../../core/src/platform/file-lock.ts';
import { smallDisk } from '../../../core/test/support/small-disk.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { CatalogueBusy } from '../../src/catalogue/catalogue-errors.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { databasePath, reading } from '../../src/catalogue/sqlite/database.ts';
import { verifyCatalogue } from '../../src/catalogue/sqlite/verify.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { catalogueContract } from './catalogue.contract.ts';
import { copiesContract } from './copies.contract.ts';
import { openSqlite } from './open-sqlite.ts';

catalogueContract('SQLite', openSqlite);
copiesContract('SQLite', openSqlite);

const type = { id: 101, key: 'folder', name: 'Folders', isPermissionDefining: true };

describe('SQLite: failures', () => {
  test('a lock held by another process is awaited without blocking the thread, then reported', async () => {
    using folder = temporaryFolder();
    await using writer = openCatalogueWriter({ directory: folder.path, lockWaitSeconds: 0.1 });
    await using patient = openCatalogueWriter({ directory: folder.path, lockWaitSeconds: 60 });
    using other = new DatabaseSync(databasePath(folder.path));
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(
      writer.change((c) => c.put('node_type', type)),
      /written by another process/,
    );
    const change = patient.change((c) => c.put('node_type', type));
    // A thread that is blocked would release the lock only when the wait is over.
    for (let turns = 0; turns < 3; turns += 1) await setImmediate();
    other.exec('ROLLBACK');
    assert.equal(await change, 'added');
  });

  test('the wait for the lock counts from the call, not from the turn', async () => {
    using folder = temporaryFolder();
    await using writer = openCatalogueWriter({ directory: folder.path, lockWaitSeconds: 1 });
    await using patient = openCatalogueWriter({ directory: folder.path, lockWaitSeconds: 15 });
    using other = new DatabaseSync(databasePath(folder.path));
    other.exec('BEGIN IMMEDIATE');
    const change = patient.change((c) => c.put('node_type', type));
    // One after the other these would wait longer than the patient one does.
    const calls = Array.from({ length: 20 }, () => writer.change((c) => c.put('node_type', type)));
    await Promise.all(calls.map((call) => assert.rejects(call, { name: 'CatalogueBusy' })));
    other.exec('ROLLBACK');
    assert.equal(await change, 'added');
  });

  test('a catalogue of a newer program is refused', async () => {
    using folder = temporaryFolder();
    await openCatalogueWriter({ directory: folder.path })[Symbol.asyncDispose]();
    {
      using database = new DatabaseSync(databasePath(folder.path));
      database.exec('PRAGMA user_version = 999');
    }
    assert.throws(() => openCatalogueWriter({ directory: folder.path }), /newer version of the program/);
  });

  test('a file that is not a database is refused and left alone', () => {
    using folder = temporaryFolder();
    writeFileSync(databasePath(folder.path), 'This is a text and no database at all. '.repeat(50));
    const problem = /catalogue\.sqlite can't be opened: file is not a database/;
    assert.throws(() => openCatalogue({ directory: folder.path }), problem);
  });

  test('a database of another program is refused and left as it is', () => {
    using folder = temporaryFolder();
    {
      using other = new DatabaseSync(databasePath(folder.path));
      other.exec('CREATE TABLE notes (text); PRAGMA user_version = 1');
    }
    const before = readFileSync(databasePath(folder.path));
    assert.throws(() => openCatalogueWriter({ directory: folder.path }), /a database of another program/);
    assert.deepEqual(readFileSync(databasePath(folder.path)), before);
  });

  test('a read that others lock out for longer than it may wait says that the catalogue is busy', async () => {
    using folder = temporaryFolder();
    await openCatalogueWriter({ directory: folder.path })[Symbol.asyncDispose]();
    const path = databasePath(folder.path);
    using owner = new DatabaseSync(path);
    owner.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
    using reader = new DatabaseSync(path, { readOnly: true, timeout: 10 });
    assert.throws(() => reading(folder.path, () => reader.exec('SELECT * FROM nodes')), CatalogueBusy);
  });

  test('a full disk refuses the change and leaves the catalogue unchanged', async (context) => {
    using folder = temporaryFolder();
    using disk = smallDisk(context, folder.path, 'size=2m');
    if (!disk) return;
    {
      await using writer = openCatalogueWriter({ directory: folder.path });
      await writer.change((c) => c.put('node_type', type));
      const name = 'x'.repeat(2_000_000);
      await assert.rejects(
        writer.change((c) => c.put('node', { id: 4, type: 101, name, position: 0, fields: new Map() })),
        {
          name: 'CatalogueFull',
          message: `the catalogue ${databasePath(folder.path)} can't be written: database or disk is full`,
        },
      );
      // The same writer still accepts what fits.
      await writer.change((c) => c.put('node', { id: 5, type: 101, name: 'x', position: 0, fields: new Map() }));
      await using catalogue = openCatalogue({ directory: folder.path });
      const counts = [(await catalogue.snapshot()).revision, (await catalogue.snapshot()).model.trees.size];
      assert.deepEqual(counts, [2, 1]);
    }
    assert.deepEqual(await verifyCatalogue(folder.path), []);
  });

  test('a disk that is full or read-only from the start is reported with its path', async (context) => {
    using folder = temporaryFolder();
    using disk = smallDisk(context, folder.path, 'size=1m,nr_inodes=1');
    if (!disk) return;
    assert.throws(() => openCatalogueWriter({ directory: folder.path }), /catalogue .* can't be opened: /);
    execFileSync('mount', ['-o', 'remount,ro,nr_inodes=0', folder.path]);
    const refusal = /catalogue .* can't be opened: user \d+ can't write \S+ \(EROFS\)$/;
    assert.throws(() => openCatalogueWriter({ directory: folder.path }), refusal);
    const locked = () => tryLockFile(join(folder.path, 'import.lock'));
    assert.throws(locked, /import\.lock can't be locked: user \d+ can't write \S+ \(EROFS\)$/);
    assert.deepEqual(readdirSync(folder.path), []);
  });

  test('processes that open new folders at the same time all succeed', async () => {
    using folder = temporaryFolder();
    const program = new URL('./catalogue-opener.ts', import.meta.url);
    const children = [0, 1, 2].map(() => fork(program, [folder.path, 'together'], { silent: true }));
    const errors = children.map(async ({ stderr }) => (stderr ? await text(stderr) : ''));
    for (let count = 0; count < 40; count += 1) {
      await Promise.all(children.map((child) => once(child, 'message')));
      for (const child of children) child.send('open');
    }
    assert.deepEqual(await Promise.all(errors), ['', '', '']);
  });

  test('a killed writer leaves the last committed state', async () => {
    using folder = temporaryFolder();
    let before = 0;
    for (let commits = 1; commits <= 5; commits += 1) {
      const child = fork(new URL('./catalogue-opener.ts', import.meta.url), [folder.path, 'write'], { silent: true });
      for (let seen = 0; seen < commits; seen += 1) await once(child, 'message');
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.deepEqual(await verifyCatalogue(folder.path), []);
      await using catalogue = openCatalogue({ directory: folder.path });
      // Each change of that process puts ten nodes.
      const { size } = (await catalogue.snapshot()).model.trees;
      assert.ok(size >= before + 10 * commits && size % 10 === 0, `${size} nodes, ${before} before`);
      before = size;
    }
  });

  test('references and JSON broken from outside are found', async () => {
    using folder = temporaryFolder();
    await using writer = openCatalogueWriter({ directory: folder.path });
    await writer.change(async (c) => {
      await c.put('node_type', type);
      await c.put('node', { id: 4, type: 101, name: 'x', position: 0, fields: new Map() });
    });
    assert.deepEqual(await verifyCatalogue(folder.path), []);
    using database = new DatabaseSync(databasePath(folder.path));
    database.exec('UPDATE nodes SET type = 5');
    assert.deepEqual(await verifyCatalogue(folder.path), ['node 4: type names node type 5, which does not exist']);
    for (const column of ['fields', 'access']) {
      database.exec(`UPDATE nodes SET type = 101, ${column} = '{'`);
      assert.match(String(await verifyCatalogue(folder.path)), /^the catalogue has JSON that can't be read: /);
      database.exec(`UPDATE nodes SET ${column} = '{}'`);
    }
  });
});
