/** Reads files, with their name and size. Resumes after a cut connection. */
import { originOf } from './envelope.ts';
import { ServiceError } from './errors.ts';
import type { Send } from './transport.ts';

/** How far a file has arrived. */
export interface Progress {
  /** Bytes so far. */
  readonly loaded: number;
  /** Bytes in all; undefined if unknown. */
  readonly total: number | undefined;
}

/** Options of a request for a file. */
export interface FileOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each part of the file has arrived. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** True asks what the file is, and lets the service make it, but sends nothing of it: `stream` is empty. */
  readonly asksOnly?: boolean | undefined;
}

/** A file that is arriving. Read it once: with `stream`, `blob()` or `text()`. */
export interface ServiceFile {
  /** Name under which to save it; undefined if the service gives none, as for pictures. */
  readonly name: string | undefined;
  readonly mediaType: string;
  /** Size in bytes; undefined if unknown. */
  readonly size: number | undefined;
  /** Of a picture: number of pages of the document that it shows; undefined if unknown. */
  readonly pages: number | undefined;
  /** True for a placeholder, which stands for content that the service cannot draw. */
  readonly isPlaceholder: boolean;
  /**
   * The bytes. Continues after a cut connection, unless the service redirected to a store (setting `download.redirect`). If it
   * cannot continue, reading rejects: what has arrived is not the whole file.
   */
  readonly stream: ReadableStream<Uint8Array>;
  blob(): Promise<Blob>;
  text(): Promise<string>;
}

export interface FileRequest {
  readonly url: string;
  /** True if the service answers with a player, which is a web page. */
  readonly isPlayer: boolean;
  /** Longest wait for the next part of the file, in milliseconds; 0 means no limit. */
  readonly timeout: number;
}

/** How often in a row to resume a download that brings no further byte. */
const MAX_FRUITLESS_RESUMES = 3;

/** Requests a file. Rejects with `not_a_file` if a web page arrives instead. */
export async function openFile(send: Send, request: FileRequest, options: FileOptions): Promise<ServiceFile> {
  const { url, isPlayer } = request;
  const { signal, asksOnly } = options;
  const first = await send({ url, signal, asksOnly }, (response) => response);
  const mediaType = first.headers.get('content-type') ?? 'application/octet-stream';
  // An HTML file of the catalogue has a name; a page of a proxy has none.
  if (!isPlayer && mediaType.startsWith('text/html') && !first.headers.has('content-disposition')) {
    first.body?.cancel().catch(ignored);
    throw new ServiceError('not_a_file', `${originOf(first)} answered with a web page instead of a file`, {
      status: first.status,
    });
  }
  const size = sizeOf(first);
  const stream = asksOnly ? new Blob().stream() : resumable(first, { ...request, ...options, size, send });
  const blob = async () => new Blob(await partsOf(stream), { type: mediaType });
  return {
    name: fileName(first.headers.get('content-disposition')),
    mediaType,
    size,
    pages: Number(first.headers.get('x-pages')) || undefined,
    isPlaceholder: first.headers.get('x-placeholder') === 'true',
    stream,
    blob,
    text: async () => await (await blob()).text(),
  };
}

/** Reads a stream to its end. `new Response(stream).blob()` would reject with an error of the browser instead of the stream's. */
async function partsOf(stream: ReadableStream<Uint8Array>): Promise<BlobPart[]> {
  const parts: BlobPart[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    // Bytes from the network are never in shared memory.
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
}

interface Resuming extends FileOptions, FileRequest {
  readonly size: number | undefined;
  readonly send: Send;
}

function resumable(first: Response, resuming: Resuming): ReadableStream<Uint8Array> {
  const { size, signal, onProgress, timeout } = resuming;
  let reader = first.body?.getReader();
  let loaded = 0;
  let fruitless = 0;

  async function nextPart(): Promise<Uint8Array | undefined> {
    for (;;) {
      try {
        const { done, value } = (reader && (await readPart(reader, timeout))) ?? { done: true };
        if (!done && value) return value;
        if (size === undefined || loaded >= size) return undefined;
        throw new Error(`the connection ended after ${loaded} of ${size} bytes`);
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        fruitless += 1;
        if (fruitless > MAX_FRUITLESS_RESUMES) throw incomplete(loaded, error);
        reader = await resume(first, loaded, resuming, error);
      }
    }
  }

  return new ReadableStream(
    {
      pull: async (controller) => {
        const part = await nextPart();
        if (!part) return controller.close();
        loaded += part.length;
        fruitless = 0;
        onProgress?.({ loaded, total: size });
        controller.enqueue(part);
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Reads the next part. If it does not arrive in time, rejects with `timed_out` and closes the connection. */
async function readPart(reader: ReadableStreamDefaultReader<Uint8Array>, timeout: number) {
  if (timeout === 0) return await reader.read();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new ServiceError('timed_out', `no byte of the file within ${timeout} ms`);
      reject(error);
      reader.cancel(error).catch(ignored);
    }, timeout);
  });
  try {
    return await Promise.race([reader.read(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Requests the rest of a file, if it is still the same. Rejects if a store sent the file, because its entity tags are not those of
 * the service, or if a proxy encoded it, because only its decoded bytes were counted.
 */
async function resume(first: Response, loaded: number, { send, url, signal }: Resuming, cause: unknown) {
  const tag = first.headers.get('etag');
  const isSame = tag !== null && !tag.startsWith('W/') && !first.headers.has('content-encoding');
  if (!isSame || isFromStore(first, url)) throw incomplete(loaded, cause);
  const headers = { range: `bytes=${loaded}-`, 'if-range': tag };
  const rest = await send({ url, signal, headers }, (response) => response).catch((error: unknown) => {
    throw signal?.aborted ? signal.reason : incomplete(loaded, error);
  });
  // If nothing has arrived, the rest is the whole file, and a server may answer with 200.
  const isWhole = loaded === 0 && rest.status === 200 && rest.headers.get('etag') === tag;
  const isRest = rest.status === 206 && rest.headers.get('content-range')?.startsWith(`bytes ${loaded}-`);
  if (!isWhole && !isRest) {
    rest.body?.cancel().catch(ignored);
    throw new ServiceError('download_changed', 'the file changed while it was downloaded; download it again');
  }
  return rest.body?.getReader();
}

/** True if the service redirected to a store. Redirects to https, or to another host of the service, keep path and query. */
function isFromStore({ redirected, url: source }: Response, url: string): boolean {
  const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]*/, '');
  return redirected && pathOf(source) !== pathOf(url);
}

/** Ignores the error of a body that nobody reads. */
function ignored(): void {}

function incomplete(loaded: number, cause: unknown): ServiceError {
  return new ServiceError('download_incomplete', `the download broke off after ${loaded} bytes`, { cause });
}

/** Bytes that will arrive; undefined if unknown, as when `content-length` counts encoded bytes. */
function sizeOf({ headers }: Response): number | undefined {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? undefined : Number(length);
}

function fileName(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  const [, plain] = /filename="([^"]*)"/i.exec(disposition ?? '') ?? [];
  return encoded === undefined ? plain : decodeURIComponent(encoded);
}
