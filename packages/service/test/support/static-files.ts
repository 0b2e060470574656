import { createReadStream } from 'node:fs';
import { extname, join } from 'node:path';
import { type LocalServer, startLocalServer } from './local-server.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.jpg': 'image/jpeg',
};

/** Serves the files below a folder to a browser. `pages` has further pages by path, as HTML. Any port without one. */
export async function serveFiles(
  folder: string,
  pages: (path: string, query: string) => string | undefined = () => undefined,
  port = 0,
): Promise<LocalServer> {
  return await startLocalServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
    response.setHeader('content-type', MEDIA_TYPES[extname(pathname)] ?? 'application/octet-stream');
    const page = pages(pathname, search.slice(1));
    if (page !== undefined) return void response.end(page);
    createReadStream(join(folder, pathname))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  }, port);
}
