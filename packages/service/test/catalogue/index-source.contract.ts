import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { IndexSource } from '../../../columnar/src/index-source.ts';
import type { Asset, AssetRecord } from '../../../core/src/domain/model.ts';
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import type { KeptText } from '../../src/catalogue/texts.ts';
import { assetOf } from '../search/contract-samples.ts';
import { fieldOf } from '../support/records.ts';
import { keptText, withFile } from '../support/texts.ts';

/** A source over an empty catalogue; disposal closes both. */
export interface OpenedIndexSource extends AsyncDisposable {
  readonly writer: CatalogueWriter;
  readonly source: IndexSource;
  /** Makes the store trim its change log to the last revision. */
  forget(): Promise<void>;
  /** Makes the store forget the commits after a revision, as a restore of a backup does. */
  goBack(revision: number): Promise<void>;
}

const TEXT = 90;
const NUMBER = 91;

/** What every IndexSource must do. `open` makes a new empty catalogue each time. */
export function indexSourceContract(name: string, open: () => Promise<OpenedIndexSource>): void {
  async function opened(assets: number): Promise<OpenedIndexSource> {
    const all = await open();
    await all.writer.change(async (changes) => {
      await changes.put('info_field', fieldOf(TEXT, 'text', { onNodes: false }));
      await changes.put('info_field', fieldOf(NUMBER, 'number', { onNodes: false }));
      for (let id = 1; id <= assets; id++) await changes.put('asset', assetOf(id, { fields: new Map([[NUMBER, id]]) }));
    });
    return all;
  }

  const put = ({ writer }: OpenedIndexSource, ...ids: readonly number[]) =>
    writer.change(async (changes) => {
      for (const id of ids) await changes.put('asset', assetOf(id, { name: `new ${id}` }));
    });

  const idsOf = (assets: readonly Asset[]) => assets.map(({ id }) => id);

  describe(`${name}: index source`, () => {
    test('all assets come once, in ascending order of ID, however many there are', async () => {
      for (const count of [0, 1, 1999, 2000, 4001]) {
        await using all = await opened(count);
        await using state = await all.source.open();
        const batches = await Array.fromAsync(state.assets());
        const wanted = Array.from({ length: count }, (_, i) => i + 1);
        assert.deepEqual(idsOf(batches.flat()), wanted);
      }
    });

    test('pages of the newest state follow each other by ID, and leave nothing open', async () => {
      await using all = await opened(2001);
      const from = async (after?: number) => idsOf(await all.source.page(after));
      for (const after of [undefined, -1, 0, 1, 999, 1000, 1999, 2000, 2001, 5000]) {
        const ids = await from(after);
        const first = Math.max(0, after ?? 0) + 1;
        assert.ok(ids.length <= 1000 && (ids.length > 0 || first > 2001));
        const wanted = Array.from({ length: ids.length }, (_, i) => first + i);
        assert.deepEqual(ids, wanted);
      }
      await put(all, 2002);
      assert.deepEqual(await from(2000), [2001, 2002]);
    });

    test('files are counted by assets, of which the newest version has one', async () => {
      await using all = await opened(3);
      assert.equal(await all.source.countFiles(), 0);
      await all.writer.change(async (changes) => {
        for (const id of [2, 4, 5]) await changes.put('asset', assetOf(id, { original: 'a.jpg', size: 1 }));
      });
      assert.equal(await all.source.countFiles(), 3);
      await put(all, 4);
      assert.equal(await all.source.countFiles(), 2);
    });

    test('assets without features are those with a file that nobody has looked at; features stay with the file', async () => {
      await using all = await opened(0);
      const asset = (id: number, features?: string, sha256 = 'a'.repeat(64)) => {
        const { active, ...record } = assetOf(id, { original: 'a.jpg' });
        const properties = { ...active.properties, ...(features === undefined ? {} : { features }) };
        return { ...record, active: { ...active, file: { sha256, size: 0, crc32: 0 }, properties } };
      };
      const put = async (...assets: readonly AssetRecord[]) =>
        await all.writer.change(async (changes) => {
          for (const each of assets) await changes.put('asset', each);
        });
      const lacking = async (after?: number) => idsOf(await all.source.withoutFeatures(after));
      await put(assetOf(1), asset(2), asset(3, ''), asset(4, 'AAEC'), asset(5));
      assert.deepEqual(await lacking(), [2, 5]);
      assert.deepEqual(await lacking(2), [5]);
      // An import that has not looked at the picture leaves what is known of the same file, but not of another.
      const { revision } = await all.source.lastCommit();
      await put(asset(3), asset(4));
      assert.equal((await all.source.lastCommit()).revision, revision);
      await put(asset(3, undefined, 'b'.repeat(64)));
      assert.deepEqual(await lacking(), [2, 3, 5]);
      const [third, fourth] = [3, 4].map(async (id) => (await all.source.page(id - 1))[0]?.active.properties.features);
      assert.deepEqual([await third, await fourth], [undefined, 'AAEC']);
    });

    test('an open state does not change with the catalogue, and several may be open', async () => {
      await using all = await opened(3);
      await using before = await all.source.open();
      await put(all, 2);
      await all.writer.change((changes) => changes.remove('asset', 3));
      await using after = await all.source.open();
      assert.deepEqual([before.model.revision, after.model.revision], [1, 3]);
      assert.equal((await all.source.lastCommit()).revision, 3);
      for (const [state, ids, name] of [
        [before, [1, 2, 3], 'asset 2'],
        [after, [1, 2], 'new 2'],
      ] as const) {
        assert.deepEqual(idsOf((await Array.fromAsync(state.assets())).flat()), ids);
        const found = await state.assetsOf([3, 2, 99, 1]);
        assert.deepEqual(idsOf(found), ids);
        assert.equal(found[1]?.active.name, name);
        assert.equal((await state.texts([2], 'name')).get(2), name);
      }
    });

    test('changed assets are those of later revisions, including removed ones', async () => {
      await using all = await opened(3);
      await put(all, 1);
      await put(all, 1, 4);
      await all.writer.change((changes) => changes.remove('asset', 2));
      await all.writer.change((changes) => changes.put('group', { id: 1, name: 'a group' }));
      await using state = await all.source.open();
      const since = async (revision: number) => (await state.changedSince(revision))?.toSorted((a, b) => a - b).join();
      assert.deepEqual(await Promise.all([0, 1, 2, 3, 4, 5].map(since)), ['1,2,3,4', '1,2,4', '2,4', '2', '', '']);
    });

    test('ratings are means of two decimals, of users with a token by the newest, and each makes its asset a changed one', async () => {
      await using all = await opened(3);
      const rate = (asset: number, user: number, date: number | string, rating?: number, isAnonymous = false) =>
        all.writer.change((changes) =>
          changes.putReview({
            asset,
            user,
            date,
            isAnonymous,
            comment: '',
            ...(rating === undefined ? {} : { rating }),
          }),
        );
      await all.writer.change((changes) => changes.put('user', { id: 1, name: 'a', groups: [], isService: false }));
      // Noon of that day in UTC, and local time that is later in New York alone.
      await rate(1, 1, Date.UTC(2024, 0, 1, 12), 1);
      await rate(1, 1, '2024-01-01T11:00:00', 5);
      await rate(2, 1, 1, 3, true);
      await rate(2, 1, 2, 3, true);
      await rate(2, 1, 3, 4, true);
      await rate(3, 1, 1);
      await using state = await all.source.open();
      const ratings = async (zone: string) => [...(await state.ratings([3, 2, 1, 9], zone))].sort();
      assert.deepEqual(await ratings('UTC'), [
        [1, 1],
        [2, 3.33],
      ]);
      assert.deepEqual(await ratings('America/New_York'), [
        [1, 5],
        [2, 3.33],
      ]);
      assert.deepEqual((await state.changedSince(4))?.toSorted(), [2, 3]);
      assert.deepEqual(await state.ratings([], 'UTC'), new Map());
    });

    test('changes are unknown since a trimmed revision, and known since a later one', async () => {
      await using all = await opened(3);
      await put(all, 1);
      await put(all, 2);
      await all.forget();
      await put(all, 3);
      await using state = await all.source.open();
      assert.equal(await state.changedSince(0), undefined);
      assert.equal(await state.changedSince(1), undefined);
      assert.deepEqual(await state.changedSince(2), [2, 3]);
      assert.deepEqual(await state.changedSince(3), [3]);
      assert.deepEqual(await state.changedSince(4), []);
    });

    test('each commit has a mark of its own, by which a history is known from one that was restored and went on', async () => {
      await using all = await opened(3);
      const marks = async () => {
        await using state = await all.source.open();
        return await Promise.all([1, 2, 3, 4].map(state.markOf));
      };
      assert.deepEqual((await marks()).slice(1), [undefined, undefined, undefined]);
      await put(all, 1);
      await put(all, 2);
      const before = await marks();
      assert.equal(new Set(before.slice(0, 3)).size, 3);
      assert.deepEqual(await all.source.lastCommit(), { revision: 3, mark: before[2] });
      await all.goBack(2);
      assert.deepEqual(await all.source.lastCommit(), { revision: 2, mark: before[1] });
      await put(all, 3);
      const after = await marks();
      assert.deepEqual(after.slice(0, 2), before.slice(0, 2));
      assert.ok(typeof after[2] === 'number' && after[2] !== before[2]);
      assert.deepEqual(await all.source.lastCommit(), { revision: 3, mark: after[2] });
    });

    test('texts are names, file names, and values of text fields', async () => {
      await using all = await opened(0);
      await all.writer.change(async (changes) => {
        await changes.put(
          'asset',
          assetOf(1, { name: 'one', original: 'one.tif', fields: new Map([[TEXT, 'plain']]) }),
        );
        await changes.put('asset', assetOf(2, { name: '', fields: new Map([[TEXT, { en: 'two', de: 'zwei' }]]) }));
        await changes.put('asset', assetOf(3, { fields: new Map([[NUMBER, 3]]) }));
      });
      await using state = await all.source.open();
      const texts = async (of: 'name' | 'original' | number) => Object.fromEntries(await state.texts([1, 2, 3, 4], of));
      assert.deepEqual(await texts('name'), { 1: 'one', 2: '', 3: 'asset 3' });
      assert.deepEqual(await texts('original'), { 1: 'one.tif', 2: '', 3: '' });
      assert.deepEqual(await texts(TEXT), { 1: 'plain', 2: { en: 'two', de: 'zwei' } });
      assert.deepEqual(await texts(NUMBER), {});
    });

    test('documents are the texts of active versions, in parts that stay small, and equal files share theirs', async () => {
      await using all = await opened(2);
      const long = 'many words '.repeat(250_000);
      await all.writer.change(async (changes) => {
        for (const id of [3, 4, 5]) await changes.put('asset', withFile(id, 'a'));
        for (const [id, sha] of ['b', 'c', 'd', 'e'].entries()) await changes.put('asset', withFile(6 + id, sha));
        await changes.putTexts([
          keptText('a', ['first', 'the second page'], true),
          ...['b', 'c', 'd'].map((sha) => keptText(sha, [`${sha} ${long}`], false)),
          keptText('e', []),
        ]);
      });
      await using state = await all.source.open();
      const parts = await Array.fromAsync(state.documents([1, 3, 4, 6, 7, 8, 9, 99]));
      assert.ok(parts.length > 1);
      const found = new Map(parts.flatMap((part) => [...part]));
      assert.deepEqual([...found.keys()], [3, 4, 6, 7, 8]);
      assert.deepEqual(found.get(4), { pages: ['first', 'the second page'], hasPages: true });
      assert.deepEqual(found.get(7), { pages: [`c ${long}`], hasPages: false });
      assert.deepEqual(await Array.fromAsync(state.documents([1, 9])), []);
    });

    test('a text changes the assets with its file, and the same text again changes nothing', async () => {
      await using all = await opened(1);
      await all.writer.change(async (changes) => {
        for (const id of [2, 3]) await changes.put('asset', withFile(id, 'a'));
      });
      const changedBy = async (text: KeptText) => {
        const { revision } = await all.source.lastCommit();
        await all.writer.change((changes) => changes.putTexts([text]));
        await using state = await all.source.open();
        return (await state.changedSince(revision))?.toSorted((a, b) => a - b);
      };
      assert.deepEqual(await changedBy(keptText('a', ['one'])), [2, 3]);
      assert.deepEqual(await changedBy(keptText('a', ['one'])), []);
      assert.deepEqual(await changedBy({ ...keptText('a', ['one']), recognition: 'failed' }), []);
      assert.deepEqual(await changedBy(keptText('a', ['two'])), [2, 3]);
      assert.deepEqual(await changedBy(keptText('f', ['nobody has this'])), []);
    });
  });
}
