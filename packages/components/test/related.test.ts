/** Related assets by the types of their relations, over a service that tells only one type at a time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startInterfaceServer } from './support/interface-server.ts';
import './support/client-from-source.ts';

const { connect } = await import('@asset-browsing-service/client');
const { groupRelated } = await import('../src/details/related.ts');

const ASSET = 7;

/** Starts a service with these relations of the asset: IDs of related assets by type, in the order of the types. */
async function startService(relations: Readonly<Record<string, readonly number[]>>) {
  const service = { relations, reverse: {} as Readonly<Record<string, string>>, fails: '' };
  const server = await startInterfaceServer(({ relations: id = '', type = id }) => {
    if (type === service.fails) throw 400;
    if (id !== '-1') return { data: relations[type]?.map((each) => ({ id: each })) };
    const types = Object.keys(relations).map((key, place) => ({
      ...{ id: String(place + 1), value: key, name: key.toUpperCase() },
      ...(key in service.reverse && { reverse_name: service.reverse[key] }),
    }));
    // Their order is that of the definitions.
    return { data: types.toReversed() };
  });
  const client = connect(server.url);
  const all = [...new Set(Object.values(relations).flat())].map((id) => ({ ...{ id, type: 1, name: '' }, version: 1 }));
  return Object.assign(service, {
    asked: server.asked,
    /** The groups of the asset with their IDs, as its details show them. */
    group: async (related = all, signal = new AbortController().signal) => {
      const groups = await groupRelated(client, ASSET, related, signal);
      return groups.map(({ name, assets }) => `${name}: ${assets.map(({ id }) => id)}`);
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  });
}

/** What a request asked for: a type, or all types. */
const typesAsked = (asked: readonly Readonly<Record<string, string>>[]) =>
  asked.map(({ relations, type }) => type ?? relations);

test('an asset without relations asks for nothing', async () => {
  await using service = await startService({ variant: [] });
  assert.deepEqual(await service.group([]), []);
  assert.deepEqual(service.asked, []);
});

test('the types are asked for once, and the assets of a catalogue with one type never', async () => {
  await using service = await startService({ variant: [1, 2] });
  for (let time = 0; time < 2; time += 1) assert.deepEqual(await service.group(), ['VARIANT: 1,2']);
  assert.deepEqual(typesAsked(service.asked), ['-1']);
});

test('groups are in the order of the list; types are asked for until each asset has one, but not the last type', async () => {
  await using service = await startService({ variant: [3], similar: [], shows: [1, 3], part: [2], other: [] });
  service.reverse = { shows: 'Shown in' };
  // Asset 3 is related in two ways and listed once.
  assert.deepEqual(await service.group(), ['VARIANT: 3', 'SHOWS / Shown in: 1', 'PART: 2']);
  assert.deepEqual(typesAsked(service.asked), ['-1', 'variant', 'similar', 'shows', 'part']);
  await using last = await startService({ variant: [3], similar: [2] });
  assert.deepEqual(await last.group(), ['VARIANT: 3', 'SIMILAR: 2']);
  assert.deepEqual(typesAsked(last.asked), ['-1', 'variant']);
});

test('of many types, only the first eight are asked for', async () => {
  const types = Array.from({ length: 20 }, (_, place) => [`type${place}`, place === 2 || place > 9 ? [place] : []]);
  await using service = await startService(Object.fromEntries(types));
  assert.deepEqual(await service.group(), ['TYPE2: 2', 'undefined: 10,11,12,13,14,15,16,17,18,19']);
  assert.equal(service.asked.length, 9);
});

test('what fails leaves the assets without types', async () => {
  await using service = await startService({ variant: [1], similar: [2], shows: [3] });
  service.fails = '-1';
  assert.deepEqual(await service.group(), ['undefined: 1,2,3']);
  service.fails = 'similar';
  assert.deepEqual(await service.group(), ['VARIANT: 1', 'undefined: 2,3']);
  service.fails = '';
  assert.deepEqual((await service.group()).length, 3);
  assert.deepEqual(await service.group(undefined, AbortSignal.abort()), ['undefined: 1,2,3']);
});
