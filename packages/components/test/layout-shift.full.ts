/** Nothing that is on the screen moves while elements load, on pages that give them no height. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { layoutShifts } from './support/layout-shifts.ts';
import { MANY_NODE, manyAssets } from './support/many-assets.ts';
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
});
