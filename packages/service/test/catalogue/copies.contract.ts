import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Catalogue, Changes } from '../../src/catalogue/catalogue.ts';
import type { Pin } from '../../src/pins/store/pin.ts';
import { assetOf } from '../search/contract-samples.ts';
import { recordsOf } from '../support/records.ts';
import type { OpenedCatalogue } from './catalogue.contract.ts';

const pin: Pin = {
  ...{ code: 'AAAAAAAAAAAA', title: 'Spring\0\x1a "<b>"', endpoint: '', node: 1, assets: [2, 1], formats: [] },
  ...{ created: 1, expires: 2, isAnonymous: true, downloads: 3 },
};
const otherPin: Pin = { ...pin, isAnonymous: false, code: 'CCCCCCCCCCCC', creator: 2, groups: [7, 8], formats: [3] };
const SOURCE = { identity: 'a catalogue', lastIds: { node: 70, asset: 80 } };
const OTHER = { ...SOURCE, identity: 'another catalogue' };

async function stateOf(catalogue: Catalogue) {
  await using records = await catalogue.openRecords();
  const { copiedFrom, lastIds, model } = records;
  return { copiedFrom, lastIds, revision: model.revision, pins: (await Array.fromAsync(records.pins())).flat() };
}

const putAsset = (changes: Changes, id: number, count = 3) =>
  changes.put('asset', { ...assetOf(id), nodes: [], downloads: [{ date: '2026-01-01', count }] });

/** What every catalogue must do that `abs copy` writes. `open` opens an empty one each time. */
export function copiesContract(name: string, open: () => Promise<OpenedCatalogue>): void {
  describe(`${name}: copies`, () => {
    test('an empty catalogue becomes a copy, which uses no ID that its source has used', async () => {
      await using opened = await open();
      const { writer, catalogue } = opened;
      await writer.change(async (changes) => {
        await changes.becomeCopy(SOURCE);
        await putAsset(changes, 5);
        await changes.putPins([otherPin, pin]);
      });
      assert.deepEqual(await stateOf(catalogue), {
        copiedFrom: SOURCE.identity,
        lastIds: SOURCE.lastIds,
        revision: 1,
        pins: [pin, otherPin],
      });
      const next = await writer.change(async (c) => [await c.nextId('node'), await c.nextId('asset')]);
      assert.deepEqual(next, [71, 81]);
    });

    test('the last IDs include those of objects that were removed', async () => {
      await using opened = await open();
      const { writer, catalogue } = opened;
      assert.deepEqual((await stateOf(catalogue)).lastIds, { node: 0, asset: 0 });
      await writer.change(async (changes) => {
        await putAsset(changes, 5);
        await putAsset(changes, 9);
      });
      await writer.change((changes) => changes.remove('asset', 9));
      assert.deepEqual((await stateOf(catalogue)).lastIds, { node: 0, asset: 9 });
    });

    test('a copy becomes a newer copy of its source: its counts of downloads and its PINs are replaced', async () => {
      await using opened = await open();
      const { writer, catalogue } = opened;
      await writer.change(async (changes) => {
        await changes.becomeCopy(SOURCE);
        await putAsset(changes, 5);
        await changes.putPins([pin]);
      });
      await writer.addDownloads('2026-02-02', new Map([[5, 1]]));
      await writer.change(async (changes) => {
        await changes.becomeCopy(SOURCE);
        assert.equal(await putAsset(changes, 5), 'changed');
        await changes.putPins([otherPin]);
      });
      const [record] = await recordsOf(catalogue);
      assert.deepEqual(record?.downloads, [{ date: '2026-01-01', count: 3 }]);
      assert.deepEqual((await stateOf(catalogue)).pins, [otherPin]);
      assert.equal((await stateOf(catalogue)).copiedFrom, SOURCE.identity);
    });

    test('a catalogue of its own, a copy of another and a copy that was changed are refused and stay as they are', async () => {
      await using opened = await open();
      const { writer, catalogue } = opened;
      const become = (source: typeof SOURCE) =>
        writer.change(async (changes) => {
          await putAsset(changes, 6);
          await changes.becomeCopy(source);
        });
      const refused = { name: 'DifferentCatalogue' };

      await writer.change((changes) => putAsset(changes, 5));
      const own = await stateOf(catalogue);
      await assert.rejects(become(SOURCE), refused);
      assert.deepEqual(await stateOf(catalogue), own);

      await using second = await open();
      const copyTo = (source: typeof SOURCE) =>
        second.writer.change(async (changes) => {
          await changes.becomeCopy(source);
          await putAsset(changes, 5);
        });
      await copyTo(SOURCE);
      await assert.rejects(copyTo(OTHER), refused);
      await second.writer.change((changes) => putAsset(changes, 6));
      assert.equal((await stateOf(second.catalogue)).copiedFrom, undefined);
      await assert.rejects(copyTo(SOURCE), refused);
      assert.equal((await recordsOf(second.catalogue)).length, 2);
    });
  });
}
