import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BasketItems } from '../src/basket/basket-items.ts';
import { basketIdsOf, basketLink } from '../src/basket/basket-link.ts';
import { type BasketStorage, BasketStore } from '../src/basket/basket-store.ts';
import { MAX_ITEMS } from '../src/basket/max-items.ts';

/** A storage that accepts at most `limit` characters. */
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

const storeOf = (storage: BasketStorage | undefined, base = 'https://a.example/') =>
  new BasketStore(base, storage, () => {});

const LAKE = { id: 7, name: 'lake.jpg' };

test('the browser stores one basket for each catalogue', () => {
  const storage = storageOf();
  storeOf(storage).change(() => [LAKE]);
  assert.deepEqual(storeOf(storage).items, [LAKE]);
  assert.deepEqual(storeOf(storage, 'https://b.example/').items, []);
});

test('a window adds to the items that another window has stored, even if it missed the event', () => {
  const storage = storageOf();
  const [here, there] = [1, 2].map(() => storeOf(storage));
  there?.change((items) => [...items, LAKE]);
  here?.change((items) => [...items, { id: 8, name: 'b' }]);
  assert.deepEqual(here?.items, [LAKE, { id: 8, name: 'b' }]);
  there?.change((items) => items.filter(({ id }) => id !== 7));
  assert.deepEqual(there?.items, [{ id: 8, name: 'b' }]);
});

test('without storage, or with a full one, a basket lasts as long as the page', () => {
  for (const storage of [undefined, storageOf(0)]) {
    const store = storeOf(storage);
    store.change(() => [LAKE]);
    assert.deepEqual(store.items, [LAKE]);
    store.change((items) => [...items, { id: 8, name: 'b' }]);
    assert.deepEqual(store.items, [LAKE, { id: 8, name: 'b' }]);
  }
});

test('data of another program is an empty basket', () => {
  for (const text of ['', 'null', '{"a":1}', '[[1]]', '[["1","a"]]', '[1', '"x"']) {
    const storage = storageOf();
    storage.values.set('abs-basket https://a.example/', text);
    assert.deepEqual(storeOf(storage).items, [], text);
  }
});

test('a basket contains an asset once, with its known name, and has a maximum size', () => {
  const store = storeOf(undefined);
  store.change(() => [LAKE, { id: 8, name: '' }, { id: 7, name: '' }, { id: 8, name: 'b' }]);
  assert.deepEqual(store.items, [LAKE, { id: 8, name: 'b' }]);
  store.change(() => Array.from({ length: MAX_ITEMS + 10 }, (_, id) => ({ id, name: '' })));
  assert.equal(store.items.length, MAX_ITEMS);
});

test('a link contains the assets in its fragment', () => {
  const link = basketLink('https://a.example/page?x=1#old', [7, 8]);
  assert.equal(link, 'https://a.example/page?x=1#basket=7,8');
  assert.deepEqual(basketIdsOf(link), [7, 8]);
  assert.deepEqual(basketIdsOf('https://a.example/#node=3&basket=7,,x,-2,9'), [7]);
  assert.deepEqual(basketIdsOf('https://a.example/#basket='), []);
  assert.deepEqual(basketIdsOf('https://a.example/#basket=7.8'), [7, 8]);
  assert.equal(basketIdsOf('https://a.example/#node=3'), undefined);
});

test('an asset that is added twice before the catalogue is known is in the basket once', () => {
  const items = new BasketItems(undefined, () => {});
  items.add([LAKE]);
  items.add([LAKE.id]);
  assert.deepEqual(items.list, [LAKE]);
});

test('items that are added before the catalogue is known join its items, and a change of the language keeps them without storage', () => {
  let changes = 0;
  const items = new BasketItems(undefined, () => {
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

test('what is removed, emptied and added before the catalogue is known changes its items in this order', () => {
  const storage = storageOf();
  const stored = [LAKE, { id: 8, name: 'b' }];
  const change = (base: string, made: (items: BasketItems) => void) => {
    storeOf(storage, base).change(() => stored);
    const items = new BasketItems(storage, () => {});
    made(items);
    items.open(base);
    return items.list.map(({ id }) => id);
  };
  const left = change('https://a.example/', (items) => items.change((all) => all.filter(({ id }) => id !== LAKE.id)));
  assert.deepEqual(left, [8]);
  const added = change('https://b.example/', (items) => {
    items.add([9]);
    items.change(() => []);
    items.add([10]);
  });
  assert.deepEqual(added, [10]);
});

test('assets that do not fit are counted, even if they were added before the catalogue was known', () => {
  const ids = Array.from({ length: MAX_ITEMS + 500 }, (_, index) => index + 1);
  for (const order of ['early', 'late']) {
    const items = new BasketItems(undefined, () => {});
    if (order === 'late') items.open('https://a.example/');
    items.add([...ids, 1, 2]);
    items.open('https://a.example/');
    assert.deepEqual(items.addition, { total: MAX_ITEMS + 500, added: MAX_ITEMS, leftOut: 500 }, order);
    assert.deepEqual([items.list.length, items.list.at(-1)?.id], [MAX_ITEMS, MAX_ITEMS]);
    items.add([LAKE, MAX_ITEMS + 1]);
    assert.deepEqual(items.addition, { total: 2, added: 0, leftOut: 1 });
    items.add([LAKE]);
    assert.deepEqual(items.addition, { total: 1, added: 0, leftOut: 0 });
  }
});
