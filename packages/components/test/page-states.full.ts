/** Every state of the page, on a phone and on a large screen, in the light and in the dark: what axe finds, and that the first view does not move. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { pageViolations } from './support/axe.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { test } from './support/test.ts';

const TOKEN = 'a-token-of-the-tests';

/** An asset of the sample that has an older version, and this version. */
const CHANGED = 1000;
const OLD = 3;

const PHONE = { width: 375, height: 700 };
const LARGE = { width: 1920, height: 1080 };

const firstAsset = (page: Page) => page.locator('abs-grid').getByRole('option').first();

test.describe('every state of the page', () => {
  let host: PageHost;
  let closed: PageHost;
  test.beforeAll(async () => {
    host = await openPageHost();
    closed = await openPageHost({
      ABS_TOKEN_VERIFIER: 'static',
      ABS_TOKEN_TOKENS: JSON.stringify([{ token: TOKEN, user: 2 }]),
    });
  });
  test.afterAll(async () => {
    await host?.[Symbol.asyncDispose]();
    await closed?.[Symbol.asyncDispose]();
  });

  for (const viewport of [PHONE, LARGE]) {
    const isPhone = viewport === PHONE;
    const name = `${viewport.width} pixels wide`;
    // Without motion, colours change at once.
    const open = (path: string, from = host) => from.open(path, { viewport, reducedMotion: 'reduce' });

    async function sound(page: Page, state: string): Promise<void> {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await pageViolations(page), [], `${state} in the ${colorScheme}`);
      }
    }

    test(`the list and what stands beside it, ${name}`, async ({ host }) => {
      const page = await open('/');
      await firstAsset(page).waitFor();
      await page.getByRole('button', { name: /^Basket/ }).waitFor();
      await sound(page, 'first view');
      assert.deepEqual(await layoutShifts(page), []);
      if (isPhone) {
        const menu = page.getByRole('button', { name: 'Folders and keywords' });
        await menu.click();
        await page.getByRole('dialog').getByRole('treeitem').first().waitFor();
        await sound(page, 'tree');
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByRole('checkbox').first().waitFor();
      await sound(page, 'filters');
      const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      assert.equal(beyond, 0, 'the page itself does not scroll');
      if (isPhone) await page.keyboard.press('Escape');
      for (const view of ['List', 'Squares']) {
        await page.getByRole('button', { name: view, exact: true }).click();
        await firstAsset(page).waitFor();
        await sound(page, view);
      }
      await page.locator('abs-grid').focus();
      await page.locator('abs-grid').evaluate((grid) => grid.focus());
      const place = await firstAsset(page).boundingBox();
      await page.keyboard.press('Space');
      await page.getByText('1 selected').first().waitFor();
      assert.deepEqual(await firstAsset(page).boundingBox(), place, 'a selection moves nothing');
      await sound(page, 'selection');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('Appearance').waitFor();
      await sound(page, 'settings');
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Search' }).fill('nothing has this name');
      await page.getByRole('heading', { name: /^Results/ }).waitFor();
      await page.getByText('0 items').first().waitFor();
      await sound(page, 'no results');
    });

    test(`an asset, ${name}`, async ({ host }) => {
      const page = await open('/');
      await firstAsset(page).click();
      await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
      // On a phone the picture has the whole screen until the person asks for the details.
      await page.locator('abs-details').waitFor({ state: isPhone ? 'hidden' : 'visible' });
      await sound(page, 'viewer');
      if (isPhone) await page.getByRole('button', { name: 'Details' }).click();
      await page.locator('abs-details section').first().waitFor();
      await sound(page, 'details');
      const versions = await open(`/#asset=${CHANGED}`);
      await versions.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
      if (isPhone) await versions.getByRole('button', { name: 'Details' }).click();
      await versions.getByRole('button', { name: new RegExp(`^Version ${OLD}`) }).click();
      await versions.getByText(`This is version ${OLD}`).first().waitFor();
      if (isPhone) await versions.getByRole('button', { name: 'Details', pressed: false }).waitFor();
      await sound(versions, 'older version');
      await page.getByRole('button', { name: 'Download', exact: true }).first().click();
      await page.getByRole('dialog', { name: 'Download' }).getByRole('radio').first().waitFor();
      await sound(page, 'download');
      const gone = await open('/#asset=99999999');
      await gone.getByRole('dialog').getByRole('status').getByText(/./).first().waitFor();
      await sound(gone, 'asset that is gone');
      const said = gone.getByText('No longer here').filter({ visible: true });
      await said.nth(1).waitFor();
      assert.equal(await said.count(), 2, 'once as the title, once with the reason');
      assert.equal(
        await gone
          .locator('abs-viewer')
          .getByRole('button', { name: /^(?:Download|Add to basket)$/ })
          .count(),
        0,
      );
    });

    test(`the basket, links without a place, and faults, ${name}`, async ({ host }) => {
      const page = await open('/');
      await page.getByRole('button', { name: /^Basket/ }).click();
      await page.getByText('The basket is empty').waitFor();
      await sound(page, 'empty basket');
      const shared = await open('/#basket=1000,1001');
      await shared.getByRole('dialog', { name: 'Basket' }).locator('img').nth(1).waitFor();
      await sound(shared, 'shared basket');
      await shared.getByRole('button', { name: 'Download all' }).click();
      await shared.getByRole('radio').first().waitFor();
      await sound(shared, 'download of the basket');
      const partly = await open('/#basket=1000,99');
      await partly.getByText('1 item is no longer available').waitFor();
      await sound(partly, 'shared basket with an item that is gone');
      const nowhere = await open('/#node=987654');
      await nowhere.getByText('This place does not exist').waitFor();
      await nowhere.getByRole('button', { name: /^Basket/ }).waitFor();
      await sound(nowhere, 'place that does not exist');
      const tokens = await open('/', closed);
      await tokens.getByLabel('Access token').waitFor();
      await sound(tokens, 'sign-in');
      const broken = await open('/');
      await firstAsset(broken).waitFor();
      await broken.route(/\.do\?/, (route) => route.abort());
      await broken.getByRole('button', { name: 'Settings' }).click();
      await broken.getByLabel('Language').selectOption({ label: 'Deutsch' });
      await broken.getByRole('dialog', { name: 'Der Katalog ist nicht erreichbar' }).waitFor();
      await sound(broken, 'service that stopped answering');
      await broken.unroute(/\.do\?/);
      await broken.getByRole('button', { name: 'Erneut versuchen' }).click();
      await broken.getByRole('heading', { name: 'Alle Objekte' }).waitFor();
    });
  }
});
