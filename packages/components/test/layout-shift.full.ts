/** Nothing that is on the screen moves while elements load, on pages that give them no height. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { layoutShifts } from './support/layout-shifts.ts';
import { MANY_NODE, prepareAssets } from './support/many-assets.ts';
import { test } from './support/test.ts';

/** The elements stand alone, or in columns, between texts of the page. */
const EMBEDDINGS = {
  'a grid': '<abs-grid></abs-grid>',
  'a tree': '<abs-tree></abs-tree>',
  filters: '<abs-facets></abs-facets>',
  'a tree, a grid and filters': '<abs-tree></abs-tree><abs-grid></abs-grid><abs-facets></abs-facets>',
};

/** What the elements show when all is there. */
const SHOWN = { 'abs-grid': '[role=option] img', 'abs-tree': '[role=treeitem]', 'abs-facets': 'section' };

test.describe('elements while they load', () => {
  test.use({ service: { catalogue: (data) => prepareAssets(data, { count: 300 }) } });

  const bodyOf = (elements: string) =>
    `<h1>A site</h1><abs-catalogue src="$SERVICE" locale="en">${elements}</abs-catalogue>`;

  async function allShown(page: Page): Promise<void> {
    for (const [element, content] of Object.entries(SHOWN))
      for (const each of await page.locator(element).all()) await each.locator(content).first().waitFor();
  }

  for (const [name, elements] of Object.entries(EMBEDDINGS))
    for (const width of [375, 1280])
      test(`${name} moves nothing while it appears, ${width} pixels wide`, async ({ host }) => {
        const page = await host.open(bodyOf(elements), { viewport: { width, height: 900 } });
        await page.locator('abs-grid').evaluateAll((grids, node) => {
          for (const grid of grids) Object.assign(grid, { query: { node, isDeep: true } });
        }, MANY_NODE);
        await allShown(page);
        assert.deepEqual(await layoutShifts(page), []);
        await page.context().close();
      });

  test('a message that the catalogue is loaded appears after a while, moves nothing, and goes again', async ({
    host,
  }) => {
    const page = await host.open(`<h1>A site</h1>`, { elements: ['abs-catalogue.js', 'abs-tree.js', 'abs-grid.js'] });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/node.do?*about=*', async (route) => {
      await released;
      await route.continue();
    });
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
    await page.context().close();
  });

  test('the message of a service that cannot be reached has all of its room at once, also while it is not announced yet', async ({
    host,
  }) => {
    const page = await host.open('<p>Site</p>', { elements: ['abs-catalogue.js'], policy: "script-src 'self'" });
    const heights = await page.evaluate(
      () =>
        new Promise<readonly number[]>((resolve) => {
          const catalogue = document.createElement('abs-catalogue');
          catalogue.setAttribute('src', 'http://127.0.0.1:1/');
          document.body.append(catalogue);
          const seen = new Set<number>();
          const look = () => {
            const notice = catalogue.shadowRoot?.querySelector('.notice');
            if (notice) seen.add(notice.clientHeight);
            const button = notice?.querySelector('button');
            if (button?.checkVisibility({ visibilityProperty: true })) resolve([...seen]);
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    assert.equal(heights.length, 1, String(heights));
    await page.context().close();
  });
});
