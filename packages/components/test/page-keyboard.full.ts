/** The whole page by keyboard alone: from a search to a download and back, and what axe and the layout say at each step. */
import assert from 'node:assert/strict';
import { until } from '../../service/test/support/until.ts';
import { pageViolations } from './support/axe.ts';
import { focusOf, tabTo } from './support/focus.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { test } from './support/test.ts';

test.describe('the page by keyboard alone', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`search, filters, tree, selection, viewer, download, basket and Back, in the ${colorScheme}`, async ({
      host,
    }) => {
      const page = await host.visit('/', { colorScheme });
      const sound = async (state: string) => assert.deepEqual(await pageViolations(page), [], state);
      await page.locator('abs-grid').getByRole('option').first().waitFor();
      await page.getByRole('button', { name: /^Basket/ }).waitFor();
      assert.deepEqual(await layoutShifts(page), []);
      await sound('first view');

      // The first control leads to the list.
      await page.keyboard.press('Tab');
      assert.match(await focusOf(page), /Skip to the items/);

      await tabTo(page, /^input Search/);
      await page.keyboard.type('lake');
      await page.getByRole('heading', { name: 'Results for “lake”' }).waitFor();
      await sound('results');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.getByRole('heading', { name: 'All items' }).waitFor();

      await tabTo(page, /^\w+ Filters/);
      await page.keyboard.press('Enter');
      await page.getByRole('checkbox', { name: /^jpg/ }).first().waitFor();
      await sound('filters');
      await tabTo(page, /^input jpg/);
      await page.keyboard.press('Space');
      await page.waitForFunction(() => location.hash.includes('fileExtensions=jpg'));
      await page.keyboard.press('Space');
      await page.waitForFunction(() => !location.hash.includes('fileExtensions'));

      await tabTo(page, /^div Folders/, 'Shift+Tab');
      await page.keyboard.type('Archive');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Archive' }).waitFor();
      assert.equal(await page.title(), 'Archive – Catalogue');

      await page.locator('abs-grid').getByRole('option').first().waitFor();
      await tabTo(page, /^\w+ Items/);
      await page.keyboard.press('Space');
      await page.getByText('1 selected').first().waitFor();
      await sound('selection');
      await tabTo(page, /Add to basket/, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Basket, 1 item' }).waitFor();

      await tabTo(page, /^\w+ Items/);
      await page.keyboard.press('Enter');
      const viewer = page.getByRole('dialog');
      await viewer.getByRole('heading', { level: 2 }).first().waitFor();
      await page.waitForFunction(() => document.title.split(' – ').length === 3);
      await sound('viewer');
      await tabTo(page, /^button Download$/);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Download' }).waitFor();
      await sound('download');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Download' }).waitFor({ state: 'hidden' });
      await until(async () => /^button Download/.test(await focusOf(page)), 'the button has the focus again');
      await page.keyboard.press('Escape');
      await viewer.first().waitFor({ state: 'hidden' });
      await until(async () => /^div Items/.test(await focusOf(page)), 'the list has the focus again');

      await tabTo(page, /^button Basket/, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Basket' }).getByRole('listitem').waitFor();
      await sound('basket');
      await page.keyboard.press('Escape');
      await until(async () => /^button Basket/.test(await focusOf(page)), 'the basket has the focus again');

      await page.goBack();
      await page.getByRole('heading', { name: 'All items' }).waitFor();
      await tabTo(page, /^button Settings/);
      await page.keyboard.press('Enter');
      await page.getByLabel('Appearance').waitFor();
      await sound('settings');
    });
  }

  test('a basket is downloaded', async ({ host }) => {
    const page = await host.visit('/');
    await page.locator('abs-grid').getByRole('option').first().waitFor();
    await page.getByRole('button', { name: /^Basket/ }).waitFor();
    await tabTo(page, /^\w+ Items/);
    await page.keyboard.press('Control+a');
    await tabTo(page, /Add to basket/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Basket, \d+ items/ }).waitFor();
    await tabTo(page, /^button Basket/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Basket' }).getByRole('listitem').first().waitFor();
    // Its name comes later than the item. Not every item of the sample has a file.
    await page.getByRole('checkbox', { name: /^Select dawn/ }).waitFor();
    await tabTo(page, /^input Select dawn/);
    await page.keyboard.press('Space');
    await tabTo(page, /^button Download 1 item/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Download' }).getByRole('radio').first().waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await tabTo(page, /^button Download$/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    assert.match(download.suggestedFilename(), /^dawn/);
    await page.keyboard.press('Escape');
    await until(async () => /^button Basket/.test(await focusOf(page)), 'the basket has the focus again');
  });

  test('a reload restores the place in a long list', async ({ host }) => {
    const page = await host.visit('/', { viewport: { width: 500, height: 500 } });
    await page.locator('abs-grid').getByRole('option').first().waitFor();
    await page.locator('abs-grid').evaluate((grid) => (grid as unknown as { goTo(position: number): void }).goTo(4));
    await page.waitForFunction(() => /at=\d+/.test(location.hash));
    const top = () => page.locator('abs-grid .scroller').evaluate((list) => list.scrollTop);
    const before = await top();
    assert.ok(before > 0);
    await page.reload();
    await until(async () => (await top()) === before, 'the list is where it was');
  });

  test('Back and Forward restore the place in a long list', async ({ host }) => {
    const page = await host.visit('/', { viewport: { width: 500, height: 500 } });
    await page.locator('abs-grid').getByRole('option').first().waitFor();
    await page.locator('abs-grid').evaluate((grid) => (grid as unknown as { goTo(position: number): void }).goTo(12));
    await page.waitForFunction(() => /at=\d+/.test(location.hash));
    const before = page.url();
    await page.getByRole('button', { name: 'Folders and keywords' }).click();
    await page.getByRole('dialog').getByRole('treeitem', { name: 'Archive' }).click();
    await page.getByRole('heading', { name: 'Archive' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    await page.waitForFunction((address) => location.href === address, before);
    const top = () => page.locator('abs-grid .scroller').evaluate((list) => list.scrollTop);
    await until(async () => (await top()) > 0, 'the list is where it was');
    await page.locator('abs-grid [data-position="5"]').waitFor();
  });
});
