import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBasketItems } from '../src/basket/basket-items.ts';
import { basketIdsOf, basketLink } from '../src/basket/basket-link.ts';
import { type BasketStorage, MOST_ITEMS, openBasketStore } from '../src/basket/basket-store.ts';

/** A storage that forgets nothing until `limit` characters. */
function storageOf(limit = Number.POSITIVE_INFINITY): BasketStorage & { readonly values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    removeItem: (key) => values.delete(key),
    setItem: (key, value) => {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
  };
}

const LAKE = { id: 7, name: 'lake.jpg' };

test('a basket lasts, one for each catalogue', () => {
  const storage = storageOf();
  openBasketStore('https://a.example/', storage, () => {}).change(() => [LAKE]);
  assert.deepEqual(openBasketStore('https://a.example/', storage, () => {}).items, [LAKE]);
  assert.deepEqual(openBasketStore('https://b.example/', storage, () => {}).items, []);
});

test('a window that was not told of a change adds to what another one stored', () => {
  const storage = storageOf();
  const [here, there] = [1, 2].map(() => openBasketStore('https://a.example/', storage, () => {}));
  there?.change((items) => [...items, LAKE]);
  here?.change((items) => [...items, { id: 8, name: 'b' }]);
  assert.deepEqual(here?.items, [LAKE, { id: 8, name: 'b' }]);
  there?.change((items) => items.filter(({ id }) => id !== 7));
  assert.deepEqual(there?.items, [{ id: 8, name: 'b' }]);
});

test('without storage, or with a full one, a basket lasts as long as the page', () => {
  for (const storage of [undefined, storageOf(0)]) {
    const store = openBasketStore('https://a.example/', storage, () => {});
    store.change(() => [LAKE]);
    assert.deepEqual(store.items, [LAKE]);
    store.change((items) => [...items, { id: 8, name: 'b' }]);
    assert.deepEqual(store.items, [LAKE, { id: 8, name: 'b' }]);
  }
});

test('what another program stored is an empty basket', () => {
  for (const text of ['', 'null', '{"a":1}', '[[1]]', '[["1","a"]]', '[1', '"x"']) {
    const storage = storageOf();
    storage.values.set('abs-basket https://a.example/', text);
    assert.deepEqual(openBasketStore('https://a.example/', storage, () => {}).items, [], text);
  }
});

test('an asset is in a basket once, with the name that is known, and a basket has an end', () => {
  const store = openBasketStore('https://a.example/', undefined, () => {});
  store.change(() => [LAKE, { id: 8, name: '' }, { id: 7, name: '' }, { id: 8, name: 'b' }]);
  assert.deepEqual(store.items, [LAKE, { id: 8, name: 'b' }]);
  store.change(() => Array.from({ length: MOST_ITEMS + 10 }, (_, id) => ({ id, name: '' })));
  assert.equal(store.items.length, MOST_ITEMS);
});

test('a link carries the assets in its fragment', () => {
  const link = basketLink('https://a.example/page?x=1#old', [7, 8]);
  assert.equal(link, 'https://a.example/page?x=1#basket=7,8');
  assert.deepEqual(basketIdsOf(link), [7, 8]);
  assert.deepEqual(basketIdsOf('https://a.example/#node=3&basket=7,,x,-2,9'), [7]);
  assert.deepEqual(basketIdsOf('https://a.example/#basket='), []);
  assert.equal(basketIdsOf('https://a.example/#node=3'), undefined);
});

test('what is added before the catalogue is known joins it, and stays with another language where nothing is stored', () => {
  let changes = 0;
  const items = openBasketItems(undefined, () => {
    changes += 1;
  });
  items.change(() => [LAKE]);
  items.open('https://a.example/');
  assert.deepEqual(items.list, [LAKE]);
  const before = changes;
  items.open('https://a.example/');
  assert.deepEqual(items.list, [LAKE]);
  assert.equal(changes, before);
  items.open('https://b.example/');
  assert.deepEqual(items.list, []);
});

test('what a basket has no room for is counted, also where it was added before the catalogue was known', () => {
  const ids = Array.from({ length: MOST_ITEMS + 500 }, (_, index) => index + 1);
  for (const order of ['early', 'late']) {
    const items = openBasketItems(undefined, () => {});
    if (order === 'late') items.open('https://a.example/');
    items.add([...ids, 1, 2]);
    items.open('https://a.example/');
    assert.deepEqual(items.addition, { total: MOST_ITEMS + 500, leftOut: 500 }, order);
    assert.deepEqual([items.list.length, items.list.at(-1)?.id], [MOST_ITEMS, MOST_ITEMS]);
    items.add([LAKE, MOST_ITEMS + 1]);
    assert.deepEqual(items.addition, { total: 2, leftOut: 1 });
    items.add([LAKE]);
    assert.deepEqual(items.addition, { total: 1, leftOut: 0 });
  }
});
