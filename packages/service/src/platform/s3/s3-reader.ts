import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ByteRange, ByteReader } from '../byte-reader.ts';
import type { S3Client } from './s3-client.ts';
import { S3Error } from './s3-errors.ts';
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
 * same byte of the same object. Memory holds what one socket holds, however slow the caller is. Rejects, now or while
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
    from: string | undefined,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<IncomingMessage | undefined> {
    try {
      return await client.send({
        method: 'GET',
        name,
        headers: { ...headers, ...(from ? { range: from } : {}) },
        signal,
      });
    } catch (cause) {
      if (!(cause instanceof S3Error)) throw cause;
      if (cause.status === 404) return undefined;
      throw damaged(`the object ${name} has changed or is shorter than it was`, { cause });
    }
  }

  let response = await get(range && `bytes=${range.start}-${range.end}`);
  if (response === undefined) return undefined;
  const size = Number(response.headers['content-length']);
  const start = range?.start ?? 0;
  const same = { 'if-match': response.headers.etag ?? '*' };
  const metadata = metadataOf(response.headers);
  if ((range && response.statusCode !== 206) || Number.isNaN(size)) {
    response.destroy();
    throw unreachable('sends whole objects instead of ranges, or objects without their size, as no S3 server should');
  }
  let readSome = openResponse(response, silenceMilliseconds);
  let done = 0;
  let cuts = 0;

  async function next(into: Uint8Array): Promise<number> {
    if (response === undefined) {
      response = await get(`bytes=${start + done}-${start + size - 1}`, same);
      if (response === undefined) throw damaged(`the object ${name} was removed`);
      readSome = openResponse(response, silenceMilliseconds);
    }
    const bytes = await readSome(into);
    if (bytes === 0) throw new Error(`the connection was cut at byte ${done} of ${size}`);
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
          response.destroy();
          response = undefined;
          if (cuts === RESUMES) throw unreachable(`stops again and again while it sends ${name}`, { cause: error });
          cuts += 1;
          await wait(PAUSE_MILLISECONDS * cuts, undefined, { signal }).catch(() => {});
        }
      }
    },
    [Symbol.asyncDispose]: async () => {
      // Reads the end of a finished response, so that its connection can be used again.
      if (done >= size) response?.resume();
      else closed.abort(new Error('the reader was closed'));
    },
  };
}

/**
 * Returns a function that reads from a response. It resolves with the number of bytes that arrive together, 0 at the end.
 * The response flows only while a caller waits, into the caller's buffer: reading it chunk by chunk in paused mode takes
 * twice the time.
 */
function openResponse(response: IncomingMessage, silenceMilliseconds: number): (into: Uint8Array) => Promise<number> {
  /** What arrived beyond the end of the caller's buffer. */
  let rest: Uint8Array = new Uint8Array(0);
  let into: Uint8Array = rest;
  let filled = 0;
  let settle = () => {};

  function take(chunk: Uint8Array): void {
    const bytes = Math.min(chunk.length, into.length - filled);
    into.set(chunk.subarray(0, bytes), filled);
    filled += bytes;
    rest = chunk.subarray(bytes);
  }

  const isOver = () => response.readableEnded || response.destroyed;
  response.on('data', (chunk: Buffer) => {
    const isFirst = filled === 0;
    take(chunk);
    if (filled === into.length) settle();
    // More chunks may come in the same iteration of the event loop.
    else if (isFirst) setImmediate(settle);
  });
  response.pause();
  // A closed response is one that ended, failed or was aborted.
  for (const event of ['end', 'close']) response.on(event, () => settle());

  return async (buffer) => {
    into = buffer;
    filled = 0;
    take(rest);
    if (filled === 0 && !isOver()) {
      const arrived = Promise.withResolvers<void>();
      const settleThis = () => {
        // A call that an earlier read has scheduled comes too late.
        if (settle !== settleThis) return;
        response.pause();
        arrived.resolve();
      };
      settle = settleThis;
      const timer = setTimeout(() => response.destroy(new Error('the server sends nothing')), silenceMilliseconds);
      response.resume();
      await arrived.promise;
      clearTimeout(timer);
    }
    if (filled === 0 && response.errored) throw response.errored;
    return filled;
  };
}
