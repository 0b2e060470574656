import type { Config } from '../../config/settings.ts';
import { openSearchClient } from '../opensearch.ts';
import { type Diagnosis, shownTime } from './diagnosis.ts';

/** The oldest version whose points in time the adapter uses. */
const MIN_VERSION = 3;

/** Asks the server of the search index for its version and for the state of the cluster. */
export async function* checkSearch(config: Config): AsyncGenerator<Diagnosis> {
  const part = 'search';
  if (config.search.url === null) return;
  using client = openSearchClient(config);
  const begun = performance.now();
  const { body: server } = await client.send<{ readonly version?: { readonly number?: string } }>({
    method: 'GET',
    path: '/',
  });
  const version = server.version?.number ?? 'of unknown version';
  yield { part, state: 'ok', text: `OpenSearch ${version}, round trip ${shownTime(performance.now() - begun)}` };
  if (Number.parseInt(version, 10) < MIN_VERSION)
    yield { part, state: 'problem', text: `OpenSearch ${version} is too old`, remedy: 'use version 3' };
  const { body: health } = await client.send<{ readonly status: string; readonly number_of_data_nodes: number }>({
    method: 'GET',
    path: '/_cluster/health',
  });
  const state = `${health.status}, ${health.number_of_data_nodes} data nodes`;
  if (health.status !== 'red') yield { part, state: 'ok', text: `the cluster is ${state}` };
  else
    yield { part, state: 'problem', text: `the cluster is ${state}`, remedy: 'start the data nodes that are missing' };
  if (health.number_of_data_nodes < 2)
    yield { part, state: 'warning', text: 'the search ends with its only data node', remedy: 'run a second one' };
}
