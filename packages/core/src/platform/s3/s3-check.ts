/**
 * Looks whether a bucket can be used: a start lists it and reads the server's clock, `abs doctor` writes into it as
 * well.
 */
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Client } from './s3-client.ts';

const BYTES = Buffer.from('abs doctor\n');

export interface S3Facts {
  /** Time for each of four requests about a small object. */
  readonly milliseconds: { readonly list: number; readonly put: number; readonly get: number; readonly delete: number };
  /** True if the server refuses to replace an object if it is told to (`If-None-Match: *`). */
  readonly refusesToReplace: boolean;
  /** True if a part of an object can be read. */
  readonly sendsRanges: boolean;
  /** Server's clock minus that of this machine, to the second; undefined if the server doesn't tell it. */
  readonly clockMilliseconds: number | undefined;
}

/** Returns a request for the name of at most one object in our part of the bucket. */
function shortList({ prefix }: S3Client, signal: AbortSignal) {
  return { method: 'GET', query: { 'list-type': '2', 'max-keys': '1', prefix }, signal } as const;
}

/** Rejects, as `S3Client.send` does, unless our part of the bucket can be listed. */
export async function checkS3Access(client: S3Client, signal: AbortSignal): Promise<void> {
  await client.sendForText(shortList(client, signal));
}

/**
 * Returns the server's clock minus that of this machine in milliseconds, to the second; undefined if the server doesn't
 * tell it. Rejects as `S3Client.send` does, but not if the server refuses the request because the clocks differ too much.
 */
export async function readS3Clock(client: S3Client, signal: AbortSignal): Promise<number | undefined> {
  const response = await client.send({ ...shortList(client, signal), accept: [403] });
  response.resume();
  const clock = Date.parse(response.headers.date ?? '');
  return Number.isNaN(clock) ? undefined : clock - Date.now();
}

/** Writes, reads and removes a small object of a random name. Rejects with the first error, as `S3Client.send` does. */
export async function checkS3(client: S3Client, signal: AbortSignal): Promise<S3Facts> {
  const name = `doctor-${randomUUID()}`;
  const body = {
    size: BYTES.length,
    sha256: createHash('sha256').update(BYTES).digest('hex'),
    open: () => Readable.from([BYTES]),
  };
  const headers = { 'if-none-match': '*' };
  const list = await timed(() => checkS3Access(client, signal));
  const put = await timed(() => client.send({ method: 'PUT', name, body, headers, signal }));
  put.result.resume();
  try {
    const again = await client.send({ method: 'PUT', name, body, headers, accept: [412], signal });
    again.resume();
    const get = await timed(async () => {
      const response = await client.send({ method: 'GET', name, headers: { range: 'bytes=0-2' }, signal });
      return await buffer(response);
    });
    return {
      milliseconds: {
        list: list.milliseconds,
        put: put.milliseconds,
        get: get.milliseconds,
        delete: (await timed(remove)).milliseconds,
      },
      refusesToReplace: again.statusCode === 412,
      sendsRanges: get.result.equals(BYTES.subarray(0, 3)),
      clockMilliseconds: await readS3Clock(client, signal),
    };
  } catch (error) {
    await remove().catch(() => {});
    throw error;
  }

  async function remove(): Promise<void> {
    await client.sendForText({ method: 'DELETE', name, accept: [404], signal });
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly milliseconds: number }> {
  const start = performance.now();
  const result = await work();
  return { result, milliseconds: performance.now() - start };
}
