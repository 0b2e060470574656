/** What a server knows of an object without sending it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { S3Client } from './s3-client.ts';
import { S3Error } from './s3-errors.ts';

export interface S3ObjectInfo {
  /** Bytes. */
  readonly size: number;
  /** Values that were stored with the object, by lower-case names. */
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Returns what is known of an object; undefined if there is none. With `expectsMissing`, a missing object takes one request
 * instead of two, and for a minute a missing bucket may be taken for one.
 */
export async function s3ObjectInfo(
  client: S3Client,
  name: string,
  signal: AbortSignal,
  { expectsMissing = false } = {},
): Promise<S3ObjectInfo | undefined> {
  try {
    const { headers } = (await client.send({ method: 'HEAD', name, expectsMissing, signal })).resume();
    return { size: Number(headers['content-length']), metadata: metadataOf(headers) };
  } catch (error) {
    if (error instanceof S3Error && error.status === 404) return undefined;
    throw error;
  }
}

/** Reads the values that were stored with an object. */
export function metadataOf(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return Object.fromEntries(own.map(([name, value]) => [name.slice('x-amz-meta-'.length), String(value)]));
}
