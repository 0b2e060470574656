/** The page where nodes and assets have names that nobody can see, and where there is nothing at all. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { pageViolations } from './support/axe.ts';
import { LEVELS, LOWEST, prepareNodes } from './support/many-nodes.ts';
import { test } from './support/test.ts';

/** Makes the names of these nodes, and those of all assets, blank. */
async function blankNames(page: Page, nodes: RegExp): Promise<void> {
  await page.route(/node\.do\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(nodes, '"name":" "')
      .replaceAll(/"(alt_name|name)":"[^"]*\.\w+"/g, '"$1":"\\u200b "');
    await route.fulfill({ response, body });
  });
}

test.describe('the page with nothing to read', () => {
  test('a name that nobody can see has a substitute in tree, path, heading, tiles and viewer', async ({ host }) => {
    const host = await openHost();
    const page = await host.visit('about:blank');
    await blankNames(page, /"name":\s*"Archive"/g);
    await page.goto(`${host.app.url}/`);
    await page.getByRole('treeitem', { name: '(no name)' }).click();
    await page.getByRole('heading', { name: '(no name)' }).waitFor();
    const tile = page.getByRole('option', { name: /^\(no name\), / }).first();
    await tile.waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await tile.click();
    await page.getByRole('dialog').getByRole('heading', { name: '(no name)' }).first().waitFor();
    assert.equal(await page.title(), 'Catalogue');
  });

  test('with forced colours, the chosen view has an outline', async ({ host }) => {
    const host = await openHost();
    const page = await host.visit('/', { forcedColors: 'active' });
    const outlineOf = (isChosen: boolean) =>
      page
        .locator('abs-browse .looks button')
        .and(page.locator(`[aria-pressed="${isChosen}"]`))
        .first()
        .evaluate((button) => getComputedStyle(button).outlineStyle);
    assert.equal(await outlineOf(true), 'solid');
    assert.equal(await outlineOf(false), 'none');
  });

  test('a path of many levels takes two lines of a phone, and the upper ones can be opened', async ({ host }) => {
    const host = await openHost({}, prepareNodes);
    const page = await host.visit(`/#node=${LOWEST}`, { viewport: { width: 375, height: 700 } });
    await page.getByRole('heading', { name: `Level ${LEVELS}`, exact: true }).waitFor();
    const path = page.getByRole('navigation', { name: 'Path' });
    assert.ok(((await path.boundingBox())?.height ?? 99) <= 60);
    assert.deepEqual(await path.getByRole('button').allInnerTexts(), [
      'All items',
      ...[4, 3, 2, 1].map((up) => `Level ${LEVELS - up}`),
    ]);
    await path.locator('summary').press('Enter');
    await path.getByRole('button', { name: 'Level 7', exact: true }).click();
    await page.getByRole('heading', { name: 'Level 7', exact: true }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
  });

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 375, height: 700 },
  ])
    test(`an empty catalogue says so once, and offers nothing to do with items, ${viewport.width} pixels wide`, async ({
      host,
    }) => {
      const host = await openHost({}, async () => {});
      const page = await host.visit('/', { viewport });
      await page.getByText('The catalogue has no items yet').waitFor();
      await page.getByText('Nothing is here yet').waitFor({ state: 'hidden' });
      for (const name of ['Filters', 'List', 'Squares'])
        assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
      assert.equal(await page.getByRole('combobox', { name: 'Sort by' }).count(), 0);
      assert.equal(await page.getByRole('slider').count(), 0);
      assert.deepEqual(await pageViolations(page), []);
    });
});
