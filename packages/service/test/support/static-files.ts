import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.jpg': 'image/jpeg',
};

export interface StaticFiles extends AsyncDisposable {
  /** Ends with a slash. */
  readonly url: string;
}

/** Serves the files below a folder of the test's own to a browser. `pages` has further pages by path, as HTML. */
export async function serveFiles(
  folder: string,
  pages: (path: string, query: string) => string | undefined = () => undefined,
): Promise<StaticFiles> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
    response.setHeader('content-type', MEDIA_TYPES[extname(pathname)] ?? 'application/octet-stream');
    const page = pages(pathname, search.slice(1));
    if (page !== undefined) return void response.end(page);
    createReadStream(join(folder, pathname))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
