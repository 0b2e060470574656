import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
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
}

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=UTF-8'],
  ['.css', 'text/css; charset=UTF-8'],
  ['.js', 'text/javascript; charset=UTF-8'],
  ['.json', 'application/json; charset=UTF-8'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=UTF-8'],
  ['.wasm', 'application/wasm'],
]);

/**
 * Answers the paths below one with the files of a folder; undefined for every other path. They need no token, because they
 * contain nothing of the catalogue. The names are those that exist now.
 */
export function openBuiltFiles({ folder, path, namesFor, headersOf }: BuiltFolder) {
  const names = existsSync(folder) ? new Set(filesBelow(folder)) : new Set<string>();
  const send = openStaticFiles((name) => readFile(new URL(name, folder)));

  return {
    isEmpty: names.size === 0,
    answer: async (request: Request): Promise<Answer | undefined> => {
      if (!request.path.startsWith(path)) return undefined;
      const name = namesFor(request.path.slice(path.length)).find((each) => names.has(each));
      if (name === undefined) return undefined;
      const mediaType = MEDIA_TYPES.get(extname(name)) ?? 'application/octet-stream';
      return await send(request, name, {
        'content-type': mediaType,
        'x-content-type-options': 'nosniff',
        ...headersOf(name),
      });
    },
  };
}

function filesBelow(folder: URL): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => MEDIA_TYPES.has(extname(name)));
}
