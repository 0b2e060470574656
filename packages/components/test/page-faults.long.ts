/** The page where something fails: scripts that do not arrive, a service that stops answering. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { pageViolations } from './support/axe.ts';
import { WITHOUT_BROWSER } from './support/host.ts';
import { openPageHost, type PageHost } from './support/open-page.ts';

/** The scripts that the first view does without. */
const LATER = /\/abs-(?:viewer|details|download|basket)-\w+\.js$/;

const firstAsset = (page: Page) => page.locator('abs-grid [role=option]').first();

describe('the page where something fails', { skip: WITHOUT_BROWSER }, () => {
  let host: PageHost;
  before(async () => {
    host = await openPageHost();
  });
  after(async () => {
    await host?.[Symbol.asyncDispose]();
  });

  async function openWithoutRest(): Promise<Page> {
    const page = await host.open('about:blank');
    await page.route(LATER, (route) => route.abort());
    await page.goto(`${host.app.url}/`);
    await firstAsset(page).click();
    await page.getByRole('status').getByText('The catalogue cannot be reached').waitFor();
    return page;
  }

  test('scripts that do not arrive are told above the list, and the asset opens after another try', async () => {
    const page = await openWithoutRest();
    assert.deepEqual(await pageViolations(page), []);
    await page.unroute(LATER);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    assert.equal(await page.getByText('The catalogue cannot be reached').count(), 0);
  });

  test('where scripts never arrive but the service answers, the page is loaded anew', async () => {
    const page = await openWithoutRest();
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Try again' }).click();
    await loaded;
    await page.unroute(LATER);
    await page.reload();
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
  });

  test('an asset for the basket is not lost while the scripts are on their way', async () => {
    const page = await openWithoutRest();
    await page.goBack();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.unroute(LATER);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Basket, 1 item' }).waitFor();
  });
});
