import { after, before, describe } from 'node:test';
import { NO_OPENSEARCH, type OpenSearchCluster, startOpenSearch } from '../../support/servers/opensearch.ts';
import { searchIndexContract } from '../search-index.contract.ts';
import { openOn } from './open-opensearch.ts';

describe('the contract on a real server', { skip: NO_OPENSEARCH }, () => {
  let server: OpenSearchCluster;
  before(async () => {
    server = await startOpenSearch();
  });
  after(() => server[Symbol.asyncDispose]());
  for (const shards of [1, 5])
    searchIndexContract(`OpenSearch with ${shards} shards`, () => openOn(server.urls[0] ?? '', { shards }));
});
