/** What the choice of the order says of a list, whatever an address or a page has asked for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import './support/client-from-source.ts';
import type { AssetQuery } from '../src/assets/asset-query.ts';
import { listSearchOf } from '../src/assets/order.ts';
import { orderName } from '../src/browse/order-name.ts';
import { ordersOf, usualText } from '../src/browse/orders.ts';
import { readPlace } from '../src/page/address.ts';
import { EN_LATER } from '../src/texts/en-later.ts';
import { loadTexts } from '../src/texts/texts.ts';

/** All that addresses accept. */
const KEYS =
  'id name uploaddate lastmodified extension assettype original originalname size filesize duration pixels rating info_12 info_13'.split(
    ' ',
  );

const orderOf = (hash: string) => ordersOf(readPlace(hash).query, { defaults: {} });

/** Names an order of a catalogue that has only field 12. */
async function nameOf(order: string, language = 'en'): Promise<string> {
  const infofield = async ({ infofield: id }: { readonly infofield: number }) => {
    if (id !== 12) throw new Error('infofield_not_found');
    return { name: 'Year' };
  };
  const client = { asset: { infofield } } as unknown as Catalogue['client'];
  return await orderName(
    { client, say: await loadTexts(language), about: { dateFields: [] } as unknown as Catalogue['about'] },
    order,
  );
}

test('each order that an address can name has one entry, with its own name', async () => {
  const names = new Map<string, string>();
  for (const key of KEYS)
    for (const direction of ['asc', 'desc']) {
      const { usual, current } = orderOf(`#sort=${key}-${direction}`);
      const usualName = (EN_LATER as Readonly<Record<string, unknown>>)[`browse.sort.${current}`];
      assert.equal(usual.includes(current), usualName !== undefined);
      names.set(current, String(usualName ?? (await nameOf(current))));
    }
  const fieldOnly = ['info_13-asc', 'info_13-desc'];
  for (const unknown of fieldOnly) assert.equal(names.get(unknown), 'Another order');
  // Two keys mean the same.
  const aliases = ['originalname-asc', 'originalname-desc'];
  const own = [...names].filter(([order]) => ![...fieldOnly, ...aliases].includes(order)).map(([, name]) => name);
  assert.equal(new Set(own).size, own.length, String(own));
  assert.equal(names.get('info_12-desc'), 'Year, descending');
  assert.equal(names.get('lastmodified-asc'), 'Modified, oldest first');
  assert.equal(await nameOf('info_12-asc', 'de'), 'Year, aufsteigend');
});

test('every usual order has a text', () => {
  for (const order of orderOf('#q=lake').usual) assert.ok(`browse.sort.${order}` in EN_LATER, order);
});

test('both names of the order by size are one entry', () =>
  assert.equal(orderOf('#sort=filesize-desc').current, 'size-desc'));

test('a list without an order has that of the service: by relevance with a text, else by name, unless its operator chose one', () => {
  const orders = ['', '#q=lake'].map((hash) => orderOf(hash).current);
  assert.deepEqual(orders, ['name-asc', 'default']);
  const about = { defaults: { sort_order: 'uploaddate', sort_order_seq: 'desc' }, assetDateField: 5 };
  for (const query of [{}, { text: 'lake' }, { sorting: { by: 'default', direction: 'asc' } as const }]) {
    const { usual, current } = ordersOf(query, about);
    assert.equal(current, 'uploaddate-desc');
    assert.ok(!usual.includes('default'));
  }
  assert.equal(ordersOf({ sorting: { by: 'name', direction: 'asc' } }, about).current, 'name-asc');
});

test('photos are listed with the newest first, and their dates are usual orders; names are titles if there are some', () => {
  const about = { defaults: {}, assetNameField: 3, assetDateField: 5 };
  const { usual, current } = ordersOf({ node: 1 }, about);
  assert.equal(current, 'info_5-desc');
  assert.deepEqual(usual.slice(0, 3), ['info_5-desc', 'info_5-asc', 'name-asc']);
  for (const order of usual) assert.ok(usualText(order) in EN_LATER, order);
  assert.equal(ordersOf({ text: 'lake' }, about).current, 'default');
  const sortOf = (query: AssetQuery) => listSearchOf(query, about).sort_order;
  assert.deepEqual(sortOf({}), ['info_5']);
  assert.deepEqual(sortOf({ sorting: { by: 'name', direction: 'desc' } }), ['info_3', 'name']);
  assert.equal(sortOf({ text: 'lake' }), undefined);
});

test('several keys at once are another order', async () => {
  const { current } = ordersOf({}, { defaults: { sort_order: 'name,size', sort_order_seq: 'asc,desc' } });
  assert.equal(await nameOf(current), 'Another order');
});
