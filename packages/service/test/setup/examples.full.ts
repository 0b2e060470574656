/** The examples of clients, with the packed client, against a service with the sample catalogue. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { connect } from '../../../client/src/index.ts';
import { freePort } from '../../../core/test/support/free-port.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { chromium } from '../support/chromium.ts';
import { type OpenPage, openPage } from '../support/open-page.ts';
import { serveFiles } from '../support/static-files.ts';
import { noRegistry, PROJECT, pack, run } from './packed.ts';

/** Examples that are built, each with the elements. */
const FRAMEWORKS = ['react-elements', 'next-elements', 'vue-elements', 'svelte-elements', 'astro-elements'];
/** Neither asks its makers anything, nor tells them. */
const QUIET = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };

const withoutPhp = spawnSync('php', ['--version']).status !== 0 && 'skipped: no PHP on this machine';
const withoutBrowser = chromium === undefined && 'skipped: no Chromium on this machine';

describe('the examples', { skip: noRegistry() }, () => {
  const folder = newFolder();
  const root = join(folder, 'examples');
  let service: RunningApp;
  before(async () => {
    cpSync(join(PROJECT, 'examples'), root, { recursive: true, filter: (path) => !path.includes('node_modules') });
    mkdirSync(join(folder, 'release'));
    await pack(join(folder, 'release'), 'client', 'components');
    for (const name of ['plain-page', 'react', ...FRAMEWORKS])
      await run(join(root, name), 'npm', ['install', '--no-audit', '--no-fund']);
    for (const name of ['react', ...FRAMEWORKS])
      await run(join(root, name), 'npm', ['run', 'build'], { environment: QUIET });
    service = await startApp();
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
  });

  /** Opens a page of the examples that asks this service. */
  async function openExample(path: string, asked: string, site = root) {
    await using stack = new AsyncDisposableStack();
    const files = stack.use(await serveFiles(site));
    const { page, complaints } = stack.use(await openPage());
    await page.goto(`${files.url}${path}?service=${encodeURIComponent(asked)}`);
    const owned = stack.move();
    return { page, complaints, [Symbol.asyncDispose]: () => owned.disposeAsync() };
  }

  test('the gallery with React shows pictures', { skip: withoutBrowser }, async () => {
    await using example = await openExample('react/public/index.html', `${service.url}/`);
    const { page, complaints } = example;
    await page.waitForFunction(`document.images.length > 5 && document.images[0].naturalWidth > 0`);
    assert.deepEqual(complaints, []);
  });

  test('the library with React passes a query to the list, and opens an asset', { skip: withoutBrowser }, async () => {
    const { total } = await connect(service.url).node.search({ search: 'dawn', paginate: 1 });
    await using example = await openExample('react-elements/public/index.html', `${service.url}/`);
    const { page, complaints } = example;
    const inside = (name: string, selector: string) =>
      `document.querySelector('${name}')?.shadowRoot.querySelector('${selector}')`;
    await page.waitForFunction(`${inside('abs-grid', '.picture img')} && ${inside('abs-facets', 'input')}`);
    await page.evaluate(`document.querySelector('abs-search').focus()`);
    await page.keyboard.insertText('dawn');
    await page.waitForFunction(`document.querySelector('abs-grid').total === ${total}`);
    await page.evaluate(`${inside('abs-grid', '.tile')}.click()`);
    await page.waitForFunction(
      `document.querySelector('abs-viewer').opened && ${inside('abs-viewer', 'dialog[open]')}`,
    );
    await page.evaluate(`document.querySelector('abs-viewer').close()`);
    await page.waitForFunction(`!document.querySelector('abs-viewer').opened`);
    assert.deepEqual(complaints, []);
  });

  /** Searches, so that an event reaches the page and a property the list; then the same the other way round. */
  async function searchAndSelect({ page, complaints }: Pick<OpenPage, 'page' | 'complaints'>) {
    const { total } = await connect(service.url).node.search({ search: 'dawn', paginate: 1 });
    await page.waitForFunction(`document.querySelector('abs-grid')?.total > ${total}`);
    await page.evaluate(`document.querySelector('abs-search').focus()`);
    await page.keyboard.insertText('dawn');
    await page.waitForFunction(`document.querySelector('abs-grid').total === ${total}`);
    await page.waitForFunction(`document.querySelector('abs-grid').shadowRoot.querySelector('.picture img')`);
    await page.evaluate(`document.querySelector('abs-grid').shadowRoot.querySelector('.tile')
      .dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, ctrlKey: true }))`);
    await page.waitForFunction(`document.querySelector('[role=status]').textContent === '1 selected'`);
    await page.waitForFunction(`document.querySelector('abs-grid').selected.length === 1`);
    assert.deepEqual(complaints, []);
  }

  for (const name of ['vue', 'svelte', 'astro']) {
    test(`the library with ${name} passes properties and hears events`, { skip: withoutBrowser }, async () => {
      await using example = await openExample('index.html', `${service.url}/`, join(root, `${name}-elements/dist`));
      await searchAndSelect(example);
      const late = example.page.waitForResponse(/ways-on/);
      await example.page.keyboard.insertText(' qqqq');
      assert.equal((await late).status(), 200, 'what loads later is where the build says');
    });
  }

  test('the library with Next does so after the server has rendered it', { skip: withoutBrowser }, async () => {
    const port = String(await freePort());
    const next = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '--port', port], {
      ...{ cwd: join(root, 'next-elements'), env: { ...process.env, ...QUIET }, stdio: 'ignore' },
    });
    using _ = { [Symbol.dispose]: () => void next.kill() };
    const address = `http://localhost:${port}/?service=${encodeURIComponent(`${service.url}/`)}`;
    const html = () =>
      fetch(address).then(
        (response) => response.text(),
        () => '',
      );
    await until(async () => (await html()).includes('<abs-grid'), undefined, A_START);
    await using browser = await openPage();
    await browser.page.goto(address);
    await searchAndSelect(browser);
  });

  test('the script for old pages shows pictures, or says that nothing answers', { skip: withoutBrowser }, async () => {
    await using example = await openExample('jsonp/index.html', `${service.url}/`);
    const { page, complaints } = example;
    await page.waitForFunction(`document.querySelectorAll('#media a img').length > 1`);
    await page.waitForFunction(`[...document.images].every((image) => image.complete && image.naturalWidth > 0)`);
    assert.deepEqual(complaints, []);
    await using alone = await openExample('jsonp/index.html', 'http://127.0.0.1:9/');
    await alone.page.waitForFunction(
      `document.querySelector('#media p')?.textContent === 'The media library cannot be reached.'`,
    );
  });

  test('the page in PHP searches, and escapes what it is asked', { skip: withoutPhp }, async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const env = { ...process.env, SERVICE: `${service.url}/` };
    const server = spawn('php', ['-S', address], { cwd: join(root, 'php'), env, stdio: 'ignore' });
    using _ = { [Symbol.dispose]: () => void server.kill() };
    const get = async (query: string) => {
      const response = await fetch(`http://${address}/?${query}`);
      return { status: response.status, text: await response.text() };
    };
    await until(() =>
      get('').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    const { total = 0 } = await connect(service.url).node.search({ search: '', search_file_category: 1, paginate: 1 });
    const { text } = await get('q=');
    assert.ok(text.includes(`<p>${total} pictures</p>`), text);
    const [, picture = ''] = /src="([^"]+)"/.exec(text) ?? [];
    const { headers } = await fetch(picture.replaceAll('&amp;', '&'));
    assert.equal(headers.get('content-type'), 'image/jpeg');
    const hostile = await get(`q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    assert.ok(hostile.text.includes('&quot;&gt;&lt;script&gt;') && !hostile.text.includes('<script>'));
    assert.equal((await get('q[]=1&page=-5')).status, 200);
  });
});
