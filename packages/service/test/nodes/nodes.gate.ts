/** Several nodes over the servers that they share answer as one node on one machine does. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type RunningApp, startApp } from '../support/app.ts';
import { type Case, readCases } from '../support/case-files.ts';
import { fetchUntilReady } from '../support/fetch-until-ready.ts';
import { NO_POSTGRES } from '../support/servers/postgres.ts';
import { A_START, until } from '../support/until.ts';
import { type Cluster, openCluster, showMissing } from './cluster.ts';
import { fetchHealed } from './fetch-healed.ts';

const ROOT = new URL('../cases/', import.meta.url);

/** Settings with which the cases are answered; a part of those of `cases.test.ts` at `/press`. */
const SETTINGS = {
  ABS_MAX_PAGE_SIZE: 50,
  ABS_MAX_SEARCH_RESULTS: 5,
  ABS_PIN_PARENT_NODE: 20,
  ABS_PIN_PER_MINUTE: 0,
  ABS_REVIEW_PER_MINUTE: 0,
  ABS_ENDPOINTS: JSON.stringify({ press: { serviceUser: 2, defaults: { extended: 'true' }, languages: ['de'] } }),
};

describe('three nodes', { skip: NO_POSTGRES }, () => {
  let cluster: Cluster;
  let single: RunningApp;
  before(async () => {
    [cluster, single] = await Promise.all([openCluster(3, SETTINGS), startApp(SETTINGS)]);
  });
  after(async () => {
    await cluster[Symbol.asyncDispose]();
    await single[Symbol.asyncDispose]();
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

  test('a write through one node is in its next answer, and soon in those of the others', async (context) => {
    await showMissing(cluster, context);
    const [first, ...others] = cluster.nodes.map(({ url }) => url);
    const posted = await fetch(`${first}/review.do?post=1003&rating=3&comment=shared`);
    assert.equal(posted.status, 200, await posted.text());
    const comments = async (url = '') => await (await fetch(`${url}/review.do?get=1003`)).text();
    assert.match(await comments(first), /"shared"/);
    for (const url of others) await until(async () => (await comments(url)).includes('"shared"'));
  });

  test('while the database is gone no node is ready and none answers wrongly, and all heal by themselves', async () => {
    const { nodes, database, balancer } = cluster;
    const question = '/node.do?search=a&cache=false';
    const right = await (await fetch(`${single.url}${question}`)).text();
    const statusOf = async (path: string) =>
      await Promise.all(nodes.map(async ({ url }) => (await fetch(url + path)).status));

    const made = await (await fetch(`${nodes[0]?.url}/pin.do?create=1000`)).json();
    const pin = new URL(made.data.link).pathname;

    await database.kill();
    await until(async () => (await statusOf('/ready')).every((status) => status === 503), undefined, A_START);
    assert.deepEqual(await statusOf('/health'), [200, 200, 200]);
    for (const { url } of nodes) {
      const { revision } = await (await fetch(`${url}/health`)).json();
      assert.ok(revision > 0, 'health waits for the database');
    }
    for (const { url } of nodes) {
      const answer = await fetch(url + question);
      const text = await answer.text();
      assert.deepEqual([answer.status, JSON.parse(text).code], [503, 'store_unreachable']);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    if (balancer) await until(async () => (await fetch(balancer + question)).status === 503, undefined, A_START);
    // More than `pin.guessesPerHour`, but none was a guess.
    for (let attempts = 0; attempts < 80; attempts += 20) {
      const statuses = await Promise.all(
        Array.from({ length: 20 }, async () => (await fetch(nodes[0]?.url + pin)).status),
      );
      assert.deepEqual(new Set(statuses), new Set([503]));
    }

    await database.restart();
    await until(async () => (await statusOf('/ready')).every((status) => status === 200), undefined, A_START);
    for (const { url } of nodes) assert.equal(await (await fetchHealed(url + question)).text(), right);
    for (const { url } of nodes) assert.equal((await fetchHealed(url + pin)).status, 200);
    if (balancer) await until(async () => (await fetch(balancer + question)).status === 200, undefined, A_START);
    const posted = await fetchHealed(`${nodes[1]?.url}/review.do?post=1004&rating=2&comment=again`);
    assert.equal(posted.status, 200, await posted.text());
  });
});

/** What must be equal: random codes of PINs, and addresses of the service itself, are not. */
async function answerOf(url: string, { method, path, requestHeaders }: Case): Promise<unknown> {
  const response = await fetchUntilReady(url + path, { method, headers: requestHeaders });
  const { headers, status } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = headers.get('content-type')?.startsWith('application/javascript') === true;
  const body = isJson
    ? withoutCodes(bytes.toString().replaceAll(url, 'URL'))
    : createHash('sha256').update(bytes).digest('hex');
  const told = ['content-type', 'etag', 'cache-control', 'x-total-count', 'content-range', 'content-disposition'];
  // The tag of an answer with a random code is random, too.
  const compared = body.includes('"PIN"') ? told.filter((name) => name !== 'etag') : told;
  return { status, headers: compared.map((name) => headers.get(name)), body };
}

function withoutCodes(text: string): string {
  return text.replaceAll(/"(?:URL\/pin\/)?[A-Z0-9]{12}"/g, '"PIN"');
}
