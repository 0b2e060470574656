/** The whole service with its index in OpenSearch. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../../core/test/support/until.ts';
import { storageSettings } from '../../../src/app/storage.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { type RunningApp, startNode } from '../../support/app.ts';
import { fetchUntilReady } from '../../support/fetch-until-ready.ts';
import { readMetrics } from '../../support/metrics.ts';
import { importSample } from '../../support/sample.ts';
import { NO_OPENSEARCH, startOpenSearch } from '../../support/servers/opensearch.ts';

const HEALS = { patience: 120 } as const;

describe('a service with its index in OpenSearch', { skip: NO_OPENSEARCH }, () => {
  const intoFolder = async (data: string) => {
    await importSample(storageSettings(loadConfig({ options: { data }, environment: {}, directory: data })));
  };
  const json = async (app: RunningApp, path: string) => await (await fetchUntilReady(`${app.url}${path}`)).json();

  test('answers as one in memory does, says what it lacks, and heals after an outage', async () => {
    await using server = await startOpenSearch();
    await using app = await startNode({ ABS_SEARCH_URL: server.urls[0] ?? '' }, intoFolder);
    await using inMemory = await startNode({}, intoFolder);
    const paths = [
      '/node.do?search=true&search_text=boat&search_facets=true&paginate=10',
      '/node.do?search=true&sort_order=info_date_upload&sort_order_seq=asc&paginate=10',
      '/node.do?tree=-1&kind=101&count_assets=true',
      '/node.do?suggest=a',
    ];
    for (const path of paths) assert.deepEqual(await json(app, path), await json(inMemory, path), path);
    const { data } = (await json(app, '/node.do?about=true')) as { data: Record<string, unknown> };
    assert.deepEqual(data['searchLimits'], {
      mostOffset: 100_000,
      localeCollation: false,
      exactRelevance: false,
      everyNearWord: false,
      comparesPictures: false,
    });
    const refused = async (path: string) => {
      const response = await fetch(`${app.url}${path}`);
      const { code } = (await response.json()) as { code?: string };
      return [response.status, code];
    };
    assert.deepEqual(await refused('/node.do?duplicates=true'), [501, 'not_supported']);
    assert.deepEqual(await refused('/node.do?search=true&paginate=10&page=20000'), [400, 'parameter_invalid']);
    const metrics = await readMetrics(app.url);
    assert.ok((metrics.get('abs_store_requests_total{store="search"}') ?? 0) > 0);
    await server.kill(0);
    assert.deepEqual(await refused('/node.do?search=true&search_text=away'), [503, 'store_unreachable']);
    assert.equal((await fetch(`${app.url}/node.do?tree=-1&kind=101`)).status, 200);
    await server.restart(0);
    await until(
      async () => (await fetch(`${app.url}/node.do?search=true&search_text=away`)).ok,
      'it does not heal',
      HEALS,
    );
  });
});
