import assert from 'node:assert/strict';
import type {} from '../src/abs-grid.ts';
import { seriousViolations } from './support/axe.ts';
import { FIRST_ID, MANY_NODE, prepareAssets } from './support/many-assets.ts';
import { openGrid } from './support/open-grid.ts';
import { test } from './support/test.ts';

test.describe('abs-grid in a browser', () => {
  test.use({ service: { catalogue: (data) => prepareAssets(data, { count: 2000 }) } });

  test('it shows pictures, names them, and opens one by keyboard', async ({ host }) => {
    await using grid = await openGrid(host, { query: { node: MANY_NODE } });
    const { page } = grid;
    const first = page.getByRole('option', { name: 'picture 0000000.jpg, Image' });
    await first.waitFor();
    // The list of everything may come before that of the folder.
    await page.getByRole('status').getByText('2,000 items').waitFor({ state: 'attached' });
    assert.equal(await first.getAttribute('aria-setsize'), '2000');
    assert.equal(await first.getAttribute('aria-posinset'), '1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.deepEqual(await grid.told('abs-open'), [{ id: FIRST_ID + 1, position: 1 }]);
    assert.deepEqual(await seriousViolations(page), []);
  });

  test('Shift selects from the anchor, even assets that are not loaded, and shrinks again', async ({ host }) => {
    await using grid = await openGrid(host, { query: { node: MANY_NODE } });
    const { page } = grid;
    await grid.tile(2).waitFor();
    await grid.tile(2).locator('.check').click();
    await grid.goTo(750);
    await grid.tile(751).click({ modifiers: ['Shift'] });
    await grid.selects(750);
    const ids = await grid.selected();
    assert.deepEqual(
      ids.toSorted((one, other) => one - other),
      Array.from({ length: 750 }, (_, index) => FIRST_ID + 2 + index),
    );
    await grid.goTo(0);
    await grid.tile(4).click({ modifiers: ['Shift'] });
    await grid.selects(3);
    await page.keyboard.press('Escape');
    await grid.selects(0);
  });
});
