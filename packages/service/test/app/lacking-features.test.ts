import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_FEATURES } from '../../../core/src/domain/features.ts';
import { storeLackingFeatures } from '../../src/app/lacking-features.ts';
import { openSqlite } from '../catalogue/open-sqlite.ts';
import { assetOf } from '../search/contract-samples.ts';

const { signal } = new AbortController();
const SIZES = { thumb: { size: 256, big: 256 }, preview: { size: 256, big: 256 } };
const COUNT = 250;

test('features are stored of all assets that lack them, in few revisions, unless the file has changed meanwhile', async () => {
  await using opened = await openSqlite();
  const { writer, catalogue, source: indexSource } = opened;
  const asset = (id: number, sha256 = String(id).padStart(64, '0')) => {
    const { active, ...record } = assetOf(id, { original: 'a.jpg' });
    return { ...record, active: { ...active, file: { sha256, size: 0, crc32: 0 } } };
  };
  await writer.change(async (changes) => {
    for (let id = 1; id <= COUNT; id++) await changes.put('asset', asset(id));
    await changes.put('asset', assetOf(COUNT + 1));
  });
  const drawn: number[] = [];
  const renditions = {
    features: async ({ source }: { readonly source?: { readonly sha256: string } }) => {
      const id = Number(source?.sha256);
      drawn.push(id);
      if (id === 7) await writer.change((changes) => changes.put('asset', asset(7, 'f'.repeat(64))));
      if (id === 8) await writer.change((changes) => changes.remove('asset', 8));
      // Nothing can be drawn of the ninth just now, and only a placeholder of the tenth.
      if (id === 9) return undefined;
      return id === 10 ? { features: NO_FEATURES, isDamaged: true } : { features: 'AAEC' };
    },
  };
  const work = { storage: { writer, catalogue, indexSource }, renditions, config: SIZES };
  const before = (await indexSource.lastCommit()).revision;
  await storeLackingFeatures(work, { signal });
  const ids = Array.from({ length: COUNT }, (_, at) => at + 1);
  assert.deepEqual(drawn, ids);
  // Two of the revisions are the changes meanwhile.
  assert.equal((await indexSource.lastCommit()).revision, before + 2 + 3);
  assert.deepEqual(
    (await indexSource.withoutFeatures()).map(({ id }) => id),
    [7, 9],
  );
  const [tenth, eleventh] = await (await catalogue.snapshot()).assets([10, 11]);
  assert.deepEqual(
    [tenth, eleventh].map((each) => [each?.active.properties.features, each?.active.properties.isDamaged]),
    [
      [NO_FEATURES, true],
      ['AAEC', undefined],
    ],
  );
  await assert.rejects(storeLackingFeatures(work, { signal: AbortSignal.abort(new Error('stopped')) }), /stopped/);
});

test('what takes too long is tried again, three times in all, and never counts as having no features', async () => {
  await using opened = await openSqlite();
  const { writer, catalogue, source: indexSource } = opened;
  const { active, ...record } = assetOf(1, { original: 'a.jpg' });
  const file = { sha256: '1'.repeat(64), size: 0, crc32: 0 };
  await writer.change((changes) => changes.put('asset', { ...record, active: { ...active, file } }));
  let drawn = 0;
  const renditions = {
    features: async () => {
      drawn += 1;
      return 'later' as const;
    },
  };
  const work = { storage: { writer, catalogue, indexSource }, renditions, config: SIZES, tries: new Map() };
  const told = [];
  for (let time = 0; time < 4; time += 1) told.push(await storeLackingFeatures(work, { signal }));
  assert.deepEqual([told, drawn], [['later', 'later', undefined, undefined], 3]);
  assert.equal((await indexSource.withoutFeatures()).length, 1);
});
