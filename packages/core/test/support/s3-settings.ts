import type { S3Settings } from '../../src/platform/s3/s3-settings.ts';

/** Settings of a bucket on a server of our own. */
export function s3SettingsOf(
  given: Pick<S3Settings, 'url' | 'endpoint' | 'accessKeyId' | 'secretAccessKey'> & Partial<S3Settings>,
): S3Settings {
  return {
    region: 'us-east-1',
    pathStyle: true,
    names: {
      url: 'originals.url',
      endpoint: 'originals.endpoint',
      region: 'originals.region',
      accessKeyId: 'originals.accessKeyId',
      secretAccessKey: 'originals.secretAccessKeyFile',
      ca: 'caFile',
    },
    ...given,
  };
}
