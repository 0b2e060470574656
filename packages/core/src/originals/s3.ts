import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { StoredFile } from '../domain/model.ts';
import { copyToFile } from '../platform/byte-reader.ts';
import { checkS3Access, readS3Clock } from '../platform/s3/s3-check.ts';
import { S3Client } from '../platform/s3/s3-client.ts';
import type { S3Counts } from '../platform/s3/s3-counts.ts';
import { S3Error } from '../platform/s3/s3-errors.ts';
import { s3ObjectInfo } from '../platform/s3/s3-info.ts';
import { namesInS3, unfinishedS3Uploads } from '../platform/s3/s3-listing.ts';
import { openS3Object } from '../platform/s3/s3-reader.ts';
import type { S3Settings } from '../platform/s3/s3-settings.ts';
import { abortS3Upload, uploadToS3 } from '../platform/s3/s3-upload.ts';
import { isFullDisk } from '../platform/system-errors.ts';
import { copyAndHash } from './copy-and-hash.ts';
import { OriginalCache } from './original-cache.ts';
import { DamagedOriginal, type Originals, OriginalsUnreachable, type PutOptions } from './originals.ts';

const KEY = /^[0-9a-f]{64}$/;
/** For each thread. Callers who take their bytes slowly may hold many. */
const DOWNLOAD_CONNECTIONS = { most: 1024, waitMilliseconds: 5_000 };
/** For uploads and for copies to this machine. */
const COPY_CONNECTIONS = { most: 16 };
const MAX_SIZES = 20_000;
/** How long a size is remembered. Originals never change, but another node may remove one. */
const SIZE_MILLISECONDS = 60_000;
/** Uploads in parts that began longer ago than this, a day, belong to no running process. */
const STALE_MILLISECONDS = 86_400_000;

export interface S3Originals extends Originals {
  /** Rejects with OriginalsUnreachable, which names the setting to check, unless the bucket can be listed. */
  checkAccess(signal: AbortSignal): Promise<void>;
  /** Server's clock minus that of this machine in milliseconds, to the second; undefined if the server doesn't tell it. */
  readClock(signal: AbortSignal): Promise<number | undefined>;
}

/** Where the bucket is, and where copies are on this machine. */
export interface OriginalsS3Options {
  readonly s3: S3Settings;
  /** Folder of the cache; created when a file is needed, and may be deleted while the service does not run. */
  readonly directory: string;
  /** Limit of disk space of the cache in MiB. */
  readonly megabytes: number;
  readonly counts?: S3Counts | undefined;
  /** Called for copies that can't be counted, removed or stored. Default: a process warning. */
  readonly report?: (error: Error) => void;
  readonly staleMilliseconds?: number;
}

