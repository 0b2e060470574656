import assert from 'node:assert/strict';
import { pageViolations } from './support/axe.ts';
import { test } from './support/test.ts';

test.describe('the page in a browser', () => {
  test('it shows the catalogue, follows a node, opens an asset, and Back restores both', async ({ host }) => {
    const page = await host.visit('about:blank');
    const descriptions: string[] = [];
    page.on('request', (request) => /[?&]about=/.test(request.url()) && descriptions.push(request.url()));
    await page.goto(host.app.url);
    const complaints: string[] = [];
    // Chromium reports a preload that is used later than three seconds after the page has loaded, as on a busy machine.
    page.on('console', (message) => /was preloaded/.test(message.text()) || complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await page.getByRole('heading', { name: 'Archive' }).waitFor();
    assert.match(page.url(), /#node=\d+$/);
    assert.equal(await page.title(), 'Archive – Catalogue');
    const first = page.locator('abs-grid').getByRole('option').first();
    await first.click();
    const viewer = page.getByRole('dialog');
    await viewer.getByRole('heading', { level: 2 }).first().waitFor();
    assert.match(page.url(), /&asset=\d+/);
    await page.goBack();
    await viewer.waitFor({ state: 'hidden' });
    await page.goBack();
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    assert.equal(await page.title(), 'Catalogue');
    assert.deepEqual(complaints, []);
    assert.equal(descriptions.length, 1, 'the preloaded description is used');
    assert.deepEqual(await pageViolations(page), []);
  });
});
