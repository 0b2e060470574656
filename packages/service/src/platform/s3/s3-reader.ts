import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3Client } from './s3-client.ts';
import { S3Refusal } from './s3-errors.ts';

/** How long the server may send nothing in the middle of an object. */
const SILENCE_MILLISECONDS = 20_000;
/** How often reading goes on after a cut without a byte in between. */
const RESUMES = 4;
const PAUSE_MILLISECONDS = 200;

/** Reads the bytes of an object in order, at the caller's pace. */
export interface S3Reader extends AsyncDisposable {
  /** Bytes from the beginning of the range to its end, which is that of the object if that is nearer. */
  readonly size: number;
  /** Reads the next bytes into the beginning of `into`; resolves with their number, 0 at the end. */
  read(into: Uint8Array): Promise<number>;
  /** Values that `put` stored with the object, by lower-case names. */
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Opens an object or a range of it; undefined if there is no such object. After a cut connection, reading goes on at the
 * same byte of the same object. Memory holds what one socket holds, however slow the caller is.
 */
export async function openS3Object(
  client: S3Client,
  name: string,
  {
    range,
    signal,
  }: { readonly range?: { readonly start: number; readonly end: number }; readonly signal: AbortSignal },
): Promise<S3Reader | undefined> {
  const get = (from: string | undefined, headers: Readonly<Record<string, string>> = {}) =>
    client.send({ method: 'GET', name, headers: { ...headers, ...(from ? { range: from } : {}) }, signal });
  let answer: IncomingMessage | undefined = await get(range && `bytes=${range.start}-${range.end}`).catch(absent);
  if (answer === undefined) return undefined;
  const size = Number(answer.headers['content-length']);
  const start = range?.start ?? 0;
  const same = { 'if-match': answer.headers.etag ?? '*' };
  const metadata = metadataOf(answer);
  if (range && answer.statusCode !== 206) {
    answer.destroy();
    throw new Error('the S3 server sends whole objects instead of ranges');
  }
  let readSome = openAnswer(answer);
  let done = 0;
  let cuts = 0;

  async function next(into: Uint8Array): Promise<number> {
    if (answer === undefined) {
      answer = await get(`bytes=${start + done}-${start + size - 1}`, same);
      readSome = openAnswer(answer);
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
          // Without an answer, the client has tried often enough.
          if (answer === undefined || cuts === RESUMES) throw error;
          cuts += 1;
          answer.destroy();
          answer = undefined;
          await wait(PAUSE_MILLISECONDS * cuts);
        }
      }
    },
    [Symbol.asyncDispose]: async () => {
      // Reads the end of a finished answer, so that its connection can be used again.
      if (done >= size) answer?.resume();
      else answer?.destroy();
    },
  };
}

/**
 * Returns a function that reads from an answer. It resolves with the number of bytes that arrive together, 0 at the end.
 * The answer flows only while a caller waits, into the caller's buffer: reading it chunk by chunk in paused mode takes
 * twice the time.
 */
function openAnswer(answer: IncomingMessage): (into: Uint8Array) => Promise<number> {
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

  const isOver = () => answer.readableEnded || answer.destroyed;
  answer.on('data', (chunk: Buffer) => {
    const isFirst = filled === 0;
    take(chunk);
    if (filled === into.length) settle();
    // More chunks may come in the same iteration of the event loop.
    else if (isFirst) setImmediate(settle);
  });
  answer.pause();
  // A closed answer is one that ended, failed or was aborted.
  for (const event of ['end', 'close']) answer.on(event, () => settle());

  return async (buffer) => {
    into = buffer;
    filled = 0;
    take(rest);
    if (filled === 0 && !isOver()) {
      const arrived = Promise.withResolvers<void>();
      const settleThis = () => {
        // A call that an earlier read has scheduled comes too late.
        if (settle !== settleThis) return;
        answer.pause();
        arrived.resolve();
      };
      settle = settleThis;
      const timer = setTimeout(() => answer.destroy(new Error('the S3 server sends nothing')), SILENCE_MILLISECONDS);
      answer.resume();
      await arrived.promise;
      clearTimeout(timer);
    }
    if (filled === 0 && answer.errored) throw answer.errored;
    return filled;
  };
}

function metadataOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return Object.fromEntries(own.map(([name, value]) => [name.slice('x-amz-meta-'.length), String(value)]));
}

function absent(error: unknown): undefined {
  if (error instanceof S3Refusal && error.status === 404) return undefined;
  throw error;
}
