/** What docs/guides/elements.md shows, on a site with the policy that it recommends, and the examples at /docs/elements. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { build } from '../../../scripts/build.mjs';
import { freePort } from '../../core/test/support/free-port.ts';
import { seriousViolations } from './support/axe.ts';
import { GUARDED, TOKEN } from './support/guarded.ts';
import { guideBlock, openExample } from './support/open-example.ts';
import { pixelsBeyond } from './support/page.ts';
import { choose, tilesOf } from './support/picker.ts';
import { test } from './support/test.ts';

const COMPONENTS = fileURLToPath(new URL('..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

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
  const tokens = readFileSync(join(COMPONENTS, 'src/theme/tokens.css'), 'utf8');
  const guide = readFileSync(join(ROOT, 'docs/guides/elements.md'), 'utf8');
  const names = [...tokens.matchAll(/var\((--abs-[\w-]+)/g)].map(([, name]) => name);
  const documented = [...guide.matchAll(/^- `(--abs-[\w-]+)`:/gm)].map(([, name]) => name);
  assert.deepEqual(documented, names);
  assert.ok(names.length > 10);
});

test.describe('the guide of the elements', () => {
  test('a query that a page sets is shown, and the one of the search follows', async ({ host, browser }) => {
    const page = pageWith({ elements: '<abs-search></abs-search>', script: guideBlock('js', 'query') });
    await using example = await openExample(browser, page, { service: host.app.url });
    await example.page.getByRole('option', { name: 'img10.png' }).waitFor();
    assert.equal(await example.page.getByRole('combobox', { name: 'Search' }).inputValue(), 'img10');
    await example.page.getByRole('combobox', { name: 'Search' }).fill('nothing has this name');
    await example.page.getByText('Nothing here').first().waitFor();
    assert.deepEqual(await example.refused(), []);
  });

  test('a token of the site reaches the service in headers alone', async ({ openHost, browser }) => {
    const strict = await openHost(GUARDED);
    const page = pageWith({ script: guideBlock('js', 'tokens') });
    await using example = await openExample(browser, page, { service: strict.app.url, token: TOKEN });
    const addresses: string[] = [];
    example.page.on('request', (request) => addresses.push(request.url()));
    await example.page.reload();
    await example.page.locator('abs-grid .picture').first().waitFor();
    assert.ok(addresses.length > 0);
    const leaking = addresses.filter((address) => address.includes(TOKEN));
    assert.deepEqual(leaking, []);
    assert.deepEqual(await example.refused(), []);
  });

  test('custom properties reach into the elements, and a text of the page replaces ours', async ({ host, browser }) => {
    const [style, script] = [guideBlock('css'), guideBlock('js', 'texts')];
    const page = pageWith({ elements: '<abs-search></abs-search>', style, script });
    await using example = await openExample(browser, page, { service: host.app.url });
    const field = example.page.getByRole('combobox', { name: 'Search the archive' });
    await expect(field).toHaveCSS('font-family', /^Georgia/);
  });

  /** The page of the guide with a fragment of it in place of its body. */
  const pageOf = (fragment: string) =>
    guideBlock('html').replace(/<body>[\s\S]*<\/body>/, () => `<body>${fragment}</body>`);

  test('a form sends what was chosen in its picker, whose dialog has the given size', async ({ host, browser }) => {
    const fragment = `${guideBlock('html', 'picker')}<style>${guideBlock('css', 'part')}</style>`;
    await using example = await openExample(browser, pageOf(fragment), { service: host.app.url });
    const { page } = example;
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.getByRole('button', { name: 'Remove turned.jpg' }).click();
    const entries = () =>
      page.evaluate(() => new FormData(document.querySelector('form') ?? undefined).getAll('pictures').join());
    assert.equal(await entries(), '1000');
    await page.getByRole('button', { name: /^Pictures / }).click();
    const box = await page.getByRole('dialog').boundingBox();
    assert.deepEqual([box?.width, box?.height], [960, 640]);
    await page.getByRole('dialog').locator('abs-grid').getByRole('option').nth(2).click();
    await page.getByRole('button', { name: 'Choose 2 items' }).click();
    await expect.poll(entries).toMatch(/^1000,\d+$/);
    assert.deepEqual(await example.refused(), []);
  });

  test("a page without elements opens the service's picker, and shows the choice", async ({ openHost, browser }) => {
    const port = await freePort();
    const { app: listed } = await openHost({ ABS_PICKER_ORIGINS: `http://127.0.0.1:${port}` });
    const fragment = guideBlock('html', 'open-picker');
    await using example = await openExample(browser, pageOf(fragment), { service: listed.url, port });
    const [popup] = await Promise.all([
      example.page.waitForEvent('popup'),
      example.page.getByRole('button', { name: 'Choose a picture' }).click(),
    ]);
    await tilesOf(popup).first().click();
    await choose(popup);
    await example.page
      .getByRole('status')
      .filter({ hasText: /\.\w{3}/ })
      .waitFor();
    assert.deepEqual(await example.refused(), []);
  });
});