/** Opens a bucket as a store, without connecting. The SHA-256 of an original is its key below the prefix. */
export function openOriginalsS3(options: OriginalsS3Options): S3Originals {
  const { s3, directory, megabytes, counts, staleMilliseconds = STALE_MILLISECONDS } = options;
  const { report = process.emitWarning } = options;
  const errors = {
    unreachable: (message: string, cause?: ErrorOptions) => new OriginalsUnreachable(message, cause),
    damaged: (message: string, cause?: ErrorOptions) => new DamagedOriginal(message, cause),
  };
  const client = new S3Client({ settings: s3, errors, connections: DOWNLOAD_CONNECTIONS, counts });
  /** For copies, so that many at once neither fill the disk with halves nor take the connection of a download. */
  const copying = new S3Client({ settings: s3, errors, connections: COPY_CONNECTIONS, counts });
  const incoming = join(directory, 'incoming');
  const sizes = new LRUCache<string, number>({ max: MAX_SIZES, ttl: SIZE_MILLISECONDS });
  const closed = new AbortController();
  let opened: OriginalCache | undefined;

  async function sizeInS3(key: string, signal: AbortSignal, how = {}): Promise<number | undefined> {
    return (await s3ObjectInfo(client, key, signal, how))?.size;
  }

  /** Opened when it is first used, because most threads only send originals. */
  function cache(): OriginalCache {
    opened ??= new OriginalCache({
      directory,
      megabytes,
      fetch: (key, signal) => openS3Object(copying, key, { signal }),
      report: (what, cause) => report(new Error(`the cache of originals fails to ${what}`, { cause })),
    });
    return opened;
  }

  async function put(
    path: string | Buffer,
    { signal, beforeNew, within }: PutOptions,
  ): Promise<StoredFile & { readonly isNew: boolean }> {
    await mkdir(incoming, { recursive: true });
    const temporary = join(incoming, randomUUID());
    try {
      // A copy, because the file may change while it is uploaded, and because its properties are read next.
      const stored = await copyAndHash(path, temporary, { mode: 0o600, signal, within });
      const { sha256, size } = stored;
      const found = await sizeInS3(sha256, signal, { expectsMissing: true });
      if (found === size) return { ...stored, isNew: false };
      await beforeNew?.(sha256);
      const upload = { name: sha256, path: temporary, size, sha256, replaces: found !== undefined, signal };
      const isNew = await uploadToS3(copying, upload);
      if (!isNew && (await sizeInS3(sha256, signal)) !== size) {
        throw new OriginalsUnreachable(`originals.url: the S3 server has stored the original ${sha256} incompletely`);
      }
      sizes.set(sha256, size);
      await cache()
        .adopt(sha256, temporary)
        .catch((cause: unknown) => report(new Error('a copy of an original was not cached', { cause })));
      return { ...stored, isNew };
    } catch (error) {
      if (!isFullDisk(error)) throw error;
      throw new Error(`there is no space left for copies of originals in ${directory}`, { cause: error });
    } finally {
      await rm(temporary, { force: true });
    }
  }

  return {
    put,
    size: async (key, { signal = closed.signal } = {}) => {
      if (!KEY.test(key)) return undefined;
      const size = sizes.get(key) ?? (await sizeInS3(key, signal));
      if (size !== undefined && !sizes.has(key)) sizes.set(key, size);
      return size;
    },
    openReader: async (key, how) => (KEY.test(key) ? await openS3Object(client, key, how) : undefined),
    copyTo: async (key, to, { signal }) => {
      await using reader = KEY.test(key) ? await openS3Object(copying, key, { signal }) : undefined;
      if (reader === undefined) return false;
      if ((await copyToFile(reader, to)) !== key) {
        throw new DamagedOriginal(`the store has other bytes than those of original ${key}`);
      }
      return true;
    },
    leaseLocalFile: async (key, { signal }) => (KEY.test(key) ? await cache().lease(key, signal) : undefined),
    proxyUrl: (key, location) => `${location.replace(/\/+$/, '')}/${key}`,
    presignedUrl: async (key, { mediaType, disposition, seconds }) => {
      const query = { 'response-content-type': mediaType, 'response-content-disposition': disposition };
      return await client.presign(key, { seconds, query });
    },
    remove: async (key, { signal = closed.signal } = {}) => {
      if (!KEY.test(key)) return;
      await client.sendForText({ method: 'DELETE', name: key, accept: [404], signal });
      sizes.delete(key);
      await cache().remove(key);
    },
    removeUnfinished: async ({ signal = closed.signal } = {}) => {
      await rm(incoming, { recursive: true, force: true });
      try {
        for await (const { name, uploadId, begun } of unfinishedS3Uploads(client, signal)) {
          if (KEY.test(name) && Date.now() - begun >= staleMilliseconds) {
            await abortS3Upload(client, { name, uploadId });
          }
        }
      } catch (cause) {
        if (!isForbidden(cause)) throw cause;
        // An operator may leave this to a rule of the bucket.
        report(new Error(`${s3.names.accessKeyId}: the key may not list or end unfinished uploads`, { cause }));
      }
    },
    keys: async function* ({ signal = closed.signal } = {}) {
      for await (const name of namesInS3(client, signal)) if (KEY.test(name)) yield name;
    },
    checkAccess: async (signal) => {
      await checkS3Access(client, signal);
    },
    readClock: (signal) => readS3Clock(client, signal),
    [Symbol.asyncDispose]: async () => {
      closed.abort(new Error('the store of originals was closed'));
      await opened?.[Symbol.asyncDispose]();
      for (const each of [client, copying]) each[Symbol.dispose]();
    },
  };
}

/** True if the key lacks a right. */
function isForbidden(error: unknown): boolean {
  return error instanceof OriginalsUnreachable && error.cause instanceof S3Error && error.cause.code === 'AccessDenied';
}
