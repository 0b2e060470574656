import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { databasePath } from '../../src/catalogue/sqlite/database.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf, nodeOf } from '../search/contract-samples.ts';
import { appForAll, startApp } from '../support/app.ts';
import { NOW, SAMPLE } from '../support/sample.ts';

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

test('an answer without news is kept until a commit, the next instant of a validity, or a day', async () => {
  let clock = NOW;
  await using app = await startApp({ ABS_VALIDITY_VIEW: 'hide' }, SAMPLE, { clock: () => clock });
  await using writer = openCatalogueWriter({ directory: app.data });
  const { url } = app;
  const hits = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return Number(/^abs_response_cache_hits_total (\d+)$/m.exec(metrics)?.[1]);
  };
  const put = (id: number, validity = {}) => writer.change((c) => c.put('asset', { ...assetOf(id), ...validity }));
  const isKept = async (cursor: string, headers = {}) => {
    const before = await hits();
    assert.equal((await ask(`changes=${cursor}`, { url, headers })).headers.get('cache-control'), SHORT);
    return (await hits()) > before;
  };
  const SHORT = 'public, max-age=0, s-maxage=1';

  await put(9200, { validFrom: NOW + 10_000 });
  const { cursor } = (await ask('changes=now', { url })).data;
  const { headers, data } = await ask(`changes=${cursor}`, { url });
  assert.deepEqual(data, { changes: [], cursor, more: false });
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  assert.equal(await isKept(cursor), true);
  // Of an unseen commit too, whose first answer was a 304.
  await writer.change((c) => c.put('group', { id: 78, name: 'g' }));
  assert.deepEqual(
    [await isKept(cursor, known), await isKept(cursor, known), await isKept(cursor)],
    [false, true, true],
  );

  clock = NOW + 9_999;
  assert.deepEqual((await ask(`changes=${cursor}`, { url })).data.changes, []);
  clock = NOW + 10_000;
  const begun = await ask(`changes=${cursor}`, { url });
  assert.deepEqual(brief(begun), ['asset 9200 created 1']);
  assert.equal(await isKept(cursor), false);
  const next = begun.data.cursor;
  assert.deepEqual([await isKept(next), await isKept(next)], [false, true]);
  await put(9201);
  assert.deepEqual(brief(await ask(`changes=${next}`, { url })), ['asset 9201 created 1']);

  const last = (await ask(`changes=now`, { url })).data.cursor;
  assert.deepEqual([await isKept(last), await isKept(last)], [false, true]);
  clock += 86_400_001;
  assert.notEqual((await ask(`changes=${last}`, { url })).data.cursor, last);
});

test('no answer of before the restore of a backup is given, even where the number of revisions is the same', async () => {
  await using app = await startApp();
  await using writer = openCatalogueWriter({ directory: app.data });
  const { url } = app;
  const put = (name: string) => writer.change((c) => c.put('asset', assetOf(9300, { name })));
  await put('a');
  const { cursor } = (await ask('changes=now', { url })).data;
  for (const _ of [1, 2]) assert.equal((await ask(`changes=${cursor}`, { url })).status, 200);
  using database = new DatabaseSync(databasePath(app.data));
  database.exec(
    `DELETE FROM changes WHERE revision = (SELECT revision FROM state); UPDATE state SET revision = revision - 1`,
  );
  await put('b');
  assert.equal((await ask(`changes=${cursor}`, { url })).status, 410);
});
