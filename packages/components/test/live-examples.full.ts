/** The examples at /docs/elements: each runs, in both themes and on every screen. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from '../../../scripts/build.mjs';
import { declaredElements } from '../../../scripts/reference/elements.ts';
import { seriousViolations } from './support/axe.ts';
import { openContext } from './support/host.ts';
import { test } from './support/test.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

test('every element has an example of its own', () => {
  const page = readFileSync(new URL('../../../docs/elements.md', import.meta.url), 'utf8');
  const titles = [...page.matchAll(/^## (abs-\w+)$/gm)].map(([, name]) => name);
  assert.deepEqual(
    titles.toSorted(),
    declaredElements(ROOT)
      .map(({ tagName }) => tagName)
      .toSorted(),
  );
});

test.describe('the examples at /docs/elements', () => {
  let host: PageHost;
  test.beforeAll(async () => {
    assert.equal(await build({ names: ['components', 'service'] }), 0);
    host = await openPageHost();
  });
  test.afterAll(async () => {
    await host?.[Symbol.asyncDispose]();
  });

  /** The example below a heading. */
  const example = (page: Page, title: string) =>
    page.locator(`:is(h2#${title} + p, h2#${title} + p + p) + .example .live`);

  test('each shows what it is for, loads nothing from elsewhere, and breaks no policy', async ({ host }) => {
    const context = await openContext(host.browser, { viewport: { width: 1280, height: 900 } });
    await using _ = { [Symbol.asyncDispose]: () => context.close() };
    const page = await context.newPage();
    const complaints: string[] = [];
    const elsewhere: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(host.app.url))
        elsewhere.push(request.url());
    });
    await page.goto(`${host.app.url}/docs/elements`);

    const all = example(page, 'together');
    await all.locator('abs-grid .picture').first().waitFor();
    await all.getByRole('option').first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');

    await example(page, 'abs-catalogue').getByLabel('Language').selectOption('de');
    await example(page, 'abs-catalogue').getByRole('combobox', { name: 'Suche' }).waitFor();
    await example(page, 'abs-search').getByRole('combobox', { name: 'Search' }).fill('dawn');
    await page.locator('#searched', { hasText: '"text":"dawn"' }).waitFor();
    await example(page, 'abs-tree').getByRole('treeitem', { name: 'Archive' }).click();
    await page.locator('#chosen', { hasText: 'Archive (1)' }).waitFor();
    await example(page, 'abs-facets').getByRole('checkbox').first().check();
    await page.locator('#filtered', { hasText: '"filters"' }).waitFor();
    const chips = example(page, 'abs-chips').getByRole('button');
    await chips.first().waitFor();
    const count = await chips.count();
    await chips.first().click();
    await page.waitForFunction((before) => {
      const shown = document.getElementById('chips')?.shadowRoot?.querySelectorAll('button').length ?? before;
      return shown < before;
    }, count);
    await example(page, 'abs-grid').locator('.picture').first().waitFor();
    await example(page, 'abs-grid')
      .getByRole('listbox')
      .getByRole('option')
      .first()
      .click({ modifiers: ['Control'] });
    await page.locator('#selected', { hasText: '1 selected' }).waitFor();
    await example(page, 'abs-viewer').locator('img').first().waitFor();
    await example(page, 'abs-details').getByRole('option').first().click();
    await example(page, 'abs-details').locator('abs-details .title').waitFor();
    await example(page, 'abs-download')
      .getByRole('option')
      .first()
      .click({ modifiers: ['Control'] });
    await example(page, 'abs-download').getByRole('button', { name: 'Download' }).click();
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
    await page.keyboard.press('Escape');
    await example(page, 'abs-basket').getByRole('option').first().click();
    await example(page, 'abs-basket').getByRole('button', { name: /1/ }).waitFor();
    await example(page, 'abs-picker').getByRole('button', { name: 'Pictures Choose items' }).click();
    await page.getByRole('dialog', { name: 'Pictures' }).locator('abs-grid').getByRole('option').first().click();
    await page.getByRole('button', { name: 'Choose 1 item' }).click();
    await example(page, 'abs-picker').getByRole('button', { name: 'Save' }).click();
    await page.locator('#sent', { hasText: /^\[\["pictures","\d+"\]\]$/ }).waitFor();
    assert.deepEqual({ complaints, elsewhere }, { complaints: [], elsewhere: [] });
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`no example breaks a rule of accessibility or the width of a screen (${colorScheme})`, async ({ host }) => {
      for (const width of [320, 1280]) {
        const page = await host.visit('/docs/elements', { colorScheme, viewport: { width, height: 900 } });
        await page.locator('#shelf .picture').first().waitFor();
        await page.locator('#viewer img').first().waitFor();
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width}`);
        // Three examples show a search, each a landmark of the same name, which no page of a site would have.
        const found = (await seriousViolations(page)).filter((each) => !/^landmark-unique: .*abs-search/.test(each));
        assert.deepEqual(found, [], `${width}`);
        await page.context().close();
      }
    });
  }
});
