import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from '../../../service/test/browser/chromium.ts';
import { type RunningApp, startApp, startNode } from '../../../service/test/support/app.ts';
import { closeBrowser, launchBrowser, openContext } from './browser.ts';
import { buildElements } from './build-elements.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** What tests of a browser say where there is none; false where there is one. */
export const WITHOUT_BROWSER = chromium === undefined && 'no Chromium on this machine';

/** A site that embeds the elements, with the service on another origin, and a browser. */
export interface Host extends Site {
  readonly app: RunningApp;
}

/** A site and a browser. */
export interface Site extends AsyncDisposable {
  /** Address of the site. It answers `/elements/…`, and pages opened with `open`. */
  readonly url: string;
  /** Opens a page as `publish` serves it. Closed with the host. */
  open(body: string, options?: HostPageOptions): Promise<Page>;
  /**
   * Serves a page with this body, in which `$SERVICE` stands for the address of the service, and which loads these elements.
   * Returns its address.
   */
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

/** A page, and the window that shows it. */
export interface HostPageOptions extends PublishedPage, BrowserContextOptions {}

/**
 * Starts a service with these settings, a site and a browser. `catalogue` is a bundle, or a function that fills the data
 * folder of the service.
 */
export async function openHost(
  settings: Record<string, unknown> = {},
  catalogue?: string | ((data: string) => Promise<void>),
): Promise<Host> {
  await using stack = new AsyncDisposableStack();
  const app = stack.use(
    await (typeof catalogue === 'function' ? startNode(settings, catalogue) : startApp(settings, catalogue)),
  );
  const site = stack.use(await openSite(app.url));
  const owned = stack.move();
  return { ...site, app, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}

/** Starts a site whose elements use the service at this address, and a browser. */
export async function openSite(service: string): Promise<Site> {
  await using stack = new AsyncDisposableStack();
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
  stack.defer(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  let browser: Promise<Browser> | undefined;
  stack.defer(async () => {
    const opened = await browser;
    if (opened) await closeBrowser(opened);
  });
  const owned = stack.move();
  function publish(body: string, options: PublishedPage = {}): string {
    const { elements, head = '', policy = strictPolicy(service), headers } = options;
    const names = elements ?? [...new Set([...body.matchAll(/<(abs-[a-z-]+)/g)].map(([, name]) => `${name}.js`))];
    const scripts = names.map((name) => `<script type="module" src="/elements/${name}"></script>`).join('');
    const path = `/page-${pages.size}`;
    const html = `<!doctype html><html lang="en"><head><meta charset="UTF-8"><title>Host</title>
      <meta name="viewport" content="width=device-width">${head}${scripts}</head>
      <body>${body.replaceAll('$SERVICE', service)}</body></html>`;
    pages.set(path, { html, headers: { 'content-security-policy': policy, ...headers } });
    return url + path;
  }

  return {
    url,
    publish,
    async open(body, { elements, head, policy, headers, ...context } = {}) {
      browser ??= launchBrowser();
      const address = publish(body, { elements, head, policy, headers });
      const page = await (await openContext(await browser, context)).newPage();
      await page.goto(address);
      return page;
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** What a careful site allows: its own scripts, and the service for data, pictures and films. */
function strictPolicy(service: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${service}`,
    `img-src ${service} data: blob:`,
    `media-src ${service} blob:`,
  ].join('; ');
}
