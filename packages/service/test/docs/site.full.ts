/** The documentation in a browser: accessible, within the screen, and searchable. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { makeSite } from '../../../../scripts/site/make-site.ts';
import { pageViolations } from '../../../components/test/support/axe.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openBrand } from '../../src/api/pages/brand.ts';
import { openDocumentation } from '../../src/http/documentation.ts';
import { startApp } from '../support/app.ts';
import { chromium } from '../support/chromium.ts';
import { startLocalServer } from '../support/local-server.ts';
import { type OpenPage, openPage } from '../support/open-page.ts';

const PAGES = [
  ...['', 'guides/permissions', 'reference/interface/node-search', 'reference/settings', 'explanation/how-it-works'],
  ...['api'],
];

describe('documentation in a browser', { skip: chromium === undefined && 'no Chromium on this machine' }, () => {
  let stack: AsyncDisposableStack;
  let browser: OpenPage;
  let url: string;
  /** Paths that are answered with 503. */
  const broken = new Set<string>();

  before(async () => {
    stack = new AsyncDisposableStack();
    const folder = newFolder();
    makeSite(folder);
    const app = stack.use(await startApp());
    const brand = openBrand({ name: null, logo: null, logoDark: null, colours: new Map(), texts: null });
    const answer = openDocumentation(pathToFileURL(`${folder}/`), brand);
    // The pages of this moment, and everything else from the service.
    const server = await startLocalServer(async (request, response) => {
      const { url: path = '', method = '', headers } = request;
      if (broken.has(path)) return void response.writeHead(503).end();
      const { signal } = new AbortController();
      const plain = {
        id: '',
        method,
        address: '',
        origin: undefined,
        prefix: '',
        query: '',
        headers,
        signal,
        onEnd: () => {},
      };
      const found = await answer({ ...plain, path: path.replace(/\?.*/, '') });
      if (found) return void response.writeHead(found.status, found.headers).end(found.body as Uint8Array);
      const passed = await fetch(app.url + path);
      const type = passed.headers.get('content-type') ?? 'text/plain';
      response.writeHead(passed.status, { 'content-type': type }).end(Buffer.from(await passed.arrayBuffer()));
    });
    stack.use(server);
    url = `${server.url}docs/`;
    browser = stack.use(await openPage());
  });
  after(() => stack?.disposeAsync());

  async function open(path: string, width = 1280) {
    const { page } = browser;
    // An address that differs only in its fragment would load nothing.
    await page.goto('about:blank');
    await page.setViewportSize({ width, height: 900 });
    await page.goto(url + path);
    return page;
  }

  for (const width of [320, 1280]) {
    test(`no page breaks a rule of accessibility, or is wider than ${width} pixels`, async () => {
      for (const path of PAGES) {
        const page = await open(path, width);
        if (path === 'api') await page.locator('#operation option').nth(20).waitFor({ state: 'attached' });
        const whole = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(whole <= width, `${path}: ${whole}`);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await pageViolations(page), [], `${path || 'the first page'}, ${colorScheme}`);
        }
      }
      assert.deepEqual(browser.complaints, []);
    });
  }

  test('tables are read without scrolling sideways, also on a phone', async () => {
    for (const width of [375, 1280]) {
      const page = await open('reference/files', width);
      const hidden = await page
        .locator('.wide')
        .evaluateAll((tables) => tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
      assert.equal(Math.max(...hidden), 0, `at ${width}`);
    }
  });

  test('the search finds what goes wrong by the words and codes that people see', async () => {
    const page = await open('');
    for (const [code, path] of [
      ['EADDRINUSE', 'operate/troubleshooting'],
      ['hydration', 'guides/elements'],
      ['asset_not_valid', 'reference/errors'],
      ['store_unreachable', 'operate/troubleshooting'],
      ['X-Forwarded-Prefix', 'guides/caches-and-proxies'],
    ] as const) {
      await page.locator('#search-field').fill(code);
      await page.locator(`#found li[data-path^="${path}"]`).first().waitFor();
    }
  });

  test('the page of requests sends one and shows the answer', async () => {
    const page = await open('api#node.do/about');
    await page.locator('#parameter-about').evaluate((field) => Object.assign(field, { value: 'true' }));
    await page.locator('#request').evaluate((form) => (form as HTMLFormElement).requestSubmit());
    await page.locator('#answer', { hasText: '"apiVersion"' }).waitFor();
  });

  test('a page without its data says so, and the search tries again', async () => {
    broken.add('/openapi.json').add('/docs/search-index.json');
    const page = await open('api#node.do/about');
    await page.locator('#about .failed').waitFor();
    await page.locator('#request').waitFor({ state: 'hidden' });
    await page.locator('#search-field').fill('verif');
    await page.locator('#found-none', { hasText: /^The search could not be loaded/ }).waitFor();
    broken.clear();
    await page.locator('#search-field').fill('verifier');
    await page.locator('#found li').first().waitFor();
  });
});
