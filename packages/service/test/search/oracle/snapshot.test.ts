import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCatalogue } from '../../../src/catalogue/sqlite/catalogue.ts';
import { openReader } from '../../../src/catalogue/sqlite/database.ts';
import { newestOf } from '../../support/records.ts';
import { readSnapshot } from './snapshot.ts';

test('model and tables always have the same revision', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'abs-snapshot-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  await using catalogue = openCatalogue({ directory });
  using database = openReader(directory);
  const newest = newestOf(catalogue);
  const { model } = newest;
  const newer = { ...newest, model: { ...model, revision: model.revision + 1 } };

  const answers = [newer, newest];
  const late = { snapshotAtHand: () => answers.shift() ?? newest };
  assert.equal(
    readSnapshot(database, late, (given) => given.revision),
    model.revision,
  );
  assert.equal(answers.length, 0);

  assert.throws(
    () => readSnapshot(database, { snapshotAtHand: () => newer }, () => 1),
    /changed during each of 100 attempts/,
  );
});

test('the transaction ends even if the work throws', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'abs-snapshot-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  await using catalogue = openCatalogue({ directory });
  using database = openReader(directory);
  const isInside = () => readSnapshot(database, catalogue, () => database.isTransaction);
  assert.equal(isInside(), true);
  const fail = () => {
    throw new Error('no');
  };
  assert.throws(() => readSnapshot(database, catalogue, fail), /no/);
  assert.equal(database.isTransaction, false);
  assert.equal(isInside(), true);
});
