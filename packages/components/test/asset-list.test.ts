/** Lists of assets over a client whose list shrinks, moves and fails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asset, type Client, ServiceError, type SystemInformation } from '../../client/src/index.ts';
import { until } from '../../core/test/support/until.ts';
import './support/client-from-source.ts';

const { assetsById } = await import('../src/assets/assets-by-id.ts');
const { loadIds } = await import('../src/assets/asset-ids.ts');
const { AssetList } = await import('../src/assets/asset-list.ts');

const { signal } = new AbortController();
const about = { maxPageSize: 10 } as SystemInformation;

/** A client that finds these IDs in their order. Tests change them, and let requests fail. */
function fakeClient(count: number) {
  const fake = {
    ids: Array.from({ length: count }, (_, index) => index + 1),
    failure: undefined as unknown,
    /** The pages that were asked for. */
    asked: [] as number[],
    signals: [] as (AbortSignal | undefined)[],
    /** What entries say of their pictures. */
    picture: undefined as object | undefined,
    refusal: undefined as 'picture_not_allowed' | 'parameter_invalid' | undefined,
  };
  const search = async (
    {
      paginate = 10,
      page = 1,
      search_id: only,
      pictures,
    }: Partial<Record<'paginate' | 'page', number>> & { search_id?: readonly number[]; pictures?: string },
    options?: { signal?: AbortSignal },
  ) => {
    fake.asked.push(page);
    fake.signals.push(options?.signal);
    await Promise.resolve();
    options?.signal?.throwIfAborted();
    if (fake.failure !== undefined) throw fake.failure;
    if (fake.refusal && pictures) throw new ServiceError(fake.refusal, '');
    const found = fake.ids.filter((id) => !only || only.includes(id));
    const items = found
      .slice((page - 1) * paginate, page * paginate)
      .map((id) => ({ id, picture: fake.picture }) as unknown as Asset);
    return { items, total: found.length };
  };
  return Object.assign(fake, { client: { node: { search } } as unknown as Client });
}

function openList(fake: ReturnType<typeof fakeClient>, limits: Partial<SystemInformation> = {}) {
  const told = { changed: 0, failures: [] as unknown[] };
  const list = new AssetList({
    ...{ client: fake.client, about: { ...about, ...limits }, query: {} },
    changed: () => {
      told.changed += 1;
    },
    failed: (error) => told.failures.push(error),
  });
  return { list, told };
}

test('a list that has become shorter forgets the pages of the longer one, whose positions mean other assets', async () => {
  const fake = fakeClient(30);
  const { list, told } = openList(fake);
  list.show(0, 10);
  await until(() => told.changed === 1);
  assert.deepEqual([list.total, list.at(3)?.id], [30, 4]);
  fake.ids = fake.ids.slice(5);
  list.show(10, 20);
  await until(() => told.changed === 2);
  assert.deepEqual([list.total, list.at(10)?.id, list.at(3)], [25, 16, undefined]);
  list.show(0, 20);
  await until(() => told.changed === 3);
  assert.deepEqual(fake.asked, [1, 2, 1]);
  assert.equal(list.at(3)?.id, 9);
  list.close();
});

test('a list ends where the search index ends, and asks for nothing beyond', async () => {
  const fake = fakeClient(100);
  const searchLimits = { mostOffset: 25 } as NonNullable<SystemInformation['searchLimits']>;
  const { list, told } = openList(fake, { searchLimits });
  list.show(70, 90);
  await until(() => told.changed === 1);
  assert.deepEqual([fake.asked, list.total, list.reach, list.at(29)?.id], [[3], 100, 30, 30]);
  list.close();
});

test('a page that failed is not requested again until somebody retries or comes back to it', async () => {
  const fake = fakeClient(30);
  const { list, told } = openList(fake);
  fake.failure = new Error('down');
  list.show(0, 10);
  await until(() => told.failures.length === 1);
  list.show(0, 10);
  assert.deepEqual(fake.asked, [1]);
  fake.failure = undefined;
  list.retry();
  list.show(0, 10);
  await until(() => told.changed === 1);
  fake.failure = new Error('down');
  list.show(10, 20);
  await until(() => told.failures.length === 2);
  list.show(0, 10);
  fake.failure = undefined;
  list.show(10, 20);
  await until(() => told.changed === 2);
  assert.deepEqual(fake.asked, [1, 1, 2, 2]);
  list.close();
});

test('requests for pages that are no longer shown are cancelled, without a failure', async () => {
  const fake = fakeClient(100);
  const { list, told } = openList(fake);
  list.show(0, 10);
  list.show(50, 60);
  await until(() => told.changed === 1);
  const aborted = fake.signals.map((own) => own?.aborted);
  assert.deepEqual(aborted, [true, false]);
  assert.deepEqual([list.at(0), list.at(50)?.id, told.failures], [undefined, 51, []]);
  list.close();
});

test('pages whose signed addresses have ended are asked for again when they are shown, and stay meanwhile', async () => {
  const fake = fakeClient(30);
  const { list, told } = openList(fake);
  const signedUntil = (expires: number) => ({ src: 'a', width: 1, height: 1, focus: null, expires });
  fake.picture = signedUntil(Date.now() / 1000 - 1);
  list.show(0, 10);
  await until(() => told.changed === 1);
  fake.picture = signedUntil(Date.now() / 1000 + 3600);
  list.show(0, 10);
  assert.equal(list.at(3)?.id, 4);
  await until(() => told.changed === 2);
  list.show(0, 10);
  assert.deepEqual(fake.asked, [1, 1]);
  list.close();
});

test('of a service whose operator allows no such pictures, lists are loaded without them, and ask only once', async () => {
  for (const refusal of ['picture_not_allowed', 'parameter_invalid'] as const) {
    const fake = Object.assign(fakeClient(30), { refusal });
    const options = { client: fake.client, about: { ...about } };
    assert.equal((await assetsById(options, [3], signal)).size, 1);
    assert.equal((await assetsById(options, [4], signal)).size, 1);
    assert.equal(fake.asked.length, 3);
  }
});

test('IDs are returned in the order of their positions, from loaded and unloaded pages', async () => {
  const fake = fakeClient(25);
  const present = (page: number) => (page === 0 ? [101, 102, 103] : undefined);
  const pages = { client: fake.client, search: { search: '' }, pageSize: 10, present };
  assert.deepEqual(await loadIds(pages, [24, 1, 12, 99, 0], signal), [25, 102, 13, 101]);
  const asked = fake.asked.toSorted((one, other) => one - other);
  assert.deepEqual(asked, [2, 3, 10]);
  fake.failure = new Error('down');
  await assert.rejects(loadIds(pages, [0, 12], signal), fake.failure as Error);
  assert.deepEqual(await loadIds(pages, [0, 2], signal), [101, 103]);
});

test('assets are loaded by their IDs in pages of the size that the service allows, without those that are gone', async () => {
  const fake = fakeClient(25);
  fake.ids = fake.ids.filter((id) => id !== 7);
  const wanted = Array.from({ length: 30 }, (_, index) => index + 1);
  const found = await assetsById({ client: fake.client, about }, wanted, signal);
  const loaded = [...found.keys()].toSorted((one, other) => one - other);
  assert.deepEqual(loaded, fake.ids);
  assert.equal(fake.asked.length, 3);
  fake.failure = new Error('down');
  await assert.rejects(assetsById({ client: fake.client, about }, wanted, signal), fake.failure as Error);
  assert.equal((await assetsById({ client: fake.client, about }, [], signal)).size, 0);
});
