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
 * Returns a function that reads from an answer. It resolves with the number of bytes that are there, or that come next;
 * 0 at the end.
 */
function openAnswer(answer: IncomingMessage): (into: Uint8Array) => Promise<number> {
  let wake = () => {};
  // A closed answer is one that ended, failed or was aborted.
  for (const event of ['readable', 'end', 'close']) answer.on(event, () => wake());
  return async (into) => {
    for (;;) {
      const chunk: Buffer | null = answer.read(Math.min(answer.readableLength, into.length) || undefined);
      if (chunk !== null) {
        into.set(chunk);
        return chunk.length;
      }
      if (answer.errored) throw answer.errored;
      if (answer.readableEnded || answer.destroyed) return 0;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(() => answer.destroy(new Error('the S3 server sends nothing')), SILENCE_MILLISECONDS);
      await promise;
      clearTimeout(timer);
    }
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
