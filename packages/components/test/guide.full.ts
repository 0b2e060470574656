/** What docs/guides/elements.md shows, on a site with the policy that it recommends. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApp } from '../../service/test/support/app.ts';
import { freePort } from '../../service/test/support/free-port.ts';
import { serveFiles } from '../../service/test/support/static-files.ts';
import { until } from '../../service/test/support/until.ts';
import { openContext } from './support/host.ts';
import { guideBlock, openExample } from './support/open-example.ts';
import { choose } from './support/picker.ts';
import { test } from './support/test.ts';

const COMPONENTS = fileURLToPath(new URL('..', import.meta.url));
const TOKEN = 'a-token-of-the-tests';
const TOKENS = JSON.stringify([{ token: TOKEN, user: 2 }]);

/** The page of the guide, with more elements, styles and a script of another block. */
function pageWith({ elements = '', style = '', script = '' }): string {
  const modules = [...elements.matchAll(/<(abs-\w+)/g)].map(
    ([, name]) => `<script type="module" src="http://localhost:8080/elements/${name}.js"></script>`,
  );
  return guideBlock('html')
    .replace('</head>', `${modules.join('')}<style>${style}</style></head>`)
    .replace('<abs-grid>', `${elements}<abs-grid>`)
    .replace('</body>', `<script type="module">${script}</script></body>`);
}

