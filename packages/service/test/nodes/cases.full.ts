/** Several nodes over the servers that they share answer as one node on one machine does. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { appForAll, type RunningApp, startNode } from '../support/app.ts';
import { type Case, readCases } from '../support/case-files.ts';
import { fetchUntilReady } from '../support/fetch-until-ready.ts';
import { importSample } from '../support/sample.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { NO_REDIS, startRedis } from '../support/servers/redis.ts';

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
  ABS_ENDPOINTS: JSON.stringify({ press: { serviceUser: 2, defaults: { extended: 'true' }, languages: ['de'] } }),
};

const store = NO_POSTGRES || NO_REDIS || (await startRadosgw());

describe('three nodes', { skip: typeof store === 'string' && store }, () => {
  const stack = new AsyncDisposableStack();
  const nodes: RunningApp[] = [];
  const single = appForAll(SETTINGS);
  before(async () => {
    assert.ok(typeof store !== 'string');
    await stack.use(store).makeBucket('nodes');
    const settings: Readonly<Record<string, unknown>> = {
      ABS_CATALOGUE_URL: await stack.use(await startPostgres()).createDatabase(),
      // No node counts as outdated while its database answers, however slow the machine is.
      ABS_CATALOGUE_LAG_MILLISECONDS: 10_000,
      ABS_ORIGINALS_URL: 's3://nodes/originals',
      ABS_DERIVED_URL: 's3://nodes/derived',
      ABS_ORIGINALS_ENDPOINT: store.url,
      ABS_ORIGINALS_PATH_STYLE: 'true',
      AWS_ACCESS_KEY_ID: store.accessKeyId,
      AWS_SECRET_ACCESS_KEY: store.secretAccessKey,
      ABS_COORDINATION_URL: stack.use(await startRedis()).url,
      ...SETTINGS,
    };
    const environment = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]));
    const { path } = stack.use(temporaryFolder());
    await importSample(storageSettings(loadConfig({ environment, options: { data: path }, directory: path })));
    while (nodes.length < 3) nodes.push(stack.use(await startNode(settings)));
  });
  after(() => stack.disposeAsync());

  // node.do goes first, because downloads of asset.do are counted by `top`.
  for (const file of globSync('**/*.case', { cwd: ROOT }).sort().reverse()) {
    test(`answer ${file} with the same bytes as one node over SQLite`, async () => {
      let place = 0;
      for (const each of readCases(new URL(file, ROOT))) {
        const node = nodes[place % nodes.length];
        assert.deepEqual(await answerOf(node?.url ?? '', each), await answerOf(single.url, each), each.title);
        place += 1;
      }
    });
  }
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
