/** Uploads files so that an object appears whole or not at all. The server verifies each part by its SHA-256. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3Client } from './s3-client.ts';
import { S3Error } from './s3-errors.ts';
import { s3ObjectInfo } from './s3-info.ts';
import type { S3Payload, S3Request } from './s3-transport.ts';
import { elementsOf } from './s3-xml.ts';

const MIB = 2 ** 20;
/** Larger files are uploaded in parts, so that a failure costs only a part. */
const LARGEST_WHOLE = 64 * MIB;
const PART_BYTES = 32 * MIB;
/** Limit of S3. */
const MAX_PARTS = 10_000;
const PARTS_AT_ONCE = 3;
/** A server may take minutes to join many parts. */
const JOIN_MILLISECONDS = 300_000;
const ABORT_MILLISECONDS = 10_000;
const CHUNK_BYTES = 512 * 1024;
/** How often an upload that conflicts with another one begins. */
const ATTEMPTS = 4;
const PAUSE_MILLISECONDS = 500;
/** Name of the value that tells the objects of two uploads of the same name apart. */
const UPLOAD = 'upload';

/** A local file that does not change while it is uploaded. */
export interface S3Upload {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  /** Values to store with the object. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** True to replace an object of this name. */
  readonly replaces: boolean;
  readonly signal: AbortSignal;
}

/** Uploads a file. Returns false if there is an object of this name already, which it may not replace. */
export async function uploadToS3(client: S3Client, upload: S3Upload): Promise<boolean> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await (upload.size > LARGEST_WHOLE ? uploadParts(client, upload) : uploadWhole(client, upload));
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      if (error.status === 412 && !upload.replaces) return false;
      // Another upload of the name is just ending.
      if (error.status !== 409 || attempts === ATTEMPTS) {
        throw client.errors.unreachable(`refuses to store ${upload.name}`, { cause: error });
      }
      await wait(PAUSE_MILLISECONDS * attempts, undefined, { signal: upload.signal }).catch(() => {});
      upload.signal.throwIfAborted();
      const found = upload.replaces ? undefined : await s3ObjectInfo(client, upload.name, upload.signal);
      if (found !== undefined) return false;
    }
  }
}

async function uploadWhole(client: S3Client, upload: S3Upload): Promise<true> {
  const { name, path, size, sha256, signal } = upload;
  const body = { size, sha256, open: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }) };
  const headers = { ...conditionOf(upload), ...metadataHeaders(upload.metadata) };
  await client.sendForText({ method: 'PUT', name, body, headers, signal });
  return true;
}

/** Returns false if another upload of the name has ended before. */
async function uploadParts(client: S3Client, upload: S3Upload): Promise<boolean> {
  const { name, size, signal } = upload;
  const id = randomUUID();
  const begun = await client.sendForText({
    method: 'POST',
    name,
    query: { uploads: '' },
    headers: metadataHeaders({ ...upload.metadata, [UPLOAD]: id }),
    signal,
  });
  const uploadId = elementsOf(begun, 'InitiateMultipartUploadResult')[0]?.['UploadId'] ?? '';
  const stop = new AbortController();
  const abort = () => abortS3Upload(client, { name, uploadId }).catch(() => {});
  try {
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
    const tags: string[] = [];
    let next = 0;
    const worker = async () => {
      for (;;) {
        const at = next;
        next += 1;
        const start = at * partBytes;
        if (start >= size) return;
        const body = await partOf(upload, start, Math.min(start + partBytes, size) - 1);
        const query = { partNumber: String(at + 1), uploadId };
        const either = AbortSignal.any([signal, stop.signal]);
        const response = await client.send({ method: 'PUT', name, query, body, signal: either });
        response.resume();
        tags[at] = response.headers.etag ?? '';
      }
    };
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, worker));
    const isJoined = await join(client, upload, { id, uploadId, tags });
    // A server that refuses to replace the other object keeps these parts.
    if (!isJoined) await abort();
    return isJoined;
  } catch (error) {
    stop.abort();
    await abort();
    throw error;
  }
}

/** Makes one object of the parts. Returns false if another upload of the name has ended before. */
async function join(
  client: S3Client,
  upload: S3Upload,
  { id, uploadId, tags }: { readonly id: string; readonly uploadId: string; readonly tags: readonly string[] },
): Promise<boolean> {
  const { name, signal } = upload;
  const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = bodyOf(Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`));
  const request: S3Request = { method: 'POST', name, query: { uploadId }, body, headers: conditionOf(upload), signal };
  try {
    await client.sendForText({ ...request, waitMilliseconds: JOIN_MILLISECONDS });
    return true;
  } catch (error) {
    if (!(error instanceof S3Error) || (error.status !== 404 && error.status !== 412)) throw error;
    // An earlier attempt may have joined the parts, and its response was lost.
    const found = await s3ObjectInfo(client, name, signal);
    if (found === undefined) throw error;
    if (found.metadata[UPLOAD] === id) return true;
    if (upload.replaces) throw error;
    return false;
  }
}

/** Ends an upload whose object will not appear, which frees its parts. */
export async function abortS3Upload(
  client: S3Client,
  { name, uploadId }: { readonly name: string; readonly uploadId: string },
): Promise<void> {
  const signal = AbortSignal.timeout(ABORT_MILLISECONDS);
  await client.sendForText({ method: 'DELETE', name, query: { uploadId }, accept: [404], signal });
}

function conditionOf({ replaces }: S3Upload): Readonly<Record<string, string>> {
  return replaces ? {} : { 'if-none-match': '*' };
}

function metadataHeaders(metadata: S3Upload['metadata'] = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`x-amz-meta-${key}`, value]));
}

function bodyOf(bytes: Buffer): S3Payload {
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: () => Readable.from([bytes]),
  };
}

/** A part of a file, whose hash takes a first reading of it. */
async function partOf({ path, signal }: S3Upload, start: number, end: number): Promise<S3Payload> {
  const open = () => createReadStream(path, { start, end, highWaterMark: CHUNK_BYTES });
  const hash = createHash('sha256');
  const stream = open();
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    hash.update(chunk);
  }
  return { size: end - start + 1, sha256: hash.digest('hex'), open };
}
