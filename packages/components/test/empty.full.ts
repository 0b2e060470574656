import assert from 'node:assert/strict';
import type {} from '../src/abs-facets.ts';
import { violationsInThemes } from './support/axe.ts';
import { test } from './support/test.ts';

test.describe('an empty catalogue', () => {
  test('each element says that there is nothing, and breaks no rule of accessibility', async ({ host }) => {
    const host = await openHost({}, async () => {});
    const page = await host.open(
      `<abs-catalogue src="$SERVICE" locale="en"><abs-search></abs-search><abs-tree></abs-tree><abs-facets></abs-facets>
        <div id="list"><abs-grid></abs-grid></div></abs-catalogue>`,
    );
    await page.locator('#list').evaluate((list) => {
      list.style.height = '300px';
    });
    await page.getByText('Nothing is here yet').waitFor();
    await page.getByText('Nothing here').waitFor();
    await page.getByText('The catalogue has no items yet').waitFor();
    await page.getByRole('button', { name: 'Uploaded' }).click();
    await page.getByText('Nothing to choose here').waitFor();
    await page.getByRole('combobox', { name: 'Search' }).fill('nothing');
    await page.getByRole('button', { name: 'Clear' }).waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
  });
});
