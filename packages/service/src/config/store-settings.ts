/** Where the nodes of a service store what they share. A service on one machine needs none of these. */
import { boolean, integer, oneOf } from '../../../core/src/domain/values.ts';
import { secret, setting } from './declare.ts';
import {
  bucketAddress,
  fileText,
  nonEmptyText,
  nullable,
  openSearchAddress,
  plainWebAddress,
  postgresAddress,
  redisAddress,
} from './setting-types.ts';

/** Groups of the declaration, by the store that they describe. */
export const STORES = {
  caFile: setting(nullable(fileText), null, 'Certificates of the authorities of all stores, in PEM.'),
  catalogue: {
    url: secret(
      nullable(postgresAddress),
      null,
      'PostgreSQL database of the catalogue; null is SQLite in the data folder.',
    ),
    passwordFile: setting(nullable(fileText), null, 'Password for the database.'),
    connections: setting(integer(3, 100), 8, 'Most connections in each pool.'),
    freshness: setting(
      oneOf(['bounded', 'strict']),
      'bounded',
      'bounded: answers are at most lagMilliseconds old; strict: each asks for the revision.',
    ),
    lagMilliseconds: setting(integer(100, 60_000), 1000, 'How old bounded answers may be.'),
  },
  originals: {
    url: setting(nullable(bucketAddress), null, 'S3 bucket of the originals; null is a folder in the data folder.'),
    endpoint: setting(nullable(plainWebAddress), null, 'Address of the S3 server; null is that of AWS.'),
    region: setting(nonEmptyText, 'us-east-1', 'Region that requests are signed for.'),
    pathStyle: setting(boolean, false, 'Whether the bucket is named in the path instead of the host.'),
    accessKeyId: setting(nullable(nonEmptyText), null, 'ID of the access key; null takes AWS_ACCESS_KEY_ID.'),
    secretAccessKeyFile: setting(
      nullable(fileText),
      null,
      'Secret of the access key; null takes AWS_SECRET_ACCESS_KEY.',
    ),
    sessionTokenFile: setting(
      nullable(fileText),
      null,
      'Session token of a temporary key; null takes AWS_SESSION_TOKEN.',
    ),
  },
  derived: {
    url: setting(nullable(bucketAddress), null, 'S3 bucket in which nodes share pictures and converted files.'),
  },
  coordination: {
    url: secret(nullable(redisAddress), null, 'Redis server through which nodes share limits and flushes.'),
    passwordFile: setting(nullable(fileText), null, 'Password for the Redis server.'),
  },
  search: {
    url: secret(
      nullable(openSearchAddress),
      null,
      'OpenSearch server of the search index; null is the memory of each node.',
    ),
    passwordFile: setting(nullable(fileText), null, 'Password for the OpenSearch server.'),
    shards: setting(integer(1, 64), 1, 'Shards of the search index in OpenSearch: one for each 10 million assets.'),
  },
  drain: {
    seconds: setting(integer(0, 300), 0, 'How long the service answers after SIGTERM while `/ready` says 503.'),
  },
} as const;
