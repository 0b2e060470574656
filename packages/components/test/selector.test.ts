/** Selecting by position in a list whose pages arrive late, or not at all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Asset } from '../../client/src/index.ts';
import { until } from '../../core/test/support/until.ts';
import type { AssetList } from '../src/assets/asset-list.ts';
import { Selector } from '../src/grid/selector.ts';

/** A selector over a list with the IDs 100, 101 …, of which those at the first `loaded` positions are loaded. */
function openOver(total: number, { loaded = total, max = 10, fails = false } = {}) {
  const list: Pick<AssetList, 'total' | 'at' | 'idsAt'> = {
    total,
    at: (position) => (position < loaded ? ({ id: 100 + position } as Asset) : undefined),
    idsAt: async (positions) => {
      if (fails) throw new Error('down');
      return positions.map((position) => 100 + position);
    },
  };
  return new Selector({
    list: () => list as AssetList,
    limits: () => ({ isMultiple: true, max }),
    selected: () => {},
    changed: () => {},
  });
}

test('selecting all keeps assets that were chosen in another list, even if the request for the others fails', async () => {
  for (const fails of [false, true]) {
    const selector = openOver(4, { loaded: 2, fails });
    selector.replace([7]);
    selector.selectAll();
    assert.deepEqual([...selector.ids], [7, 100, 101]);
    await until(() => selector.problem !== 'loading');
    assert.equal(selector.problem, fails ? 'failed' : undefined);
    assert.deepEqual([...selector.ids], fails ? [7, 100, 101] : [7, 100, 101, 102, 103]);
  }
});

test('a selection that just fits is no problem, even if it is repeated, and a larger one is', () => {
  const all = openOver(10);
  for (let time = 0; time < 2; time += 1) {
    all.selectAll();
    assert.deepEqual([all.ids.size, all.problem], [10, undefined]);
  }
  const range = openOver(12);
  range.toggle(0);
  range.extendTo(9, 0);
  assert.deepEqual([range.ids.size, range.problem], [10, undefined]);
  range.extendTo(10, 0);
  assert.deepEqual([range.ids.size, range.problem], [10, 'limit']);
  const chosenElsewhere = openOver(10);
  chosenElsewhere.replace([7]);
  chosenElsewhere.selectAll();
  assert.deepEqual([chosenElsewhere.ids.size, chosenElsewhere.problem], [10, 'limit']);
});
