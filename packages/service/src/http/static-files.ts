import { LRUCache } from 'lru-cache';
import { tagOf } from '../api/replies.ts';
import { type Answer, type Request, requestHeader } from './answer.ts';
import { namesTag } from './conditions.ts';
import { type Encoding, encode, encodingFor } from './encoding.ts';

/**
 * Seconds that shared caches keep a file of the program. It changes only with the program, and nothing purges it from
 * them then; browsers revalidate each time.
 */
const SHARED_SECONDS = 60;

/** Most files in memory. Each build names its chunks anew, so that those of earlier ones are left behind. */
const MAX_FILES = 500;

interface Coded {
  readonly etag: string;
  readonly body: Uint8Array;
}

/** A file in one version, in each encoding that was requested. */
interface CachedFile {
  readonly version: string;
  readonly codings: Map<Encoding, Promise<Coded>>;
}

/**
 * Opens an answerer for texts that come with the program. It reads and compresses each at its first request, and again at
 * the next one if that failed.
 */
export function openStaticFiles<Name extends string>(read: (name: Name) => Uint8Array | Promise<Uint8Array>) {
  const cached = new LRUCache<Name, CachedFile>({ max: MAX_FILES });

  async function readCoded(name: Name, encoding: Encoding): Promise<Coded> {
    const bytes = await read(name);
    const etag = tagOf(bytes);
    return encoding === 'identity'
      ? { etag, body: bytes }
      : { etag: `${etag}-${encoding}`, body: await encode(bytes, encoding, 'best') };
  }

  /** Failures are not cached: a build that replaces the files while the service runs is complete a moment later. */
  function codedOnce(name: Name, encoding: Encoding, version: string): Promise<Coded> {
    const present = cached.get(name);
    const file = present?.version === version ? present : { version, codings: new Map() };
    if (file !== present) cached.set(name, file);
    const coding = file.codings.get(encoding) ?? readCoded(name, encoding);
    if (file.codings.has(encoding)) return coding;
    file.codings.set(encoding, coding);
    coding.catch(() => file.codings.delete(encoding));
    return coding;
  }

  /**
   * Answers with a file, or with 304 if the caller has it. `own` are headers of this file, such as its media type; with
   * another `version`, it is read again.
   */
  return async (request: Request, name: Name, own: Readonly<Record<string, string>>, version = ''): Promise<Answer> => {
    const encoding = encodingFor(requestHeader(request, 'accept-encoding'));
    return codedAnswer(request, await codedOnce(name, encoding, version), encoding, own);
  };
}

/** Answers with a text that is made for the request, or with 304 if the caller has it. */
export async function textAnswer(request: Request, text: string, own: Answer['headers']): Promise<Answer> {
  const encoding = encodingFor(requestHeader(request, 'accept-encoding'));
  const bytes = Buffer.from(text);
  const tag = tagOf(bytes);
  const coded =
    encoding === 'identity'
      ? { etag: tag, body: bytes }
      : { etag: `${tag}-${encoding}`, body: await encode(bytes, encoding, 'once') };
  return codedAnswer(request, coded, encoding, own);
}

function codedAnswer(request: Request, { etag, body }: Coded, encoding: Encoding, own: Answer['headers']): Answer {
  const headers = {
    etag: `"${etag}"`,
    'cache-control': own['cache-control'] ?? `public, max-age=0, s-maxage=${SHARED_SECONDS}`,
    vary: 'Accept-Encoding',
  };
  const condition = requestHeader(request, 'if-none-match');
  if (condition !== undefined && namesTag(condition, etag)) return { status: 304, headers };
  const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding };
  return { status: 200, headers: { ...own, 'content-length': String(body.length), ...coding, ...headers }, body };
}
