/** What a service needs of its index in OpenSearch. */
import { createHash } from 'node:crypto';
import type { S3Counts } from '../../../core/src/platform/s3/s3-counts.ts';
import { Client } from '../opensearch/client.ts';
import type { StorageSettings } from './storage.ts';

/** Begins the names of indexes, unless the address has a path. */
const PREFIX = 'abs';

/** Opens a client of the server that the settings name. */
export function openSearchClient({ search, caFile = null }: StorageSettings, counts?: S3Counts): Client {
  if (!search?.url) throw new Error('search.url is not set');
  return new Client({ url: search.url, passwordFile: search.passwordFile, caFile }, counts);
}

/** Returns the beginning of the names of indexes: catalogues that share a server have different ones. */
export function indexName({ search }: StorageSettings, identity: string): string {
  const { pathname } = new URL((search?.url ?? '').replace('opensearch+', ''));
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 12);
  return `${pathname.replaceAll('/', '') || PREFIX}-${hash}`;
}
