/** Lists what is in a bucket, page after page. */
import type { S3Client } from './s3-client.ts';
import { elementsOf } from './s3-xml.ts';

/** Yields the names of all our objects, without the prefix. */
export async function* namesInS3(client: S3Client, signal: AbortSignal): AsyncGenerator<string> {
  const { prefix } = client;
  for (let page: Readonly<Record<string, string>> = {}; ; ) {
    const query = { 'list-type': '2', prefix, ...page };
    const xml = await client.sendForText({ method: 'GET', query, signal });
    for (const { Key: key = '' } of elementsOf(xml, 'Contents')) {
      if (key.startsWith(prefix)) yield key.slice(prefix.length);
    }
    const { IsTruncated: isTruncated, NextContinuationToken: next } = elementsOf(xml, 'ListBucketResult')[0] ?? {};
    if (isTruncated !== 'true' || next === undefined) return;
    page = { 'continuation-token': next };
  }
}

/** An upload in parts that has not ended. */
export interface UnfinishedUpload {
  readonly name: string;
  readonly uploadId: string;
  /** Epoch milliseconds (UTC) by the server's clock. */
  readonly begun: number;
}

/** Yields the uploads in parts of our objects that have neither ended nor been aborted. */
export async function* unfinishedS3Uploads(client: S3Client, signal: AbortSignal): AsyncGenerator<UnfinishedUpload> {
  const { prefix } = client;
  for (let page: Readonly<Record<string, string>> = {}; ; ) {
    const query = { uploads: '', prefix, ...page };
    const xml = await client.sendForText({ method: 'GET', query, signal });
    for (const { Key: key = '', UploadId: uploadId = '', Initiated: begun = '' } of elementsOf(xml, 'Upload')) {
      if (key.startsWith(prefix)) yield { name: key.slice(prefix.length), uploadId, begun: Date.parse(begun) };
    }
    const result = elementsOf(xml, 'ListMultipartUploadsResult')[0] ?? {};
    if (result['IsTruncated'] !== 'true') return;
    page = { 'key-marker': result['NextKeyMarker'] ?? '', 'upload-id-marker': result['NextUploadIdMarker'] ?? '' };
  }
}
