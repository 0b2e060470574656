import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf, nodeOf } from '../search/contract-samples.ts';
import { appForAll, startApp } from '../support/app.ts';

const FOLDER = 101;
const app = appForAll({ ABS_CACHE_BROWSER_SECONDS: 600 });

interface Answer {
  readonly status: number;
  readonly data: { changes: { type: string; id: number; action: string; version: number | null; at: number }[] } & {
    cursor: string;
    more: boolean;
  };
  readonly code?: string;
  readonly headers: Headers;
}

async function ask(query: string, { url = app.url, headers = {} } = {}): Promise<Answer> {
  const response = await fetch(`${url}/node.do?${query}`, { headers });
  const text = await response.text();
  return { status: response.status, data: null, headers: response.headers, ...(text === '' ? {} : JSON.parse(text)) };
}
const now = async () => (await ask('changes=now')).data.cursor;
const brief = ({ data: { changes } }: Answer) =>
  changes.map(({ type, id, action, version }) => [type, id, action, version].join(' '));

test('a cursor tells what has changed since, each object once, and comes back without news', async () => {
  await using writer = openCatalogueWriter({ directory: app.data });
  const [started, begin] = [Date.now(), await now()];
  assert.notEqual(begin, await now());
  const quiet = await ask(`changes=${begin}`);
  assert.deepEqual([quiet.data.changes, quiet.data.cursor, quiet.data.more], [[], begin, false]);
  assert.equal(quiet.headers.get('cache-control'), 'public, max-age=0, s-maxage=1');
  const etag = quiet.headers.get('etag') ?? '';
  assert.equal((await ask(`changes=${begin}`, { headers: { 'if-none-match': etag } })).status, 304);

  const put = (id: number, name = 'a') => writer.change((c) => c.put('asset', assetOf(id, { name })));
  await writer.change((c) => c.put('node', nodeOf(9001, { type: FOLDER })));
  await put(9002);
  await put(9003);
  await writer.change((c) => c.remove('asset', 9003));
  await put(9002, 'b');
  const middle = await ask(`changes=${begin}`);
  assert.deepEqual(brief(middle), ['node 9001 created ', 'asset 9002 created 1']);
  assert.ok(middle.data.changes.every(({ at }) => at >= started && at <= Date.now()));
  await put(9002, 'c');
  await writer.change((c) => c.remove('node', 9001));
  assert.deepEqual(brief(await ask(`changes=${middle.data.cursor}`)), ['asset 9002 updated 1', 'node 9001 removed ']);

  const first = await ask(`changes=${begin}&limit=1`);
  assert.deepEqual([brief(first), first.data.more], [['node 9001 created '], true]);
  const rest = await ask(`changes=${first.data.cursor}&limit=10000`);
  assert.deepEqual([brief(rest), rest.data.more], [['asset 9002 created 1', 'node 9001 removed '], false]);
});

test('a change of what the caller no longer sees changes nothing that he is told', async () => {
  await using writer = openCatalogueWriter({ directory: app.data });
  await writer.change((c) => c.put('node', nodeOf(9050, { type: FOLDER, access: [] })));
  const put = (name: string, nodes: readonly number[]) =>
    writer.change((c) => c.put('asset', assetOf(9051, { name, nodes })));
  await put('a', []);
  const begin = await now();
  await put('a', [9050]);
  const { data } = await ask(`changes=${begin}`);
  assert.deepEqual(
    data.changes.map(({ id, action }) => [id, action]),
    [[9051, 'removed']],
  );
  await put('b', [9050]);
  assert.deepEqual((await ask(`changes=${begin}`)).data.changes, data.changes);
  await put('b', []);
  assert.deepEqual(brief(await ask(`changes=${begin}`)), ['asset 9051 updated 1']);
});

test('cursors that are none are refused, and those that cannot be opened have expired', async () => {
  const cursor = await now();
  for (const wrong of ['', 'x', 'nows', `${cursor}A`, cursor.slice(1), `${cursor.slice(1)}!`]) {
    assert.equal((await ask(`changes=${wrong}`)).status, 400, wrong);
  }
  for (const limit of ['0', '10001', 'x']) assert.equal((await ask(`changes=${cursor}&limit=${limit}`)).status, 400);
  for (const place of [0, 40, 119]) {
    const other = cursor[place] === 'A' ? 'B' : 'A';
    const forged = await ask(`changes=${cursor.slice(0, place)}${other}${cursor.slice(place + 1)}`);
    assert.deepEqual([forged.status, forged.code], [410, 'cursor_expired']);
    assert.equal((await ask(`changes=${forged.data.cursor}`)).status, 200);
  }
  await using other = await startApp();
  assert.equal((await ask(`changes=${cursor}`, { url: other.url })).status, 410);
});

test('a cursor expires with changes of who sees what, and only then', async () => {
  await using writer = openCatalogueWriter({ directory: app.data });
  const nodeA = nodeOf(9100, { type: FOLDER });
  const put = (node: ReturnType<typeof nodeOf>) => () => writer.change((c) => c.put('node', node));
  const steps: [string, () => Promise<unknown>, number][] = [
    ['made', put(nodeA), 200],
    ['made below', put(nodeOf(9101, { type: FOLDER, parent: 9100 })), 200],
    ['renamed', put({ ...nodeA, name: 'other' }), 200],
    ['access', put({ ...nodeA, access: [{ group: 1, view: true, download: '*' }] }), 410],
    ['moved', put(nodeOf(9101, { type: FOLDER })), 410],
    ['another type', put(nodeOf(9102, { type: 103, name: 'k' })), 200],
    ['moved, but decides nothing', put(nodeOf(9102, { type: 103, name: 'k', parent: 9100 })), 200],
    [
      'permission',
      () => writer.change((c) => c.put('node_type', { id: 103, key: 'k', name: 'k', isPermissionDefining: true })),
      410,
    ], // prettier-ignore
    ['a decider below', put(nodeOf(9102, { type: 103, name: 'k' })), 410],
    ['removed', () => writer.change((c) => c.remove('node', 9101)), 200],
    ['field', () => writer.change((c) => c.put('group', { id: 77, name: 'g' })), 200],
  ];
  for (const [name, step, status] of steps) {
    const cursor = await now();
    await step();
    assert.equal((await ask(`changes=${cursor}`)).status, status, name);
  }
});