test.describe('the examples at /docs/elements', () => {
  // The service shows the documents that were built when it started.
  test.use({ service: { sharedBy: 'the examples' } });
  test.beforeAll(async () => assert.equal(await build({ names: ['components', 'service'] }), 0));

  /** The example below a heading. */
  const example = (page: Page, title: string) =>
    page.locator(`:is(h2#${title} + p, h2#${title} + p + p) + .example .live`);

  test('each shows what it is for, loads nothing from elsewhere, and breaks no policy', async ({ host }) => {
    const page = await host.visit('about:blank', { viewport: { width: 1280, height: 900 } });
    const complaints: string[] = [];
    const elsewhere: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(host.app.url))
        elsewhere.push(request.url());
    });
    // Their pictures are made when they are asked for first.
    await page.goto(`${host.app.url}/docs/elements`, { waitUntil: 'domcontentloaded' });

    await example(page, 'together').locator('abs-grid .picture').first().waitFor();
    await page.locator('#language').selectOption('de');
    await example(page, 'abs-catalogue').getByRole('combobox', { name: 'Suche' }).waitFor();
    await example(page, 'abs-search').getByRole('combobox', { name: 'Search' }).fill('dawn');
    await page.locator('#searched', { hasText: '"text":"dawn"' }).waitFor();
    await example(page, 'abs-tree').getByRole('treeitem', { name: 'Archive' }).click();
    await page.locator('#chosen', { hasText: 'Archive (1)' }).waitFor();
    await example(page, 'abs-facets').getByRole('checkbox').first().check();
    await page.locator('#filtered', { hasText: '"filters"' }).waitFor();
    await example(page, 'abs-chips').getByRole('button').first().waitFor();
    const tile = (title: string) => example(page, title).locator('abs-grid [role=option]').first();
    await tile('abs-grid').click({ modifiers: ['Control'] });
    await page.locator('#selected', { hasText: '1 selected' }).waitFor();
    await example(page, 'abs-viewer').locator('img').first().waitFor();
    await tile('abs-details').click();
    await example(page, 'abs-details').locator('abs-details .title').waitFor();
    await tile('abs-download').click({ modifiers: ['Control'] });
    await example(page, 'abs-download').getByRole('button', { name: 'Download' }).click();
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
    await page.keyboard.press('Escape');
    await tile('abs-basket').click();
    await example(page, 'abs-basket').getByRole('button', { name: /1/ }).waitFor();
    await example(page, 'abs-picker').getByRole('button', { name: 'Pictures Choose items' }).waitFor();
    assert.deepEqual({ complaints, elsewhere }, { complaints: [], elsewhere: [] });
  });

  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
  ] as const)
    test(`no example breaks accessibility or a screen of ${width} pixels, in the ${colorScheme}`, async ({ host }) => {
      const page = await host.visit('about:blank', { colorScheme, viewport: { width, height: 900 } });
      await page.goto(`${host.app.url}/docs/elements`, { waitUntil: 'domcontentloaded' });
      await page.locator('#shelf .picture').first().waitFor();
      await page.locator('#viewer img').first().waitFor();
      assert.ok((await pixelsBeyond(page)) <= 0);
      assert.deepEqual(await seriousViolations(page), []);
    });
});
