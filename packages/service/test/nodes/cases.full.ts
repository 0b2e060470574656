/** Several nodes over the servers that they share answer as one node on one machine does. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { until } from '../../../core/test/support/until.ts';
import { appForAll } from '../support/app.ts';
import { type Case, readCases } from '../support/case-files.ts';
import { fetchUntilReady } from '../support/fetch-until-ready.ts';
import { NO_HAPROXY } from '../support/servers/haproxy.ts';
import { NO_POSTGRES } from '../support/servers/postgres.ts';
import { NO_REDIS } from '../support/servers/redis.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { fetchHealed } from './fetch-healed.ts';

const withoutCodes = (text: string): string =>
  text.replaceAll(/"(?:URL\/pin\/)?[A-Z0-9]{12}"/g, '"PIN"').replaceAll(/"cursor":"[\w-]+"/g, '"CURSOR"');

const ROOT = new URL('../cases/', import.meta.url);

/** Settings with which the cases are answered; a part of those of `cases.test.ts` at `/press`. */
const SETTINGS = {
  ABS_MAX_PAGE_SIZE: 50,
  ABS_MAX_SEARCH_RESULTS: 5,
  ABS_PIN_PARENT_NODE: 20,
  ABS_PIN_PER_MINUTE: 0,
  ABS_REVIEW_PER_MINUTE: 0,
  ABS_ENDPOINTS: JSON.stringify({
    press: { serviceUser: 2, defaults: { extended: 'true' }, languages: ['de'] },
    hide: { validity: { view: 'hide' } },
  }),
};

const store = NO_POSTGRES || NO_REDIS || NO_HAPROXY || (await startRadosgw());

describe('three nodes', { skip: typeof store === 'string' && store }, () => {
  let cluster: Cluster;
  const single = appForAll(SETTINGS);
  before(async () => {
    assert.ok(typeof store !== 'string');
    cluster = await openCluster(3, store, SETTINGS);
  });
  after(async () => {
    await cluster[Symbol.asyncDispose]();
  });

  // node.do goes first, because downloads of asset.do are counted by `top`.
  for (const file of globSync('**/*.case', { cwd: ROOT }).sort().reverse()) {
    test(`answer ${file} with the same bytes as one node over SQLite`, async () => {
      let place = 0;
      for (const each of readCases(new URL(file, ROOT))) {
        const node = cluster.nodes[place % cluster.nodes.length];
        assert.deepEqual(await answerOf(node?.url ?? '', each), await answerOf(single.url, each), each.title);
        place += 1;
      }
    });
  }

  test('all nodes change their answers at the instant at which an asset ceases to be valid', async () => {
    const { nodes, clock } = cluster;
    const { now } = clock;
    // The sample says of this asset the whole day 2030-01-01.
    const end = Date.parse('2030-01-02');
    const paths = ['/asset.do?download=1000', '/asset.do?details=1000', '/hide/node.do?search=dawn&paginate=9'];
    const answers = async (at: number) => {
      clock.now = at;
      const all = nodes.map(({ url }) =>
        Promise.all(
          paths.map(async (path) => {
            const { status, headers } = await fetchUntilReady(url + path);
            return [status, headers.get('etag'), headers.get('x-total-count')].join(' ');
          }),
        ),
      );
      const [first, ...others] = await Promise.all(all);
      for (const other of others) assert.deepEqual(other, first);
      return first ?? [];
    };
    const [before, after, again] = [await answers(end - 1), await answers(end), await answers(end - 1)];
    clock.now = now;
    assert.deepEqual(again, before);
    for (const [place, path] of paths.entries()) assert.notEqual(before[place], after[place], path);
  });

  test('while the database is gone no node is ready and none answers wrongly, and all heal by themselves', async () => {
    const { nodes, database, balancer } = cluster;
    const question = '/node.do?search=a&cache=false';
    const right = await (await fetch(`${single.url}${question}`)).text();
    const answers = async (path: string) => await Promise.all(nodes.map(({ url }) => fetch(url + path)));
    const areAll = async (path: string, status: number) =>
      (await answers(path)).every((answer) => answer.status === status);
    const made = await (await fetch(`${nodes[0]?.url}/pin.do?create=1000`)).json();
    const pin = new URL(made.data.link).pathname;

    await database.kill();
    await until(() => areAll('/ready', 503));
    for (const answer of await answers('/health')) {
      assert.equal(answer.status, 200);
      assert.ok((await answer.json()).revision > 0, 'health waits for the database');
    }
    for (const answer of await answers(question)) {
      assert.deepEqual([answer.status, (await answer.json()).code], [503, 'store_unreachable']);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    await until(async () => (await fetch(balancer + question)).status === 503);
    // More than the 60 wrong PINs of an hour, but none was a guess.
    for (let attempts = 0; attempts < 80; attempts += 1) assert.equal((await fetch(nodes[0]?.url + pin)).status, 503);

    await database.restart();
    await until(() => areAll('/ready', 200));
    for (const { url } of nodes) {
      assert.equal(await (await fetchHealed(url + question)).text(), right);
      assert.equal((await fetchHealed(url + pin)).status, 200);
    }
    await until(async () => (await fetch(balancer + question)).status === 200);
  });
});

/** What must be equal: random codes of PINs, sealed cursors, and addresses of the service itself, are not. */
async function answerOf(url: string, { method, path, requestHeaders }: Case): Promise<unknown> {
  const response = await fetchUntilReady(url + path, { method, headers: requestHeaders });
  const { headers, status } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = headers.get('content-type')?.startsWith('application/javascript') === true;
  const body = isJson
    ? withoutCodes(bytes.toString().replaceAll(url, 'URL'))
    : createHash('sha256').update(bytes).digest('hex');
  const told = ['content-type', 'etag', 'cache-control', 'x-total-count', 'content-range', 'content-disposition'];
  // The tag of an answer with one of them is another, too.
  const compared = /"PIN"|"CURSOR"|"URL/.test(body) ? told.filter((name) => name !== 'etag') : told;
  return { status, headers: compared.map((name) => headers.get(name)), body };
}