test('the guide names every custom property that the elements take their look from', () => {
  const tokens = readFileSync(new URL('../src/theme/tokens.ts', import.meta.url), 'utf8');
  const guide = readFileSync(new URL('../../../docs/guides/elements.md', import.meta.url), 'utf8');
  const names = [...tokens.matchAll(/var\((--abs-[\w-]+)/g)].map(([, name]) => name);
  assert.deepEqual(
    [...guide.matchAll(/^\| `(--abs-[\w-]+)` \|/gm)].map(([, name]) => name),
    names,
  );
  assert.ok(names.length > 10);
});

test.describe('the guide of the elements', () => {
  test('the first page shows pictures, within the policy of the guide', async ({ host }) => {
    await using example = await openExample(host.browser, pageWith({}), { service: host.app.url });
    await example.page.locator('abs-grid .picture').first().waitFor();
    assert.deepEqual(await example.refused(), []);
  });

  test('a query that a page sets is shown, and the one of the search follows', async ({ host }) => {
    const page = pageWith({ elements: '<abs-search></abs-search>', script: guideBlock('js', 'query') });
    await using example = await openExample(host.browser, page, { service: host.app.url });
    await example.page.getByRole('option', { name: 'img10.png' }).waitFor();
    assert.equal(await example.page.getByRole('combobox', { name: 'Search' }).inputValue(), 'img10');
    await example.page.getByRole('combobox', { name: 'Search' }).fill('nothing has this name');
    await example.page.getByText('Nothing here').first().waitFor();
    assert.deepEqual(await example.refused(), []);
  });

  test('the middle button opens an address of the page in a new tab', async ({ host }) => {
    const page = pageWith({ script: guideBlock('js', 'tabs') });
    await using example = await openExample(host.browser, page, { service: host.app.url });
    const first = example.page.locator('abs-grid #tile-0:not(.empty)');
    const asked = Promise.withResolvers<string>();
    await example.page.context().route('**/assets/*', async (route) => {
      asked.resolve(new URL(route.request().url()).pathname);
      await route.fulfill({ body: 'an asset' });
    });
    await first.click({ button: 'middle' });
    assert.match(await asked.promise, /^\/assets\/\d+$/);
  });

  test('the whole page filters, lists, shows and downloads', async ({ host }) => {
    const whole = guideBlock('html', 'page');
    await using example = await openExample(host.browser, whole, { service: host.app.url });
    const { page } = example;
    const pictures = page.locator('abs-grid .picture');
    await pictures.first().waitFor();
    const total = () => page.locator('abs-grid').evaluate((grid) => (grid as unknown as { total?: number }).total ?? 0);
    const before = await total();
    await page.locator('abs-facets').getByRole('checkbox').first().click();
    await until(async () => (await total()) < before && (await total()) > 0);
    await pictures.first().click();
    const viewer = page.locator('abs-viewer');
    await viewer.getByRole('dialog').waitFor();
    await viewer.getByRole('button', { name: 'Download' }).click();
    await page.locator('abs-download').getByRole('dialog').waitFor();
    assert.deepEqual(await example.refused(), []);
  });

  test('a token of the site reaches the service in headers alone', async ({ host }) => {
    const strict = await openPageHost({ ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: TOKENS });
    await using _ = strict;
    const page = pageWith({ script: guideBlock('js', 'tokens') });
    await using example = await openExample(strict.browser, page, { service: strict.app.url, token: TOKEN });
    const addresses: string[] = [];
    example.page.on('request', (request) => addresses.push(request.url()));
    await example.page.reload();
    await example.page.locator('abs-grid .picture').first().waitFor();
    assert.ok(addresses.length > 0);
    assert.deepEqual(
      addresses.filter((address) => address.includes(TOKEN)),
      [],
    );
    assert.deepEqual(await example.refused(), []);
  });

  test('custom properties reach into the elements', async ({ host }) => {
    const page = pageWith({ elements: '<abs-search></abs-search>', style: guideBlock('css') });
    await using example = await openExample(host.browser, page, { service: host.app.url });
    const field = example.page.getByRole('combobox', { name: 'Search' });
    await field.waitFor();
    assert.match(await field.evaluate((element) => getComputedStyle(element).fontFamily), /^Georgia/);
  });

  test('a text of the page replaces ours', async ({ host }) => {
    const page = pageWith({ elements: '<abs-search></abs-search>', script: guideBlock('js', 'texts') });
    await using example = await openExample(host.browser, page, { service: host.app.url });
    await example.page.getByRole('combobox', { name: 'Search the archive' }).waitFor();
  });

  /** The page of the guide with a fragment of it in place of its body. */
  const pageOf = (fragment: string) =>
    guideBlock('html').replace(/<body>[\s\S]*<\/body>/, () => `<body>${fragment}</body>`);

  test('a form sends what was chosen in its picker', async ({ host }) => {
    await using example = await openExample(host.browser, pageOf(guideBlock('html', 'picker')), {
      service: host.app.url,
    });
    const { page } = example;
    await page.getByRole('button', { name: 'Remove img10.png' }).click();
    const entries = () =>
      page.evaluate(() => new FormData(document.querySelector('form') ?? undefined).getAll('pictures').join());
    assert.equal(await entries(), '1000');
    await page.getByRole('button', { name: /^Pictures / }).click();
    await page.getByRole('dialog').locator('abs-grid').getByRole('option').nth(2).click();
    await page.getByRole('button', { name: 'Choose 2 items' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.match(await entries(), /^1000,\d+$/);
    assert.deepEqual(await example.refused(), []);
  });

  test('a page can give the dialog of the picker another size', async ({ host }) => {
    const fragment = `${guideBlock('html', 'picker')}<style>${guideBlock('css', 'part')}</style>`;
    await using example = await openExample(host.browser, pageOf(fragment), { service: host.app.url });
    const { page } = example;
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.getByRole('button', { name: /^Pictures / }).click();
    const box = await page.getByRole('dialog').boundingBox();
    assert.deepEqual([box?.width, box?.height], [960, 640]);
  });

  test('a page hears more of the chosen assets than its form sends', async ({ host }) => {
    const fragment = `${guideBlock('html', 'picker')}<script type="module">${guideBlock('js', 'pick')}</script>`;
    await using example = await openExample(host.browser, pageOf(fragment), { service: host.app.url });
    const { page } = example;
    const lines: string[] = [];
    page.on('console', (message) => message.type() === 'log' && lines.push(message.text()));
    await page.getByRole('button', { name: /^Pictures / }).click();
    await page.getByRole('button', { name: 'Choose 2 items' }).click();
    await until(() => lines.length === 2);
    assert.match(lines[0] ?? '', /^1000 .+ http.+preview=1000/);
    assert.deepEqual(await example.refused(), []);
  });

  test('a page without elements opens the picker of the service, and shows what was chosen', async ({ host }) => {
    const port = await freePort();
    await using listed = await startApp({ ABS_PICKER_ORIGINS: `http://127.0.0.1:${port}` });
    const fragment = guideBlock('html', 'open-picker');
    await using example = await openExample(host.browser, pageOf(fragment), { service: listed.url, port });
    const [popup] = await Promise.all([
      example.page.waitForEvent('popup'),
      example.page.getByRole('button', { name: 'Choose a picture' }).click(),
    ]);
    await popup.locator('abs-grid').getByRole('option').first().click();
    await choose(popup);
    await example.page
      .getByRole('status')
      .filter({ hasText: /\.\w{3}/ })
      .waitFor();
    assert.deepEqual(await example.refused(), []);
  });

  test('modules of a CDN show pictures within a policy that names their package, and a changed one does not run', async ({
    host,
  }) => {
    await using stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'abs-cdn-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'node_modules/@asset-browsing-service'), { recursive: true });
    symlinkSync(COMPONENTS, join(folder, 'node_modules/@asset-browsing-service/components'));
    writeFileSync(join(folder, 'integrity.mjs'), guideBlock('js', 'integrity'));
    const map = execFileSync(process.execPath, ['integrity.mjs'], { cwd: folder, encoding: 'utf8' });
    assert.ok(Object.keys(JSON.parse(map).integrity).length > 30);

    const hash = createHash('sha256').update(map).digest('base64');
    const policy = guideBlock('text', 'policy')
      .replace(/script-src .*;/, `${guideBlock('text', 'cdn').trim()} 'sha256-${hash}';`)
      .replaceAll('\n', ' ')
      .replaceAll('http://localhost:8080', host.app.url);
    const html = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">
      <link rel="icon" href="data:,"><link rel="stylesheet" href="page.css">
      <script type="importmap">${map}</script>${guideBlock('html', 'cdn').replace('http://localhost:8080', host.app.url)}`;
    writeFileSync(join(folder, 'page.css'), 'abs-grid { block-size: 80vh }');
    const site = stack.use(await serveFiles(folder, (path) => (path === '/page.html' ? html : undefined)));
    const context = await openContext(host.browser);
    stack.defer(() => context.close());
    let isChanged = false;
    await context.route('https://cdn.example/**', async (route) => {
      const [, path = ''] = /\/components@[^/]+\/(dist\/elements\/.+)/.exec(route.request().url()) ?? [];
      await route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' },
        body: `${readFileSync(join(COMPONENTS, path), 'utf8')}${isChanged && path.includes('/shared/') ? ' ' : ''}`,
      });
    });
    const page = await context.newPage();
    await page.goto(`${site.url}page.html`);
    await page.locator('abs-grid .picture').first().waitFor();

    isChanged = true;
    const refusal = page.waitForEvent('console', { predicate: (message) => /integrity/.test(message.text()) });
    await page.reload();
    await refusal;
    assert.equal(await page.evaluate(() => customElements.get('abs-grid')), undefined);
  });

  test('a page says itself what failed', async ({ host }) => {
    // The modules come from the service; what they ask comes from where nothing listens.
    const page = pageWith({ script: guideBlock('js', 'failures') }).replace(
      'abs-catalogue src="http://localhost:8080/"',
      'abs-catalogue src="http://127.0.0.1:9/"',
    );
    await using example = await openExample(host.browser, page, { service: host.app.url });
    await example.page.getByText(/^\s*No pictures today: /).waitFor();
  });
});
