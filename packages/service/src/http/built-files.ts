import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf, isAbsence } from '../../../core/src/platform/system-errors.ts';
import type { Answer, Request } from './answer.ts';
import { openStaticFiles } from './static-files.ts';

/** A folder that the build has written, and how its files are answered. */
export interface BuiltFolder {
  readonly folder: URL;
  /** Path of the folder on the site, such as `/docs/`. */
  readonly path: string;
  /** The names that a path below it may stand for. The first that exists is sent. */
  readonly namesFor: (rest: string) => readonly string[];
  /** Headers besides the media type. */
  readonly headersOf: (name: string) => Readonly<Record<string, string>>;
  /** Returns what is sent of a file. Default: its bytes. */
  readonly finish?: (name: string, bytes: Buffer) => Buffer;
}

/** What pages that come with the program may do: load only files beside them, and send requests to the service alone. */
export const PAGE_POLICY: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Elements draw pictures, and play films, that the browser itself has made.
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
];

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=UTF-8'],
  ['.css', 'text/css; charset=UTF-8'],
  ['.js', 'text/javascript; charset=UTF-8'],
  ['.json', 'application/json; charset=UTF-8'],
  ['.svg', 'image/svg+xml'],
  ['.webp', 'image/webp'],
  ['.txt', 'text/plain; charset=UTF-8'],
  ['.wasm', 'application/wasm'],
]);

/** Names of files below the folder: no part begins with a dot, so that none leads out of it. */
const NAME = /^(?:[\w-][\w.-]{0,200}\/){0,8}[\w-][\w.-]{0,200}$/;

/**
 * Answers the paths below one with the files of a folder; undefined for every other path. They need no token, because they
 * contain nothing of the catalogue. A build may replace them while the service runs: each is sent as it is now.
 */
export function openBuiltFiles({ folder, path, namesFor, headersOf, finish = (_, bytes) => bytes }: BuiltFolder) {
  const fileOf = (name: string) => join(fileURLToPath(folder), name);
  const send = openStaticFiles(async (name) => finish(name, await readFile(fileOf(name))));

  async function sendNamed(request: Request, name: string): Promise<Answer | undefined> {
    const mediaType = MEDIA_TYPES.get(extname(name));
    if (mediaType === undefined || !NAME.test(name)) return undefined;
    try {
      const own = { 'content-type': mediaType, 'x-content-type-options': 'nosniff', ...headersOf(name) };
      return await send(request, name, own, await fileVersion(fileOf(name)));
    } catch (error) {
      // Also when it is removed between the two.
      if (isAbsence(error) || codeOf(error) === 'EISDIR') return undefined;
      throw error;
    }
  }

  return async (request: Request): Promise<Answer | undefined> => {
    if (!request.path.startsWith(path)) return undefined;
    for (const name of namesFor(request.path.slice(path.length))) {
      const answer = await sendNamed(request, name);
      if (answer) return answer;
    }
    return undefined;
  };
}

/** A text that changes when a file is written. Rejects with `ENOENT` without the file. */
export async function fileVersion(file: string | URL): Promise<string> {
  const { mtimeMs, size } = await stat(file);
  return `${mtimeMs} ${size}`;
}
