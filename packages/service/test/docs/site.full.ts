/** The documentation in a browser: accessible, within the screen, and searchable. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeSite } from '../../../../scripts/site/make-site.ts';
import { openDocumentation } from '../../src/http/documentation.ts';
import { chromium, openPage, type Page } from '../browser/chromium.ts';
import { type RunningApp, startApp } from '../support/app.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const PAGES = [
  '',
  'guides/permissions',
  'reference/interface/node-search',
  'reference/settings',
  'explanation/caching',
  'api',
];

describe('documentation in a browser', { skip: chromium === undefined && 'no Chromium on this machine' }, () => {
  let stack: AsyncDisposableStack;
  let page: Page;
  let url: string;
  let app: RunningApp;
  /** Paths that are answered with 503. */
  const broken = new Set<string>();

  before(async () => {
    stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'abs-docs-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    makeSite(folder);
    app = stack.use(await startApp());
    const answer = openDocumentation(pathToFileURL(`${folder}/`));
    // The pages of this moment, and everything else from the service.
    const server = createServer(async (request, response) => {
      const { url: path = '', method = '', headers } = request;
      if (broken.has(path)) return void response.writeHead(503).end();
      const { signal } = new AbortController();
      const plain = { id: '', method, address: '', origin: undefined, query: '', headers, signal, onEnd: () => {} };
      const found = await answer({ ...plain, path: path.replace(/\?.*/, '') });
      if (found) {
        response.writeHead(found.status, found.headers).end(found.body as Uint8Array);
        return;
      }
      const passed = await fetch(app.url + path);
      const type = passed.headers.get('content-type') ?? 'text/plain';
      response.writeHead(passed.status, { 'content-type': type }).end(Buffer.from(await passed.arrayBuffer()));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stack.defer(() => void server.close());
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/docs/`;
    page = stack.use(await openPage(chromium ?? ''));
  });
  after(async () => {
    await stack?.disposeAsync();
  });

  async function open(path: string): Promise<void> {
    await page.open('about:blank');
    await page.until(`location.href === 'about:blank'`);
    await page.open(url + path);
    await page.until(`location.href.startsWith('http') && document.readyState === 'complete'`);
  }

  for (const theme of ['light', 'dark']) {
    test(`no page breaks a rule of accessibility or the width of a screen (${theme})`, async () => {
      for (const width of [320, 1280]) {
        const size = { width, height: 900, deviceScaleFactor: 1, mobile: width < 500 };
        await page.send('Emulation.setDeviceMetricsOverride', size);
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
        for (const path of PAGES) {
          await open(path);
          if (path === 'api') await page.until(`document.querySelectorAll('#operation option').length > 20`);
          assert.ok(Number(await page.read('document.documentElement.scrollWidth')) <= width, `${path} at ${width}`);
          await page.read(`${AXE};0`);
          const found = await page.read(
            `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).slice(0, 3)))`,
          );
          assert.deepEqual(found, [], `${path || 'the first page'} at ${width}`);
        }
      }
      assert.deepEqual(page.complaints, []);
    });
  }

  test('the search finds a page by a word in it, and Enter opens it', async () => {
    await open('');
    await page.read(`document.getElementById('search').focus()`);
    await page.send('Input.insertText', { text: 'verifier' });
    await page.until(`document.querySelectorAll('#found li').length > 0`);
    await page.press('Enter');
    await page.until(`location.pathname !== '/docs/' && document.querySelector('h1')`);
    await page.until(`document.body.textContent.includes('verifier')`);
  });

  test('the page of requests sends one and shows the answer', async () => {
    await open('api#node.do/about');
    await page.until(`document.getElementById('parameter-about')`);
    await page.read(`document.getElementById('parameter-about').value = 'true'`);
    await page.read(`document.getElementById('request').requestSubmit()`);
    await page.until(`document.getElementById('answer').textContent.includes('"apiVersion"')`);
  });

  test('a page without its data says so, and the search tries again', async () => {
    broken.add('/openapi.json').add('/docs/search-index.json');
    await open('api#node.do/about');
    await page.until(`document.querySelector('#about .failed') && document.getElementById('request').hidden`);
    await page.read(`document.getElementById('search').focus()`);
    await page.send('Input.insertText', { text: 'verif' });
    await page.until(`document.getElementById('found-none').textContent.startsWith('The search could not be loaded')`);
    broken.clear();
    await page.send('Input.insertText', { text: 'ier' });
    await page.until(`document.querySelectorAll('#found li').length > 0`);
  });
});
