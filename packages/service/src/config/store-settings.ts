/** Where the nodes of a service store what they share. A service on one machine needs none of these. */
import { boolean, integer, oneOf } from '../domain/values.ts';
import { secret, setting } from './declare.ts';
import {
  bucketAddress,
  fileText,
  nonEmptyText,
  nullable,
  plainWebAddress,
  postgresAddress,
  redisAddress,
} from './setting-types.ts';

/** Groups of the declaration, by the store that they describe. */
export const STORES = {
  catalogue: {
    url: secret(
      nullable(postgresAddress),
      null,
      'PostgreSQL database that contains the catalogue, such as postgres://abs@db.example/abs; sslmode may be disable, require or verify-full; null is SQLite in the data folder.',
    ),
    passwordFile: setting(
      nullable(fileText),
      null,
      'File with the password for the database; without it, the address or PGPASSWORD gives the password.',
    ),
    caFile: setting(nullable(fileText), null, 'File with the certificate, in PEM, of the authority of the database.'),
    connections: setting(
      integer(3, 100),
      8,
      'Maximum number of connections to the database in each pool: one pool for each HTTP thread, one for the main thread, and two for the search index. Each HTTP thread has one more connection, which follows changes. An import needs three.',
    ),
    freshness: setting(
      oneOf(['bounded', 'strict']),
      'bounded',
      'How fresh answers from PostgreSQL are: bounded, at most lagMilliseconds old; or strict, asking the database for its revision before each answer.',
    ),
    lagMilliseconds: setting(
      integer(100, 60_000),
      1000,
      'How old answers may be with freshness bounded, in milliseconds; a node that cannot confirm for so long that nothing is missing is not ready. With either freshness, a revoked token is refused within this time.',
    ),
  },
  originals: {
    url: setting(
      nullable(bucketAddress),
      null,
      'S3 bucket that stores the originals, such as s3://bucket/prefix; null is a folder in the data folder.',
    ),
    endpoint: setting(nullable(plainWebAddress), null, 'Address of the S3 server; null is that of AWS for the region.'),
    region: setting(nonEmptyText, 'us-east-1', 'Region that requests to the S3 server are signed for.'),
    pathStyle: setting(
      boolean,
      false,
      'Whether the bucket is named in the path of requests; false names it in the host.',
    ),
    accessKeyId: setting(nullable(nonEmptyText), null, 'ID of the access key for S3; null takes AWS_ACCESS_KEY_ID.'),
    secretAccessKeyFile: setting(
      nullable(fileText),
      null,
      'File with the secret of the access key for S3; null takes AWS_SECRET_ACCESS_KEY.',
    ),
    sessionTokenFile: setting(
      nullable(fileText),
      null,
      'File with the session token of a temporary access key for S3, which is read at the start; null takes AWS_SESSION_TOKEN if AWS_ACCESS_KEY_ID gives the key.',
    ),
    caFile: setting(nullable(fileText), null, 'File with the certificate, in PEM, of the authority of the S3 server.'),
    cacheMegabytes: setting(
      integer(64, 1_073_741_824),
      10_240,
      'Disk space for copies of originals from S3 that are being read or converted, in megabytes.',
    ),
  },
  derived: {
    url: setting(
      nullable(bucketAddress),
      null,
      'S3 bucket in which nodes share pictures and converted files, so that what one has made serves all; server and keys are those of originals.',
    ),
  },
  coordination: {
    url: secret(
      nullable(redisAddress),
      null,
      'Redis or Valkey server through which nodes share rate limits and cache flushes and agree who makes a derived file, such as redis://cache.example:6379; null lets each node do so alone.',
    ),
    passwordFile: setting(nullable(fileText), null, 'File with the password for the Redis server.'),
    caFile: setting(
      nullable(fileText),
      null,
      'File with the certificate, in PEM, of the authority of the Redis server.',
    ),
  },
  drain: {
    seconds: setting(
      integer(0, 300),
      0,
      'How long the service still answers after SIGTERM while `/ready` says 503, so that load balancers notice, in seconds.',
    ),
  },
} as const;
