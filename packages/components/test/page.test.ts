import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pageViolations } from './support/axe.ts';
import { WITHOUT_BROWSER } from './support/host.ts';
import { openPageHost, type PageHost } from './support/open-page.ts';

describe('the page in a browser', { skip: WITHOUT_BROWSER }, () => {
  let host: PageHost;
  before(async () => {
    host = await openPageHost();
  });
  after(async () => {
    await host?.[Symbol.asyncDispose]();
  });

  test('it shows the catalogue, follows a node, opens an asset, and Back restores both', async () => {
    const page = await host.open('/');
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await page.getByRole('heading', { name: 'Archive' }).waitFor();
    assert.match(page.url(), /#node=\d+$/);
    assert.equal(await page.title(), 'Archive – Catalogue');
    const first = page.locator('abs-grid [role=option]').first();
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
    assert.deepEqual(await pageViolations(page), []);
  });
});
