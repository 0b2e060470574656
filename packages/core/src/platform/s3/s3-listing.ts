/** Lists what is in a bucket, page after page. */
import type { S3Client } from './s3-client.ts';
import { elementsOf } from './s3-xml.ts';

/** An object as a listing shows it. */
export interface ListedObject {
  /** Without the prefix. */
  readonly name: string;
  readonly size: number;
  /** Differs between different bytes. */
  readonly tag: string;
  /** Epoch milliseconds (UTC) by the server's clock. */
  readonly modified: number;
}

/** Yields the names of all our objects, without the prefix. */
export async function* namesInS3(client: S3Client, signal: AbortSignal): AsyncGenerator<string> {
  for await (const { name } of objectsInS3(client, signal)) yield name;
}

/** Yields all our objects, in the order of their names. */
export async function* objectsInS3(client: S3Client, signal: AbortSignal): AsyncGenerator<ListedObject> {
  const { prefix } = client;
  for (let page: Readonly<Record<string, string>> = {}; ; ) {
    const query = { 'list-type': '2', prefix, ...page };
    const xml = await client.sendForText({ method: 'GET', query, signal });
    for (const object of elementsOf(xml, 'Contents')) {
      const { Key: key = '', Size: size = '', ETag: tag = '', LastModified: modified = '' } = object;
      if (!key.startsWith(prefix)) continue;
      const name = key.slice(prefix.length);
      yield { name, size: Number(size), tag: tag.replaceAll('"', ''), modified: Date.parse(modified) };
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
