/** Nothing that is on the screen moves while elements load, on pages that give them no height, nor while a list is scrolled. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { layoutShifts } from './support/layout-shifts.ts';
import { MANY_NODE, manyAssets } from './support/many-assets.ts';
import { openGrid } from './support/open-grid.ts';
import { hold } from './support/picker.ts';
import { test } from './support/test.ts';

/** What the elements show when all is there. */
const SHOWN = { 'abs-grid': '[role=option] img', 'abs-tree': '[role=treeitem]', 'abs-facets': 'section' };

async function allShown(page: Page): Promise<void> {
  for (const [element, content] of Object.entries(SHOWN))
    for (const each of await page.locator(element).all()) await each.locator(content).first().waitFor();
}

test.describe('elements while they load', () => {
  test.use({ service: { catalogue: manyAssets } });

  for (const [elements, width] of [
    ['<abs-grid></abs-grid>', 1280],
    ['<abs-tree></abs-tree><abs-grid></abs-grid><abs-facets></abs-facets>', 375],
    ['<abs-tree></abs-tree><abs-grid></abs-grid><abs-facets></abs-facets>', 1280],
  ] as const)
    test(`${elements} moves nothing while it appears, ${width} pixels wide`, async ({ host }) => {
      const page = await host.open(
        `<h1>A site</h1><abs-catalogue src="$SERVICE" locale="en">${elements}</abs-catalogue>`,
        { viewport: { width, height: 900 } },
      );
      await page.locator('abs-grid').evaluate((grid, node) => {
        Object.assign(grid, { query: { node, isDeep: true } });
      }, MANY_NODE);
      await allShown(page);
      assert.deepEqual(await layoutShifts(page), []);
    });

  test('a message that the catalogue is loaded appears after a while, moves nothing, and goes again', async ({
    host,
  }) => {
    const page = await host.open(`<h1>A site</h1>`, { elements: ['abs-catalogue.js', 'abs-tree.js', 'abs-grid.js'] });
    const release = await hold(page, /node\.do\?.*about=/);
    await page.evaluate((service) => {
      document.body.innerHTML += `<abs-catalogue src="${service}" locale="en"><p>Of the page</p><abs-tree></abs-tree>
        <abs-grid></abs-grid></abs-catalogue><p>After it</p>`;
    }, host.app.url);
    await page.getByRole('status').getByText('Loading the catalogue').waitFor();
    assert.equal(await page.getByText('Of the page').isVisible(), false);
    release();
    await page.getByText('Of the page').waitFor();
    await allShown(page);
    assert.equal(await page.getByText('Loading the catalogue').count(), 0);
    assert.deepEqual(await layoutShifts(page), []);
  });

  test('nothing moves but the list while it is scrolled fast, not even the text of the position', async ({ host }) => {
    const grid = await openGrid(host, { query: { node: MANY_NODE } });
    await grid.tile(0).locator('img').waitFor();
    await grid.page.getByRole('slider').waitFor();
    await grid.page.locator('abs-grid .scroller').evaluate(async (list) => {
      for (let frame = 0; frame < 200; frame += 1) {
        list.scrollTop += 300;
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
    });
    await grid.page.locator('.bubble').waitFor({ state: 'detached' });
    assert.deepEqual(await layoutShifts(grid.page), []);
  });
});
