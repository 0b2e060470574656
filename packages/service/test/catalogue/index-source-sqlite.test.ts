import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { MAX_CHANGES } from '../../src/catalogue/change-notes.ts';
import { databasePath } from '../../src/catalogue/sqlite/database.ts';
import { indexSourceContract } from './index-source.contract.ts';
import { openSqlite } from './open-sqlite.ts';

indexSourceContract('SQLite', openSqlite);

test('changes are unknown where they are more than an index applies, and trimmed by their age but for one revision', async () => {
  await using all = await openSqlite();
  const { writer, catalogue, source } = all;
  const putGroups = (...ids: readonly number[]) =>
    writer.change(async (changes) => {
      for (const id of ids) await changes.put('group', { id, name: 'a group' });
    });
  const knownSince = async () => {
    await using state = await source.open();
    const known: number[] = [];
    for (let revision = 0; revision <= state.model.revision; revision++) {
      if (await state.changedSince(revision)) known.push(revision);
    }
    return known;
  };
  await putGroups(1);
  assert.equal((await catalogue.snapshot()).model.groups.size, 1);
  // As a large import leaves it.
  all.run(`
    WITH RECURSIVE ids(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < ${MAX_CHANGES})
    INSERT INTO changes (revision, kind, id) SELECT 2, 'asset', id FROM ids;
    INSERT INTO changes (revision, kind, id) VALUES (2, 'asset', 0);
    UPDATE state SET revision = 2;`);
  await putGroups(2);
  assert.deepEqual(await knownSince(), [2, 3]);
  all.run(`UPDATE changes SET time = ${Date.now() - 31 * 86_400_000} WHERE revision = 3 AND kind = 'commit'`);
  await putGroups(3);
  assert.deepEqual(await knownSince(), [2, 3, 4], 'revisions are looked through only now and then');
  await putGroups(...Array.from({ length: 1001 }, (_, i) => 10 + i));
  assert.deepEqual(await knownSince(), [2, 3, 4, 5]);
  {
    using database = new DatabaseSync(databasePath(all.directory));
    assert.equal(database.prepare('SELECT min(revision) AS oldest FROM changes').get()?.['oldest'], 3);
  }
  // A reader that has missed trimmed changes reads the model anew.
  all.run('DELETE FROM changes; UPDATE state SET revision = 9');
  assert.equal((await catalogue.snapshot()).revision, 9);
  assert.equal((await catalogue.snapshot()).model.groups.size, 1004);
});

test('a state that cannot be opened leaves no transaction open', async () => {
  await using all = await openSqlite();
  const { directory, writer, source, run } = all;
  await writer.change((changes) => changes.put('group', { id: 1, name: 'a group' }));
  run("UPDATE definitions SET document = '{'");
  for (let tries = 0; tries < 2; tries += 1) await assert.rejects(source.open(), SyntaxError);
  {
    using database = new DatabaseSync(databasePath(directory));
    // A read transaction that is still open prevents this.
    assert.equal(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'], 0);
  }
  run('UPDATE definitions SET document = \'{"id":1,"name":"a group"}\'');
  await using state = await source.open();
  assert.equal(state.model.groups.size, 1);
  await using second = await source.open();
  assert.equal(second.model.revision, 1);
});
