/** Showings over a client whose list changes, fails and is busy. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asset, ServiceError } from '../../client/src/index.ts';
import { until } from '../../core/test/support/until.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import type { ShownPlace } from '../src/viewer/shown-place.ts';
import './support/client-from-source.ts';

// Node has no pictures: these load at once.
Object.assign(globalThis, {
  Image: function picture() {
    return { decode: async () => {}, naturalWidth: 100, naturalHeight: 100 };
  },
});

const { Showing } = await import('../src/viewer/showing.ts');

const assetOf = (id: number): Asset => ({ id, type: 1, name: `${id}.jpg`, version: 1 });

/** Opens a showing of a list with these IDs, at one of them (`wanted`), or at a position. */
function openViewer(ids: readonly number[], wanted: number | undefined, position: number, maxPageSize = 10) {
  const state = {
    ...{ ids, asked: 0, pages: 1, signals: [] as (AbortSignal | undefined)[] },
    failure: undefined as unknown,
    /** The only page that fails, from 1; undefined for all of them. */
    failingPage: undefined as number | undefined,
  };
  const search = async (
    { paginate = 10, page = 1 }: { paginate?: number; page?: number },
    { signal }: { signal?: AbortSignal } = {},
  ) => {
    state.asked += 1;
    state.signals.push(signal);
    await Promise.resolve();
    signal?.throwIfAborted();
    if (state.failure !== undefined && page === (state.failingPage ?? page)) throw state.failure;
    const items = state.ids.slice((page - 1) * paginate, page * paginate).map(assetOf);
    return { items, total: state.ids.length };
  };
  const thumb = async () => ({ pages: state.pages, isPlaceholder: false, blob: async () => {} });
  const catalogue = {
    client: { node: { search }, asset: { thumb } },
    about: { maxPageSize },
    pictures: { addressOf: () => '/picture' },
  } as unknown as Catalogue;
  const place: ShownPlace = {
    ...{ query: {}, position, isGuessed: false, version: 0, page: 1 },
    asset: wanted === undefined ? undefined : assetOf(wanted),
  };
  const moves: (readonly [id: number, position: number])[] = [];
  const turns: (readonly [id: number, page: number])[] = [];
  const showing = new Showing({
    place,
    catalogue: () => catalogue,
    changed: () => {},
    left: () => {},
    moved: (asset, reached) => moves.push([asset.id, reached]),
    turned: ({ id }, page) => turns.push([id, page]),
  });
  return { state, place, moves, turns, showing };
}

const LIST = [11, 12, 13, 14, 15];

test('an asset is shown at once, and its new position is reported when the list arrives', async () => {
  const { place, moves, showing } = openViewer(LIST, 14, 1);
  showing.start();
  assert.deepEqual([showing.shown?.asset.id, showing.total], [14, undefined]);
  await until(() => showing.total !== undefined);
  assert.deepEqual([place.position, moves, showing.isListed], [3, [[14, 3]], true]);
  showing.close();
});

test('without an asset, the one at the position or the last one of a shorter list is shown and reported', async () => {
  for (const [position, id] of [
    [1, 12],
    [99, 15],
  ] as const) {
    const { place, moves, showing } = openViewer(LIST, undefined, position);
    showing.start();
    await until(() => showing.shown !== undefined);
    assert.equal(place.asset?.id, id);
    assert.deepEqual(moves, [[id, place.position]]);
    showing.close();
  }
});

test('a document begins at the page of the place, turned pages are reported, and another asset begins at its first', async () => {
  const { state, place, turns, showing } = openViewer(LIST, 12, 1);
  state.pages = 9;
  place.page = 7;
  showing.start();
  await until(() => showing.total !== undefined && showing.shown?.pages === 9);
  assert.equal(showing.shown?.page, 6);
  place.page = 3;
  showing.find();
  assert.deepEqual([showing.shown?.page, turns], [2, []]);
  showing.turnPage(1);
  assert.deepEqual([place.page, turns], [4, [[12, 4]]]);
  showing.moveBy(1);
  assert.deepEqual([place.page, showing.shown?.asset.id, showing.shown?.page], [1, 13, 0]);
  showing.close();
});

test('in place of a page that a document does not have, the first one is shown and reported', async () => {
  for (const page of [99, 10]) {
    const { state, place, turns, showing } = openViewer(LIST, 12, 1);
    state.pages = 9;
    place.page = page;
    showing.start();
    await until(() => showing.shown?.pages === 9);
    assert.deepEqual([showing.shown?.page, place.page, turns], [0, 1, [[12, 1]]]);
    showing.close();
  }
  const { place, showing } = openViewer(LIST, 12, 1);
  place.page = Number.NaN;
  showing.start();
  assert.equal(showing.shown?.page, 0);
  showing.close();
});

