/** The page on screens of all sizes: what fits, that nothing moves by itself, and how much is loaded for the first view. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { pageViolations } from './support/axe.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { allThere, basketOf, PHONE, pixelsBeyond, tileAt } from './support/page.ts';
import { test } from './support/test.ts';

/** Most bytes of script, as they are sent, before the first view is complete. */
const MAX_SCRIPT = 60_000;

const LOCALES = ['en', 'de', 'fr', 'es', 'it'];

test.describe('the first view', () => {
  test('it needs at most four scripts, and asks the service what it is before its tree', async ({ host }) => {
    const page = await host.visit('/');
    await allThere(page);
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const place = (part: string) => loaded.findIndex((name) => name.includes(part));
    assert.ok(place('about=true') < place('tree=-1'));
    // The pictures have the connection to themselves.
    assert.ok(place('asset.do?picture=') >= 0 && place('asset.do?picture=') < place('shared/page-'));
    // What the document names is needed for the first view; all else is loaded afterwards.
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('link[rel=modulepreload], script[src]')].map((element) =>
        String(element.getAttribute('href') ?? element.getAttribute('src')),
      ),
    );
    assert.ok((await page.locator('link[rel=modulepreload]').count()) <= 4, names.join(' '));
    let total = 0;
    for (const name of names) {
      const response = await fetch(`${host.app.url}/${name}`, { headers: { 'accept-encoding': 'br' } });
      await response.arrayBuffer();
      assert.equal(response.headers.get('content-encoding'), 'br');
      total += Number(response.headers.get('content-length'));
    }
    assert.ok(total <= MAX_SCRIPT, `${names.length} scripts, ${total} bytes as the service sends them`);
  });
});

test.describe('the page on screens of different sizes', () => {
  for (const locale of LOCALES)
    test(`at 320 pixels nothing is too wide or inaccessible in ${locale}: the list, the keys, the settings, an asset, ways on from a search`, async ({
      host,
    }) => {
      const options = { viewport: { width: 320, height: 640 } };
      const page = await host.visit(`/#locale=${locale}`, options);
      const fits = async (state: string) => {
        assert.ok((await pixelsBeyond(page)) <= 0, state);
        assert.deepEqual(await pageViolations(page), [], state);
      };
      const picture = page.locator('abs-grid [id^="tile-"]:has(img)').first();
      await picture.waitFor();
      await page.locator('abs-basket button.opener').waitFor();
      await fits('the list');
      await page.keyboard.press('?');
      await page.locator('#keys dialog[open] h2').waitFor();
      await fits('the keys');
      await page.keyboard.press('Escape');
      await page.locator('#keys').waitFor({ state: 'detached' });
      await page.locator('[popovertarget=settings]').click();
      await fits('the settings');
      await page.keyboard.press('Escape');
      await picture.click();
      await page.locator('abs-viewer .picture img').first().waitFor();
      await page.locator('abs-viewer .controls button[aria-pressed]').click();
      await page.locator('abs-details section').first().waitFor();
      await fits('an asset with its details');
      const found = await host.visit(`/#node=3&q=dawn%20turned&fileExtensions=png&locale=${locale}`, options);
      const ways = found.locator('abs-grid [role=status] button');
      await ways.nth(2).waitFor();
      for (const way of await ways.all()) {
        const { x = 0, width = 0, height = 0 } = (await way.boundingBox()) ?? {};
        assert.ok(x >= 0 && x + width <= 320 && height >= 24, `${await way.textContent()}`);
      }
    });

  for (const viewport of [PHONE, { width: 1280, height: 800 }])
    test(`filters, details and the way back move nothing else, ${viewport.width} pixels wide`, async ({ host }) => {
      const page = await host.visit('/', { viewport });
      const isPhone = viewport === PHONE;
      const still = async (state: string) => assert.deepEqual(await layoutShifts(page), [], state);
      await tileAt(page, 0).locator('img, .card').waitFor();
      await basketOf(page).waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0);
      await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByRole('checkbox').first().waitFor();
      await page.getByRole('button', { name: 'Taken' }).click();
      await page.getByRole('checkbox', { name: /^2024/ }).first().waitFor();
      await still('filters');
      if (isPhone) await page.keyboard.press('Escape');
      await tileAt(page, 0).click();
      if (isPhone) await page.getByRole('button', { name: 'Details' }).click();
      await page.locator('abs-details section').first().waitFor();
      await page.locator('abs-viewer .picture img').first().waitFor();
      await still('details');
      await page.goBack();
      await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
      await tileAt(page, 0).locator('img, .card').waitFor();
      await still('the list again');
    });

  test('on a phone, the size of pictures is chosen at the foot of the screen, on the list alone', async ({ host }) => {
    const page = await host.visit('/', { viewport: PHONE, hasTouch: true });
    await tileAt(page, 0).locator('img, .card').waitFor();
    const height = async () => (await tileAt(page, 0).boundingBox())?.height ?? 0;
    const before = await height();
    const slider = page.getByRole('slider', { name: 'Picture size' });
    assert.equal(await slider.count(), 0);
    await page.getByRole('button', { name: 'Order and view' }).tap();
    await slider.fill('96');
    await expect.poll(height).toBeLessThan(before);
    const box = await slider.boundingBox();
    assert.ok(box && box.height >= 44 && box.x >= 0 && box.x + box.width <= 375 && box.y + box.height <= 700);
    assert.ok((await pixelsBeyond(page)) <= 0);
    await page.reload();
    await tileAt(page, 0).locator('img, .card').waitFor();
    assert.deepEqual(await layoutShifts(page), []);
    await page.getByRole('button', { name: 'Order and view' }).tap();
    await expect(slider).toHaveValue('96');
    // A tap beside the sheet closes it, and opens no picture.
    await page.touchscreen.tap(187, 300);
    await slider.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).hash, '');
    // Lines have one height.
    await page.getByRole('button', { name: 'Order and view' }).tap();
    await page.getByRole('button', { name: 'List' }).tap();
    await slider.waitFor({ state: 'detached' });
  });
});
