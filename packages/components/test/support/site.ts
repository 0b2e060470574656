import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { buildElements } from './build-elements.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** A site of somebody else, with pages that use the elements. */
export interface Site extends AsyncDisposable {
  /** Address of the site. It answers `/elements/…`, and the pages that were published. */
  readonly url: string;
  /** Serves a page with this body, where `$SERVICE` is the service, and these elements. Returns its address. */
  publish(body: string, options?: PublishedPage): string;
}

/** What a page of the site has besides its body. */
export interface PublishedPage {
  /** Modules of `/elements/` to load. Default: those that the body names. */
  readonly elements?: readonly string[] | undefined;
  /** Content of the head, for example styles of the site. */
  readonly head?: string | undefined;
  /** Content-Security-Policy of the page. Default: one that allows nothing inline. */
  readonly policy?: string | undefined;
  /** Further headers of the page. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Starts a site whose elements use the service at this address, which may become known later. */
export async function openSite(service: string | (() => string)): Promise<Site> {
  const folder = await buildElements();
  const pages = new Map<string, { readonly html: string; readonly headers: Readonly<Record<string, string>> }>();
  const server = createServer((request, response) => void answer(String(request.url), response));
  async function answer(path: string, response: ServerResponse): Promise<void> {
    const page = pages.get(path);
    if (page) {
      response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8', ...page.headers });
      return void response.end(page.html);
    }
    const file = path.startsWith('/elements/') ? join(folder, path.slice('/elements/'.length)) : '';
    const content = file && (await readFile(file).catch(() => undefined));
    if (!content) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': MEDIA_TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(content);
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    publish(body, { elements, head = '', policy, headers } = {}) {
      const address = typeof service === 'string' ? service : service();
      const names = elements ?? [...new Set([...body.matchAll(/<(abs-[a-z-]+)/g)].map(([, name]) => `${name}.js`))];
      const scripts = names.map((name) => `<script type="module" src="/elements/${name}"></script>`).join('');
      const path = `/page-${pages.size}`;
      const html = `<!doctype html><html lang="en"><head><meta charset="UTF-8"><title>Host</title>
        <meta name="viewport" content="width=device-width">${head}${scripts}</head>
        <body>${body.replaceAll('$SERVICE', address)}</body></html>`;
      pages.set(path, { html, headers: { 'content-security-policy': policy ?? strictPolicy(address), ...headers } });
      return url + path;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** What a careful site allows: its own scripts, and the service for data, pictures and films. */
function strictPolicy(service: string): string {
  return [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", `connect-src ${service}`],
    ...[`img-src ${service} data: blob:`, `media-src ${service} blob:`],
  ].join('; ');
}
