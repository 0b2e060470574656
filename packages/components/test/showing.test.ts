/** What a viewer shows, over a client whose list moves, fails and is busy. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asset, ServiceError } from '../../client/src/index.ts';
import { until } from '../../service/test/support/until.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import type { ShownPlace } from '../src/viewer/showing.ts';
import './support/client-from-source.ts';

// Pictures load at once: Node has none.
Object.assign(globalThis, {
  Image: function picture() {
    return { decode: async () => {}, naturalWidth: 100, naturalHeight: 100 };
  },
});

const { openShowing } = await import('../src/viewer/showing.ts');

const assetOf = (id: number): Asset => ({ id, type: 1, name: `${id}.jpg`, version: 1 });

/** A viewer of a list with these IDs, which asks for one of them at a position. */
function openViewer(ids: readonly number[], wanted: number | undefined, position: number) {
  const state = { ids, failure: undefined as unknown, asked: 0, signals: [] as (AbortSignal | undefined)[] };
  const search = async (
    { paginate = 10, page = 1 }: { paginate?: number; page?: number },
    { signal }: { signal?: AbortSignal } = {},
  ) => {
    state.asked += 1;
    state.signals.push(signal);
    await Promise.resolve();
    signal?.throwIfAborted();
    if (state.failure !== undefined) throw state.failure;
    const items = state.ids.slice((page - 1) * paginate, page * paginate).map(assetOf);
    return { items, total: state.ids.length };
  };
  const thumb = async () => ({ pages: 1, isPlaceholder: false, blob: async () => {} });
  const catalogue = {
    client: { node: { search }, asset: { thumb } },
    about: { maxPageSize: 10 },
    pictures: { addressOf: () => '/picture' },
  } as unknown as Catalogue;
  const place: ShownPlace = {
    ...{ query: {}, position, version: 0 },
    asset: wanted === undefined ? undefined : assetOf(wanted),
  };
  const moves: (readonly [id: number, position: number])[] = [];
  const showing = openShowing({
    place,
    catalogue: () => catalogue,
    changed: () => {},
    left: () => {},
    moved: (asset, reached) => moves.push([asset.id, reached]),
  });
  return { state, place, moves, showing };
}

const LIST = [11, 12, 13, 14, 15];

test('an asset is shown at once, and its new place is told once the list is there', async () => {
  const { place, moves, showing } = openViewer(LIST, 14, 1);
  showing.start();
  assert.equal(showing.shown?.asset.id, 14);
  assert.equal(showing.total, undefined);
  await until(() => showing.total !== undefined);
  assert.deepEqual([place.position, moves], [3, [[14, 3]]]);
  assert.equal(showing.isListed, true);
  showing.close();
});

test('without an asset, the one at the position is shown, or the last one of a shorter list', async () => {
  for (const [position, id] of [
    [1, 12],
    [99, 15],
  ] as const) {
    const { place, showing } = openViewer(LIST, undefined, position);
    showing.start();
    await until(() => showing.shown !== undefined);
    assert.equal(place.asset?.id, id);
    showing.close();
  }
});

test('one goes to the neighbours and the ends, and not beyond', async () => {
  const { place, moves, showing } = openViewer(LIST, 12, 1);
  showing.start();
  await until(() => showing.total !== undefined);
  place.version = 3;
  showing.moveBy(-1);
  assert.deepEqual([place.asset?.id, place.version, showing.edges], [11, 0, { isFirst: true, isLast: false }]);
  showing.moveBy(-1);
  showing.moveTo('last');
  assert.deepEqual(showing.edges, { isFirst: false, isLast: true });
  showing.moveBy(1);
  assert.deepEqual(moves, [
    [11, 0],
    [15, 4],
  ]);
  assert.equal(showing.shown?.asset.id, 15);
  showing.close();
});

test('after an asset that is no longer in the list comes what is at its place', async () => {
  const { place, showing } = openViewer(LIST, 99, 2);
  showing.start();
  await until(() => showing.total !== undefined);
  assert.deepEqual([showing.isListed, showing.shown?.asset.id], [false, 99]);
  showing.moveBy(1);
  assert.deepEqual([place.asset?.id, place.position, showing.isListed], [13, 2, true]);
  showing.close();
});

test('a list that fails is told where nothing can be shown, and asked for again if the service is busy', async () => {
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

test('nothing is asked for after the end, and what is on its way ends', async () => {
  const { state, showing } = openViewer(LIST, 12, 1);
  showing.start();
  showing.close();
  assert.deepEqual([showing.shown, showing.total], [undefined, undefined]);
  assert.ok(state.signals.every((signal) => signal?.aborted));
});
