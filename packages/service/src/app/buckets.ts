/** What requests to the buckets of a service need, from the settings. */

import type { S3Settings } from '../../../core/src/platform/s3/s3-settings.ts';
import type { Config } from '../config/settings.ts';

/** Returns the bucket that nodes share derived files in; undefined if there is none. */
export function derivedBucket({
  originals,
  derived,
  caFile,
}: Partial<Pick<Config, 'originals' | 'derived' | 'caFile'>>): S3Settings | undefined {
  if (!originals || !derived?.url) return undefined;
  return bucketSettings('derived.url', derived.url, { originals, caFile });
}

/** Returns what requests to a bucket need. The server and the key are the same for all buckets. */
export function bucketSettings(
  urlSetting: 'originals.url' | 'derived.url',
  url: string,
  { originals, caFile }: Pick<Config, 'originals'> & { readonly caFile?: Config['caFile'] | undefined },
): S3Settings {
  const { endpoint, region, pathStyle, accessKeyId, secretAccessKeyFile, sessionTokenFile } = originals;
  if (accessKeyId === null || secretAccessKeyFile === null) {
    throw new Error(`originals.accessKeyId: ${urlSetting} needs an access key; AWS_ACCESS_KEY_ID gives one, too`);
  }
  return {
    url,
    endpoint,
    region,
    pathStyle,
    accessKeyId,
    secretAccessKey: secretAccessKeyFile.text,
    sessionToken: sessionTokenFile?.text,
    ca: caFile?.text,
    names: {
      url: urlSetting,
      endpoint: 'originals.endpoint',
      region: 'originals.region',
      accessKeyId: 'originals.accessKeyId',
      secretAccessKey: 'originals.secretAccessKeyFile',
      ca: 'caFile',
    },
  };
}
