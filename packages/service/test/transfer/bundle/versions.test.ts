import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_FILE_PROPERTIES } from '../../../../core/src/domain/file-properties.ts';
import type { Version } from '../../../../core/src/domain/model.ts';
import fc, { forRuns } from '../../../../core/test/support/fast-check.ts';
import { mergeVersions } from '../../../src/transfer/bundle/merge-versions.ts';
import { openStore } from './store.ts';

type Store = ReturnType<typeof openStore>;

const CONTENTS = { 'a.txt': 'A', 'again.txt': 'A', 'b.txt': 'B', 'c.txt': 'C', 'd.txt': 'D' };

/** Imports asset 1 with these older versions and this file; returns its versions then as `number:file`, the active one last. */
async function importVersions(store: Store, versions: readonly object[], file: string) {
  const asset = {
    id: 1,
    file,
    versions: versions.map((each) => ({ ...each, date: '2020-01-01' })),
    modified: '2024-01-01',
  };
  const { warnings, changed, added } = await store.import({ 'assets.jsonl': [asset], ...CONTENTS });
  const [record] = await store.records();
  const shown = [...(record?.olderVersions ?? []), ...(record ? [record.active] : [])];
  return {
    is: shown.map(({ version, original }) => `${version}:${original}`).join(' '),
    warnings,
    isChanged: added + changed > 0,
  };
}

test('another file without a number becomes a new version, with a warning; a repetition changes nothing', async () => {
  await using store = openStore();
  assert.deepEqual(await importVersions(store, [], 'a.txt'), { is: '1:a.txt', warnings: [], isChanged: true });
  assert.deepEqual(await importVersions(store, [], 'b.txt'), {
    is: '1:a.txt 2:b.txt',
    warnings: ['asset 1: the catalogue holds another file as version 1, so this one becomes version 2'],
    isChanged: true,
  });
  assert.deepEqual(await importVersions(store, [], 'b.txt'), { is: '1:a.txt 2:b.txt', warnings: [], isChanged: false });
  assert.equal((await importVersions(store, [], 'c.txt')).is, '1:a.txt 2:b.txt 3:c.txt');
  // Back to the first file: the number of the active version never decreases.
  assert.equal((await importVersions(store, [], 'a.txt')).is, '1:a.txt 2:b.txt 3:c.txt 4:a.txt');
  assert.equal((await importVersions(store, [], 'a.txt')).isChanged, false);
  const categories = (await store.records())[0]?.olderVersions.map(({ properties }) => properties.category);
  assert.deepEqual(categories, [5, 5, 5]);
});

test('a bundle that continues the numbers replaces versions, and may leave out older ones', async () => {
  await using store = openStore();
  await importVersions(store, [{ version: 1, file: 'a.txt' }], 'b.txt');
  const next = await importVersions(store, [{ version: 2, file: 'b.txt' }], 'c.txt');
  assert.deepEqual([next.is, next.warnings], ['2:b.txt 3:c.txt', []]);
});

test('another file for an older version becomes a new version, too, and the active one follows it', async () => {
  await using store = openStore();
  await importVersions(store, [{ version: 1, file: 'a.txt' }], 'b.txt');
  const replaced = await importVersions(store, [{ version: 1, file: 'd.txt' }], 'b.txt');
  assert.deepEqual(replaced, {
    is: '1:a.txt 2:b.txt 3:d.txt 4:b.txt',
    warnings: ['asset 1: the catalogue holds another file as version 1, so this one becomes version 3 (and 1 more)'],
    isChanged: true,
  });
  const again = await importVersions(store, [{ version: 1, file: 'd.txt' }], 'b.txt');
  assert.deepEqual(again, { is: replaced.is, warnings: [], isChanged: false });
});

test('renumbered versions survive an export', async () => {
  await using store = openStore();
  for (const file of ['a.txt', 'b.txt', 'c.txt']) await importVersions(store, [], file);
  const exported = await store.exportTo('exported');
  const { changed, warnings } = await store.importFrom(exported);
  assert.deepEqual([changed, warnings], [0, []]);
});

const version = (number: number, bytes: string): Version => ({
  version: number,
  name: bytes,
  date: 0,
  original: bytes,
  ...(bytes === '' ? {} : { file: { sha256: bytes, size: 1, crc32: 0 } }),
  properties: NO_FILE_PROPERTIES,
});

test('a stored number never gets other bytes, and the same bundle again changes nothing', () => {
  const bytes = fc.constantFrom('', 'a', 'b', 'c', 'd');
  const older = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5 }), bytes), {
    selector: ([number]) => number,
    maxLength: 4,
  });
  const bundle = fc.tuple(older, bytes).map(([pairs, active]) => {
    const olderVersions = pairs.map(([number, each]) => version(number, each)).sort((a, b) => a.version - b.version);
    return { olderVersions, active: version((olderVersions.at(-1)?.version ?? 0) + 1, active) };
  });
  forRuns(3000, fc.array(bundle, { minLength: 1, maxLength: 6 }), (bundles) => {
    let stored: ReturnType<typeof mergeVersions> | undefined;
    for (const each of bundles) {
      const before = stored && [...stored.olderVersions, stored.active];
      stored = mergeVersions(stored, each);
      const all = [...stored.olderVersions, stored.active];
      const numbers = all.map((one) => one.version);
      const expected = [...new Set(all.map((one) => one.version))].sort((a, b) => a - b);
      assert.deepEqual(numbers, expected);
      assert.equal(stored.active.file?.sha256, each.active.file?.sha256);
      for (const { version: number, file } of before ?? []) {
        const after = all.find((one) => one.version === number)?.file;
        if (file && after) assert.equal(after.sha256, file.sha256);
      }
      for (const { file } of each.olderVersions)
        assert.ok(file === undefined || all.some((one) => one.file?.sha256 === file.sha256));
      const again = mergeVersions(stored, each);
      assert.deepEqual([again.active, again.olderVersions], [stored.active, stored.olderVersions]);
      assert.deepEqual(again.renumbered, []);
    }
  });
});