test('the next asset of one that has left the list is the one at its former position', async () => {
  const { place, showing } = openViewer(LIST, 99, 2);
  showing.start();
  await until(() => showing.total !== undefined);
  assert.deepEqual([showing.isListed, showing.shown?.asset.id], [false, 99]);
  showing.moveBy(1);
  assert.deepEqual([place.asset?.id, place.position, showing.isListed], [13, 2, true]);
  showing.close();
});

const LONG = Array.from({ length: 5000 }, (_, index) => 10_000 + index);

test('an asset far from its guessed position is found in few requests, reported, and has its neighbours', async () => {
  const { state, place, moves, showing } = openViewer(LONG, 13_000, 0, 1000);
  place.isGuessed = true;
  showing.start();
  const { shown } = showing;
  await until(() => moves.length > 0);
  assert.deepEqual(moves, [[13_000, 3000]]);
  await until(() => !place.isGuessed);
  // Its first page, four longer ones, and those with the asset and its neighbours.
  assert.equal(state.asked, 7);
  assert.equal(showing.shown, shown);
  assert.deepEqual([showing.isListed, showing.edges], [true, { isFirst: false, isLast: false }]);
  showing.moveBy(-1);
  assert.deepEqual([place.asset?.id, place.position], [12_999, 2999]);
  showing.close();
});

test('an asset that is not in the list is looked for once, and has no neighbours', async () => {
  const { state, place, moves, showing } = openViewer(LONG, 99, 0, 1000);
  place.isGuessed = true;
  showing.start();
  await until(() => state.asked === 6);
  showing.find();
  await new Promise((later) => setImmediate(later));
  showing.moveBy(1);
  assert.deepEqual([state.asked, moves, place.asset?.id], [6, [], 99]);
  assert.deepEqual(showing.edges, { isFirst: true, isLast: true });
  showing.close();
});

test('a list that cannot be loaded is a failure only without an asset, and is requested again if the service is busy', async () => {
  const { state, showing } = openViewer(LIST, undefined, 0);
  state.failure = new Error('down');
  showing.start();
  await until(() => showing.failure !== undefined);
  assert.equal(state.asked, 1);
  state.failure = new ServiceError('overloaded', 'busy', { status: 503, retryAfter: 0 });
  showing.start();
  await until(() => state.asked > 2);
  state.failure = undefined;
  await until(() => showing.shown !== undefined);
  assert.equal(showing.failure, undefined);
  showing.close();

  const known = openViewer(LIST, 12, 1);
  known.state.failure = new Error('down');
  known.showing.start();
  await until(() => known.state.asked > 0);
  assert.deepEqual([known.showing.shown?.asset.id, known.showing.failure], [12, undefined]);
  known.showing.close();
});

const MANY = Array.from({ length: 25 }, (_, index) => 100 + index);

test('a neighbour that could not be loaded is requested again when the person moves there', async () => {
  const { state, moves, showing } = openViewer(MANY, 109, 9);
  state.failure = new Error('down');
  state.failingPage = 2;
  showing.start();
  await until(() => showing.total !== undefined && state.asked === 2);
  showing.moveBy(1);
  await until(() => showing.failure !== undefined);
  assert.equal(state.asked, 3);
  state.failure = undefined;
  showing.moveBy(-1);
  assert.deepEqual([showing.failure, showing.shown?.asset.id], [undefined, 109]);
  showing.moveBy(1);
  await until(() => showing.shown?.asset.id === 110);
  assert.deepEqual(moves.flat(), [109, 9, 110, 10]);
  showing.close();
});

test('with another query, the asset stays as it is, and its position there is reported', async () => {
  const { state, place, moves, showing } = openViewer(LIST, 14, 3);
  showing.start();
  await until(() => showing.total !== undefined);
  const { shown } = showing;
  state.ids = LIST.toReversed();
  Object.assign(place, { query: { sorting: { by: 'id', direction: 'desc' } } });
  showing.requery();
  assert.equal(showing.total, undefined);
  await until(() => showing.total !== undefined);
  assert.equal(showing.shown, shown);
  assert.deepEqual([place.position, moves], [1, [[14, 1]]]);
  showing.close();
});

test('after closing, nothing is requested, and pending requests are cancelled', async () => {
  const { state, showing } = openViewer(LIST, 12, 1);
  showing.start();
  showing.close();
  assert.deepEqual([showing.shown, showing.total], [undefined, undefined]);
  assert.ok(state.signals.every((signal) => signal?.aborted));
});
