import { tagOf } from '../api/replies.ts';
import { type Answer, type Request, requestHeader } from './answer.ts';
import { namesTag } from './conditions.ts';
import { type Encoding, encode, encodingFor } from './encoding.ts';

/**
 * Seconds that shared caches keep a file of the program. It changes only with the program, of which nobody tells them;
 * browsers revalidate each time.
 */
const SHARED_SECONDS = 60;

/** Quality of Brotli: a file is compressed once and sent often. */
const BEST_QUALITY = 11;

interface Coded {
  readonly etag: string;
  readonly body: Uint8Array;
}

interface Kept {
  readonly version: string;
  readonly coding: Promise<Coded>;
}

/**
 * Opens an answerer for texts that come with the program. It reads and compresses each at its first request, and again at
 * the next one if that failed.
 */
export function openStaticFiles<Name extends string>(read: (name: Name) => Uint8Array | Promise<Uint8Array>) {
  const kept = new Map<string, Kept>();

  async function readCoded(name: Name, encoding: Encoding): Promise<Coded> {
    const bytes = await read(name);
    const etag = tagOf(bytes);
    return encoding === 'identity'
      ? { etag, body: bytes }
      : { etag: `${etag}-${encoding}`, body: await encode(bytes, encoding, BEST_QUALITY) };
  }

  /** Keeps no failure: a build that replaces the files while the service runs is complete a moment later. */
  function codedOnce(name: Name, encoding: Encoding, version: string): Promise<Coded> {
    const key = `${name} ${encoding}`;
    const present = kept.get(key);
    if (present?.version === version) return present.coding;
    const next: Kept = { version, coding: readCoded(name, encoding) };
    kept.set(key, next);
    next.coding.catch(() => {
      if (kept.get(key) === next) kept.delete(key);
    });
    return next.coding;
  }

  /**
   * Answers with a file, or with 304 if the caller has it. `own` are headers of this file, such as its media type; with
   * another `version`, it is read again.
   */
  return async (request: Request, name: Name, own: Readonly<Record<string, string>>, version = ''): Promise<Answer> => {
    const encoding = encodingFor(requestHeader(request, 'accept-encoding'));
    const { etag, body } = await codedOnce(name, encoding, version);
    const headers = {
      etag: `"${etag}"`,
      'cache-control': own['cache-control'] ?? `public, max-age=0, s-maxage=${SHARED_SECONDS}`,
      vary: 'Accept-Encoding',
    };
    const condition = requestHeader(request, 'if-none-match');
    if (condition !== undefined && namesTag(condition, etag)) return { status: 304, headers };
    const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding };
    return { status: 200, headers: { ...own, 'content-length': String(body.length), ...coding, ...headers }, body };
  };
}
