import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotTakeFile } from '../../../../core/src/originals/originals.ts';
import { copyToFile } from '../../../../core/src/platform/byte-reader.ts';
import { S3Client } from '../../../../core/src/platform/s3/s3-client.ts';
import { openS3Object } from '../../../../core/src/platform/s3/s3-reader.ts';
import { type S3Settings, s3Place } from '../../../../core/src/platform/s3/s3-settings.ts';
import { isFullDisk } from '../../../../core/src/platform/system-errors.ts';
import type { FileSource } from '../folder/file-source.ts';
import { textOfRules } from '../folder/rules-file.ts';
import { MAX_SIDECAR_BYTES } from '../folder/sidecar-copies.ts';
import { listBucket } from './list-bucket.ts';

/** Connections for the files that an import reads at once, and their sidecars. */
const CONNECTIONS = { most: 16 };

/** Thrown when the server of a bucket fails or refuses; the message names the setting to check and holds no secret. */
class BucketUnreachable extends Error {
  override readonly name = 'BucketUnreachable';
}

/**
 * Opens a bucket, or what begins with a prefix in it. Each file is copied to the temporary folder while it is imported, so the
 * disk holds a few at a time.
 */
export function openBucketSource(settings: S3Settings): FileSource {
  const errors = {
    unreachable: (message: string, cause?: ErrorOptions) => new BucketUnreachable(message, cause),
    damaged: (message: string, cause?: ErrorOptions) => new CannotTakeFile('changed', message, cause),
  };
  const client = new S3Client({ settings, errors, connections: CONNECTIONS });
  const { bucket, prefix, root } = s3Place(settings);
  const identity = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const folder = mkdtempSync(join(tmpdir(), 'abs-bucket-'));
  const within = { root: folder };

  /** Copies an object; undefined if it is larger than `most` bytes. */
  async function copy(name: string, signal: AbortSignal, most = Number.POSITIVE_INFINITY): Promise<string | undefined> {
    const path = join(folder, randomUUID());
    await using reader = await openS3Object(client, name, { signal });
    if (reader === undefined) throw new CannotTakeFile('missing', `${name} is missing in the bucket`);
    if (reader.size > most) return undefined;
    try {
      await copyToFile(reader, path);
      return path;
    } catch (error) {
      await rm(path, { force: true });
      if (!isFullDisk(error)) throw error;
      throw new Error(`there is no space left for copies of a bucket's files in ${folder}`, { cause: error });
    }
  }

  async function copySidecar(
    name: string,
    signal: AbortSignal,
  ): Promise<{ sidecar?: string; sidecarProblem?: string }> {
    try {
      const path = await copy(name, signal, MAX_SIDECAR_BYTES);
      return path === undefined ? { sidecarProblem: `is larger than ${MAX_SIDECAR_BYTES} bytes` } : { sidecar: path };
    } catch (error) {
      if (!(error instanceof CannotTakeFile)) throw error;
      return {
        sidecarProblem: error.reason === 'missing' ? 'has gone before it was read' : 'changes while it is read',
      };
    }
  }

  const place = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
  return {
    paths: [place],
    list: async (how) => {
      const found = await listBucket(client, {
        ...how,
        identity: `s3-${identity}`,
        readText: async (name) => {
          const path = (await copy(name, how.signal)) ?? '';
          return textOfRules(await readFile(path));
        },
      });
      // A mistyped prefix is no error for the store.
      const nothing = found.isBare ? [`${place}: nothing in the bucket has this address`] : [];
      return { ...found, warnings: [...found.warnings, ...nothing] };
    },
    take: async ({ location, sidecar }, signal) => {
      const path = (await copy(String(location), signal)) ?? '';
      const own = sidecar === undefined ? {} : await copySidecar(String(sidecar), signal);
      const copies = [path, ...(own.sidecar === undefined ? [] : [own.sidecar])];
      return {
        location: path,
        within,
        ...own,
        [Symbol.asyncDispose]: async () => {
          for (const each of copies) await rm(each, { force: true });
        },
      };
    },
    [Symbol.dispose]: () => {
      client[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
