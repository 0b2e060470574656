import { setTimeout as wait } from 'node:timers/promises';
import type { ByteRange, ByteReader } from '../byte-reader.ts';
import type { S3Client } from './s3-client.ts';
import { S3Error } from './s3-errors.ts';
import type { S3Response } from './s3-get.ts';
import { metadataOf } from './s3-info.ts';

const SILENCE_MILLISECONDS = 20_000;
/** How often reading goes on after a cut without a byte in between. */
const RESUMES = 4;
const PAUSE_MILLISECONDS = 200;

/** Reads the bytes of an object in order, at the caller's pace. */
export interface S3Reader extends ByteReader {
  /** Bytes from the beginning of the range to its end, which is that of the object if that is nearer. */
  readonly size: number;
  /** Values that `put` stored with the object, by lower-case names. */
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Opens an object or a range of it; undefined if there is no such object. After a cut connection, reading goes on at the
 * same byte of the same object. While the caller is slow, memory holds 64 KiB of it. Rejects, now or while
 * reading, like the client, and with the error of `damaged` if the object ends before the range or is replaced.
 */
export async function openS3Object(
  client: S3Client,
  name: string,
  {
    range,
    signal: caller,
    silenceMilliseconds = SILENCE_MILLISECONDS,
  }: {
    readonly range?: ByteRange;
    readonly signal: AbortSignal;
    /** How long the server may send nothing in the middle of an object; default 20 s. */
    readonly silenceMilliseconds?: number;
  },
): Promise<S3Reader | undefined> {
  const { unreachable, damaged } = client.errors;
  const closed = new AbortController();
  const signal = AbortSignal.any([caller, closed.signal]);

  async function get(
    rangeHeader: string | undefined,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<S3Response | undefined> {
    const all = { ...headers, ...(rangeHeader ? { range: rangeHeader } : {}) };
    try {
      const begun = await client.get({ method: 'GET', name, headers: all, signal });
      if (rangeHeader === undefined || begun.status === 206) return begun;
      begun.close();
    } catch (cause) {
      if (!(cause instanceof S3Error)) throw cause;
      if (cause.status === 404) return undefined;
      throw damaged(`the object ${name} has changed or is shorter than it was`, { cause });
    }
    throw unreachable('sends whole objects instead of ranges, as no S3 server should');
  }

  let response = await get(range && `bytes=${range.start}-${range.end}`);
  if (response === undefined) return undefined;
  const { size } = response;
  const start = range?.start ?? 0;
  const same = { 'if-match': response.headers['etag'] ?? '*' };
  const metadata = metadataOf(response.headers);
  let done = 0;
  let cuts = 0;

  async function next(into: Uint8Array): Promise<number> {
    if (response === undefined) {
      response = await get(`bytes=${start + done}-${start + size - 1}`, same);
      if (response === undefined) throw damaged(`the object ${name} was removed`);
    }
    const bytes = await response.read(into, silenceMilliseconds);
    if (bytes === 0) throw new Error(`the response ends at byte ${done} of ${size}`);
    return bytes;
  }

  return {
    size,
    metadata,
    read: async (into) => {
      for (;;) {
        signal.throwIfAborted();
        if (done >= size || into.length === 0) return 0;
        try {
          const bytes = await next(into.subarray(0, Math.min(into.length, size - done)));
          cuts = 0;
          done += bytes;
          return bytes;
        } catch (error) {
          signal.throwIfAborted();
          // Without a response, the client has tried often enough.
          if (response === undefined) throw error;
          response.close();
          response = undefined;
          if (cuts === RESUMES) throw unreachable(`stops again and again while it sends ${name}`, { cause: error });
          cuts += 1;
          await wait(PAUSE_MILLISECONDS * cuts, undefined, { signal }).catch(() => {});
        }
      }
    },
    [Symbol.asyncDispose]: async () => {
      response?.close();
      closed.abort(new Error('the reader was closed'));
    },
  };
}
