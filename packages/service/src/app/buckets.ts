/** What requests to the buckets of a service need, from the settings. */

import type { S3Settings } from '../../../core/src/platform/s3/s3-settings.ts';
import { isBucketAddress } from '../config/setting-types.ts';
import type { Config } from '../config/settings.ts';
import { openBucketSource } from '../transfer/bucket/bucket-source.ts';
import type { FileSource } from '../transfer/folder/file-source.ts';

/** Returns the bucket that nodes share derived files in; undefined if there is none. */
export function derivedBucket({
  originals,
  derived,
  caFile,
}: Partial<Pick<Config, 'originals' | 'derived' | 'caFile'>>): S3Settings | undefined {
  if (!originals || !derived?.url) return undefined;
  return bucketSettings('derived.url', derived.url, { originals, caFile });
}

/**
 * Opens a bucket to import from. The server and the key are those of `originals`, which is in a bucket itself, or not. Throws
 * for an address that is none, and for one of the places where the service stores files.
 */
export function openSourceBucket(url: string, { originals, derived, caFile }: Config): FileSource {
  if (!isBucketAddress(url)) throw new Error(`${url} is no address such as s3://bucket/prefix`);
  const place = (address: string) => `${address.replace(/\/+$/, '')}/`;
  for (const own of [originals.url, derived.url]) {
    if (own !== null && (place(own).startsWith(place(url)) || place(url).startsWith(place(own))))
      throw new Error(`${url} holds files that the service stores; name another bucket or prefix`);
  }
  return openBucketSource(bucketSettings('SOURCE', url, { originals, caFile }));
}

/** Returns what requests to a bucket need. The server and the key are the same for all buckets. */
export function bucketSettings(
  urlSetting: 'originals.url' | 'derived.url' | 'SOURCE',
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
